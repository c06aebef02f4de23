"""A cluster from whatever text somebody has of it."""

from __future__ import annotations

import re
from typing import Final

from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.cluster.reading.cluster_file import read_cluster_file
from topoviz.engine.cluster.reading.consumer_groups import is_consumer_group, read_consumer_group
from topoviz.engine.cluster.reading.found import FoundCluster
from topoviz.engine.cluster.reading.known_tasks import KnownTasks
from topoviz.engine.cluster.reading.streams_groups import is_streams_group, read_streams_group
from topoviz.engine.cluster.reading.thread_count import ONE_THREAD, ThreadCount
from topoviz.engine.cluster.reading.thread_log import is_thread_log, read_thread_log

_NO_MEMBERS: Final = "says that the group has no members: call the command while the application runs."
_NO_ASSIGNMENT: Final = (
    "is of a log without an assignment: paste the lines with “Handle new assignment with”, before 2.6 with “partition "
    "assignment took”, which each stream thread logs at INFO when the group rebalances."
)
_OTHER_OUTPUT: Final = (
    (re.compile(r"Consumer group '[^'\n]*' (?:does not exist|has no active members)", re.IGNORECASE), _NO_MEMBERS),
    (
        re.compile(r"stream-thread \[|-StreamThread-\d+\b|^[^\n]{0,40}\b(?:INFO|WARN|ERROR|DEBUG)\b", re.MULTILINE),
        _NO_ASSIGNMENT,
    ),
)
"""What is pasted in the place of a cluster, and what to do then."""


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
    try:
        return read_cluster_file(text, known, threads)
    except BadCluster:
        _refuse_other_output(text)
        raise


def _refuse_other_output(text: str) -> None:
    """Say of what Kafka prints besides, and nobody wrote, what to paste instead; raises BadCluster."""
    for pattern, sentence in _OTHER_OUTPUT:
        match = pattern.search(text)
        if match is not None:
            raise BadCluster(text.count("\n", 0, match.start()) + 1, sentence)
