"""What is printed about records: polls, processing, waits, punctuators, commits, drops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from topoviz.engine.log_lines.told.model import (
    BEGINS,
    BY,
    IN,
    OF,
    TRANSITION,
    Json,
    Told,
    Values,
    ValuesOf,
    Who,
    always,
    fields,
    java_list,
    java_map,
    topic_and_number,
    when,
)
from topoviz.engine.simulation.events import BY_INTERVAL, BY_REQUEST
from topoviz.engine.simulation.settings import Clock
from topoviz.engine.simulation.task.readiness.model import Cause
from topoviz.engine.simulation.task.record_queue import Why
from topoviz.engine.versions import KafkaVersion

_TURNS_SAY_IT: Final = KafkaVersion(2, 6, 0)
"""From here on StreamThread#runOnce says what was committed, for whatever reason."""
_CONSUMERS: Final = ("KafkaConsumer", "LegacyKafkaConsumer", "ClassicKafkaConsumer")
_TYPES: Final = {Clock.STREAM_TIME: "STREAM_TIME", Clock.WALL_CLOCK: "WALL_CLOCK_TIME"}


def _polled(event: Json) -> Iterable[Values]:
    records = {partition: count for partition, count in event["records"].items() if count}
    yield {
        "pollLatency": event["waited_us"] // 1_000,
        "numRecords": sum(records.values()),
        "partitions": java_list(records),
    }


def _buffered(event: Json) -> Iterable[Values]:
    sizes = event.get("buffered", {})
    return (
        {"partition": one, OF: one, **({"newQueueSize": sizes[one]} if one in sizes else {})}
        for one, count in event["records"].items()
        if count
    )


def _record(event: Json) -> str:
    topic, number = topic_and_number(event["partition"])
    return f"ConsumerRecord(topic = {topic}, partition = {number}, …, offset = {event['offset']}, …)"


def _processed(event: Json) -> Iterable[Values]:
    yield {"record": f"{_record(event)}, timestamp = {event['timestamp']}"}


def _dropped(why: Why) -> ValuesOf:
    def values(event: Json) -> Iterable[Values]:
        if event["why"] != why:
            return
        topic, number = topic_and_number(event["partition"])
        parts = {"topic": topic, "partition": number, "offset": event["offset"]}
        named = {
            f"{name}.{part}": value for name in ("record", "rawRecord", "deserialized") for part, value in parts.items()
        }
        yield {"taskId": event["task"], "record": _record(event), **named}

    return values


def _waits(cause: Cause) -> ValuesOf:
    def values(event: Json) -> Iterable[Values]:
        if event["why"] == cause and "partition" in event:
            known = {"fetchedLag": event.get("lag"), "deadline": event.get("until_ms")}
            yield {
                "partition": event["partition"],
                "wallClockTime": round(event["at_ms"]),
                **{name: value for name, value in known.items() if value is not None},
            }

    return values


def _late(event: Json) -> Iterable[Values]:
    closed = event["closed_until"]
    place = {}
    if "partition" in event:
        topic, number = topic_and_number(event["partition"])
        parts = {"topic": topic, "partition": number, "offset": event["offset"]}
        place = {f"{of}.{part}": value for of in ("context", "recordMetadata") for part, value in parts.items()}
    yield {"timestamp": event["timestamp"], "expiration": closed, "closeTime": closed, "windowExpire": closed, **place}


def _without(event: Json) -> Iterable[Values]:
    return ({},) if event.get("without") else ()


def _partition(event: Json) -> Iterable[Values]:
    yield {"partitions": java_list((event["partition"],))}


def _punctuated(event: Json) -> Iterable[Values]:
    node = {"node.name": event["node"]} if event.get("node") else {}
    yield {"timestamp": event["time"], "type": _TYPES[Clock(event["by"])], **node}


def _each_offset(event: Json) -> Iterable[Values]:
    """Print it for each partition, unless a transaction takes the offsets."""
    is_own = not event.get("producers")
    return ({"tp": one, "offset": offset} for one, offset in event["offsets"].items() if is_own)


def _added_offsets(event: Json) -> Iterable[Values]:
    # Which partitions are whose, where each task has a producer, the event does not say.
    known = {"offsets": _offsets(event)} if len(event.get("producers", ())) == 1 else {}
    return ({BY: one, **known} for one in event.get("producers", ()) if event["offsets"])


def _ended(event: Json) -> Iterable[Values]:
    states = {"currentState": "IN_TRANSACTION", "target": "COMMITTING_TRANSACTION"}
    return ({BY: one, **states} for one in event.get("producers", ()))


def _began_again(event: Json) -> Iterable[Values]:
    return ({BY: one, **BEGINS} for one in event.get("producers", ()) if event["begins_another"])


def _offsets(event: Json) -> str:
    return java_map({one: f"OffsetAndMetadata{{offset={offset}, …}}" for one, offset in event["offsets"].items()})


def _each_limit(event: Json) -> Iterable[Values]:
    return ({"partition": one, "limit": offset, OF: one} for one, offset in event["offsets"].items())


def _each_task(event: Json) -> Iterable[Values]:
    return ({IN: one} for one in event.get("tasks", ()))


def _each_that_runs(event: Json) -> Iterable[Values]:
    return ({IN: one, "state": "RUNNING"} for one in event.get("tasks", ()))


def _each_that_asked(event: Json) -> Iterable[Values]:
    return ({"task.id": one} for one in event.get("tasks", ()) if event["why"] == BY_REQUEST)


def _all_tasks(event: Json) -> Values:
    active = java_list(sorted((*event.get("tasks", ()), *event.get("others", ()))))
    standby = java_list(event.get("standby", ()))
    return {"activeTaskIds": active, "activeRunningTaskIds": active, "standbyTaskIds": standby}


