"""A cluster from whatever text somebody has of it."""

from __future__ import annotations

from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.cluster.reading.cluster_file import read_cluster_file
from topoviz.engine.cluster.reading.consumer_groups import is_consumer_group, read_consumer_group
from topoviz.engine.cluster.reading.found import FoundCluster
from topoviz.engine.cluster.reading.known_tasks import KnownTasks
from topoviz.engine.cluster.reading.streams_groups import is_streams_group, read_streams_group
from topoviz.engine.cluster.reading.thread_count import ONE_THREAD, ThreadCount
from topoviz.engine.cluster.reading.thread_log import is_thread_log, read_thread_log


def read_cluster(text: str, known: KnownTasks, threads: ThreadCount = ONE_THREAD) -> FoundCluster:
    """Read our own YAML or JSON, logs of stream threads, or what Kafka's commands print; raises BadCluster."""
    if not text.strip():
        raise BadCluster(None, "is empty: name at least one client with its threads.")
    if is_streams_group(text):
        return read_streams_group(text, known)
    if is_consumer_group(text):
        return read_consumer_group(text, known)
    if is_thread_log(text):
        return read_thread_log(text, known)
    return read_cluster_file(text, known, threads)
