"""What is printed where an exception ends a thread, or its tasks are another one's, and as a producer is closed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from topoviz.engine.log_lines.told.model import Json, Told, Values, ValuesOf, Who, always

_FAILS: Final = "due to the following error"
_MIGRATED: Final = "since it got migrated to another thread already"
_OPTED: Final = "Encountered the following exception during processing and"
_WHO_OPTED: Final = (
    "the registered exception handler opted to",
    "Kafka Streams opted to",
    "the registered exception handleropted to",
)


def _while(*doing: str) -> ValuesOf:
    """Print a line once if an exception came while the thread did this; its task is in it, where that is known."""

    def values(event: Json) -> Iterable[Values]:
        if event.get("doing") in doing:
            yield {"taskTypeName": "stream task", **({"task.id": event["task"]} if "task" in event else {})}

    return values


def _migrated(event: Json) -> Iterable[Values]:
    return ({"migratedTask.id": event["task"]},) if "task" in event else ({},)


def _dying() -> tuple[Told, ...]:
    runners = ("AssignedStreamsTasks", "TaskManager", "TaskExecutor")
    process, punctuate, begin = _while("processing"), _while("punctuating"), _while("initializing")
    listeners = ("StreamThread", "StreamsRebalanceListener")
    return (
        *(Told(one, "Error caught during partition assignment", Who.THREAD, begin) for one in listeners),
        *(Told(one, f"Failed to process stream task {{task.id}} {_FAILS}", Who.THREAD, process) for one in runners),
        *(Told(one, f"Failed to punctuate stream task {{task.id}} {_FAILS}", Who.THREAD, punctuate) for one in runners),
        Told("StreamThread", "Encountered the following unexpected Kafka exception", Who.THREAD, always),
        Told("StreamThread", "Encountered the following exception during", Who.THREAD, always),
        *(Told("KafkaStreams", f"{_OPTED} {one}", Who.ITS_CLIENT, _shuts_down) for one in _WHO_OPTED),
    )


def _migrating() -> tuple[Told, ...]:
    runners = ("AssignedStreamsTasks", "TaskManager", "TaskExecutor")
    process, commit = _while("processing"), _while("committing")
    return (
        *(Told(one, f"Failed to process stream task {{task.id}} {_MIGRATED}", Who.THREAD, process) for one in runners),
        Told("AssignedTasks", f"Failed to commit {{taskTypeName}} {{task.id}} {_MIGRATED}", Who.THREAD, commit),
    )


def _shuts_down(_: Json) -> Iterable[Values]:
    return ({"action": "SHUTDOWN_CLIENT"},)


def _producer_closed(_: Json) -> Iterable[Values]:
    return ({"timeoutMs": 2**63 - 1},)


ENDS: Final[Mapping[str, tuple[Told, ...]]] = {
    "thread died": _dying(),
    "migrated": (
        *_migrating(),
        Told("StreamThread", "Detected task", Who.THREAD, _migrated),
        Told("StreamThread", "Detected that the thread is being fenced", Who.THREAD, always),
    ),
    "producer closed": (
        Told("RecordCollectorImpl", "Closing producer", Who.TASK, always),
        Told("KafkaProducer", "Closing the Kafka producer with timeoutMillis", Who.PRODUCER, _producer_closed),
    ),
}
"""Lines by the kind of event, in the order in which they are printed."""