def _is_due(event: Json) -> Iterable[Values]:
    known = {"now - lastCommitMs": event.get("since_ms"), "commitTimeMs": event.get("interval_ms")}
    known = {name: value for name, value in known.items() if value is not None}
    return ({**_all_tasks(event), **known},) if event["why"] == BY_INTERVAL else ()


def _are_done(*why: str) -> ValuesOf:
    def values(event: Json) -> Iterable[Values]:
        took = event.get("took_us", 0) // 1_000
        if event["why"] in why:
            yield {**_all_tasks(event), "intervalCommitLatency": took, "commitLatency": took}

    return values


def _all_offsets(event: Json) -> Iterable[Values]:
    offsets = _offsets(event)
    yield {"collect": offsets, "offsetsPerTask": offsets}


def _purged(event: Json) -> Iterable[Values]:
    offsets = {one: f"{{beforeOffset = {offset}}}" for one, offset in event["offsets"].items()}
    yield {"recordsToDelete": java_map(offsets)}


RECORDS: Final[Mapping[str, tuple[Told, ...]]] = {
    "polled": (
        Told("StreamThread", "Invoking poll on main Consumer", Who.THREAD, always),
        Told("StreamThread", "Main Consumer poll completed in", Who.THREAD, _polled),
        Told("StreamTask", "Added records into the buffered queue", Who.TASK, _buffered),
    ),
    "processed": (
        Told("StreamTask", "Start processing one record", Who.TASK, _processed),
        Told("StreamTask", "Completed processing one record", Who.TASK, _processed),
    ),
    "dropped": (
        Told("LogAndContinueExceptionHandler", "Exception caught during", Who.NOBODY, _dropped(Why.UNREADABLE)),
        Told("RecordDeserializer", "Skipping record due to", Who.TASK, _dropped(Why.UNREADABLE)),
        Told("LogAndSkipOnInvalidTimestamp", "Input record", Who.NOBODY, _dropped(Why.NEGATIVE_TIME)),
        Told("RecordQueue", "Skipping record due to negative", Who.TASK, _dropped(Why.NEGATIVE_TIME)),
    ),
    "late": (
        Told("KStreamWindowAggregate", "Skipping record for expired window. key=", Who.NOBODY, _late),
        Told("KStreamWindowAggregate", "Skipping record for expired window. topic=", Who.NOBODY, _late),
        Told(
            "AbstractKStreamTimeWindowAggregateProcessor",
            "Skipping record for expired window. topic=",
            Who.NOBODY,
            _late,
        ),
    ),
    "waits": (
        Told("PartitionGroup", "Waiting to fetch data for", Who.TASK, _waits(Cause.LAG_NOT_KNOWN)),
        Told("PartitionGroup", "Lag for {partition} is currently {", Who.TASK, _waits(Cause.NOT_FETCHED)),
        Told("PartitionGroup", "Lag for {partition} is currently 0", Who.TASK, _waits(Cause.IDLING)),
    ),
    "goes on": (
        Told("PartitionGroup", "Continuing to process although", Who.TASK, _without),
        Told("PartitionGroup", "All partitions were buffered", Who.TASK, when("without", None)),
    ),
    "paused": tuple(Told(one, "Pausing partitions", Who.CONSUMER, _partition) for one in _CONSUMERS),
    "resumed": (
        Told("StreamTask", "Resume consumption for partition", Who.TASK, fields(partition="partition")),
        *(Told(one, "Resuming partitions", Who.CONSUMER, _partition) for one in _CONSUMERS),
    ),
    "punctuated": (Told("StreamTask", "Punctuating processor", Who.TASK, _punctuated),),
    "committed": (
        Told("StreamThread", "Committing all active tasks", Who.THREAD, _is_due),
        Told("StreamTask", "Committing", Who.TASK, _each_task, is_whole=True),
        Told("StreamTask", "Flushing state and producer", Who.TASK, _each_task),
        Told("ProcessorStateManager", "Updating store offset limit for partition", Who.STATE, _each_limit),
        Told("StreamTask", "Prepared {state} task for committing", Who.TASK, _each_that_runs),
        Told("TaskManager", "Committing task offsets", Who.THREAD, _all_offsets),
        Told("TaskExecutor", "Committing task offsets", Who.THREAD, _all_offsets),
        Told("ConsumerCoordinator", "Committed offset", Who.CONSUMER, _each_offset),
        Told("TransactionManager", "Begin adding offsets {offsets}", Who.PRODUCER, _added_offsets),
        Told("TransactionManager", TRANSITION, Who.PRODUCER, _ended),
        Told("TransactionManager", TRANSITION, Who.PRODUCER, _began_again),
        Told("AssignedStreamsTasks", "Committed active task", Who.THREAD, _each_that_asked),
        Told("AssignedStreamsTasks", "Committed stream task", Who.THREAD, _each_that_asked),
        Told("StreamThread", "Committed all active tasks", Who.THREAD, _are_done(BY_INTERVAL), until=_TURNS_SAY_IT),
        Told(
            "StreamThread",
            "Committed all active tasks",
            Who.THREAD,
            _are_done(BY_INTERVAL, BY_REQUEST),
            since=_TURNS_SAY_IT,
        ),
    ),
    "purged": (Told("TaskManager", "Sent delete-records request", Who.THREAD, _purged),),
    "poll is late": (
        Told("AbstractCoordinator", "This member will leave the group because", Who.CONSUMER, always),
        Told("AbstractCoordinator", "consumer poll timeout has expired", Who.CONSUMER, always),
    ),
}
"""By kind of event, in the order in which they are printed."""
