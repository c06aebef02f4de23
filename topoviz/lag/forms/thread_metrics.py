"""Which metrics tell what the threads of Kafka Streams spend their time on, and how old records are when they are done.

Kafka calls them `kafka.streams:type=stream-thread-metrics,thread-id=…` with attributes such as `process-rate`. The JMX
exporter makes `kafka_streams_stream_thread_metrics_process_rate` of that, with its usual rules and without any; Kafka's
own names before 2.5 have `stream-metrics` and the thread as client-id. Micrometer writes
`kafka.stream.thread.process.rate` and `kafka_stream_thread_process_rate`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

ACTIVITIES: Final = ("process", "commit", "poll", "punctuate")
"""What a thread does in turn, as Kafka's metrics call it."""

_OF_THREAD: Final = tuple(f"{one}_{what}" for one in ACTIVITIES for what in ("ratio", "rate", "latency_avg"))
_OF_TASK: Final = ("active_process_ratio",)
_OF_NODE: Final = ("record_e2e_latency_avg", "record_e2e_latency_max")
MEASURES: Final = (*_OF_THREAD, *_OF_TASK, *_OF_NODE)
"""Shares from 0 to 1, times a second, and milliseconds; end-to-end latencies in milliseconds."""

_NAME: Final = re.compile(
    r"kafka_streams?_(?:stream_)?(?:(?P<level>thread|task|processor_node)_)?(?:metrics_)?"
    rf"(?P<measure>{'|'.join(MEASURES)})"
)
_LEVELS: Final = {"thread": _OF_THREAD, "task": _OF_TASK, "processor_node": _OF_NODE}
_THREAD: Final = re.compile(r".+-StreamThread-\d+", re.DOTALL)
_THREAD_LABELS: Final = ("thread_id", "client_id", "threadId", "thread")
_NODE_LABELS: Final = ("processor_node_id", "processorNodeId", "node")
_TASK_LABELS: Final = ("task_id", "taskId", "task")


@dataclass(frozen=True, slots=True)
class ThreadSeries:
    """What a series tells of a thread, or of a node of one of its tasks; without them `task` and `node` are empty."""

    thread: str
    measure: str
    task: str = ""
    node: str = ""


def is_of_threads(name: str) -> bool:
    """Tell whether a metric of this name may tell of threads."""
    return _NAME.fullmatch(plain(name)) is not None


def names_threads(text: str) -> bool:
    """Tell whether a text has a metric that tells of threads, and names some."""
    return "-StreamThread-" in text and any(
        is_of_threads(word) for word in set(re.findall(r"kafka[._]streams?[\w.]*", text))
    )


def thread_series(name: str, labels: Mapping[str, str]) -> ThreadSeries | None:
    """Read a series by its name and labels; None where it tells of something else, or of no thread that is named."""
    found = _NAME.fullmatch(plain(name))
    if found is None:
        return None
    own = {plain(label): value for label, value in labels.items()}
    thread = next((own[label] for label in _THREAD_LABELS if _THREAD.fullmatch(own.get(label, ""))), None)
    if thread is None:
        return None
    measure = found["measure"]
    task = next((own[label] for label in _TASK_LABELS if own.get(label)), "")
    node = next((own[label] for label in _NODE_LABELS if own.get(label)), "")
    # Tasks and nodes have a process rate of their own, which is none of the thread.
    level = found["level"] or ("processor_node" if node else "task" if task else "thread")
    if measure not in _LEVELS[level] or (measure not in _OF_THREAD and not task):
        return None
    return ThreadSeries(thread, measure, task, node)


def plain(name: str) -> str:
    """Write a name with underscores alone."""
    return re.sub(r"[.\-]", "_", name)


def share_or_time(text: object) -> float | None:
    """Read a value; None for NaN, which Kafka shows while nothing was measured, and for what is no number."""
    try:
        value = float(str(text))
    except ValueError:
        return None
    return value if math.isfinite(value) else None
