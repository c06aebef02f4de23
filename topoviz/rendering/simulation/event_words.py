"""Every event of a simulation as a sentence that gives its reason, from its JSON: a function for each kind.

Events that were kept are read again from JSON, so what a sentence needs stands in the event. Times of records are
written as Kafka writes them, in ms without commas, so that they can be searched for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from topoviz.engine.scenarios.durations import duration_text
from topoviz.engine.simulation.task.readiness.model import Cause
from topoviz.engine.simulation.task.record_queue import Why
from topoviz.rendering.words import counted, first_of

Json = Mapping[str, Any]

_MOST_PARTITIONS: Final = 6


def event_words(event: Json) -> str:
    """Say in a sentence what an event is and why it is there; one of a kind that is not known is named by its kind."""
    words = _WORDS.get(event["event"])
    return f"{event['thread']}: {event['event']}." if words is None else words(event)


def _polled(event: Json) -> str:
    waited = f"after {_span(event['waited_us'])}" if event["waited_us"] else "at once"
    return f"poll() of {event['thread']} gave {_counts(event['records']) or 'no record'} {waited}."


def _processed(event: Json) -> str:
    behind = event["stream_time"] - event["timestamp"]
    time = f"stream time is {event['stream_time']}"
    if behind > 0:
        time = f"it is out of order, {behind:,} ms behind stream time {event['stream_time']}"
    return f"Task {event['task']} processed {_record(event)} (timestamp {event['timestamp']}); {time}."


def _node(event: Json) -> str:
    return f"Node {event['node']} of task {event['task']} got {_record(event)}."


def _dropped(event: Json) -> str:
    why = {
        Why.UNREADABLE: "it cannot be deserialized, and the handler goes on without it",
        Why.NEGATIVE_TIME: "its timestamp is negative",
    }.get(event["why"], event["why"])
    return f"Task {event['task']} dropped {_record(event)}: {why}."


def _late(event: Json) -> str:
    return (
        f"{event['node']} in task {event['task']} passed over a record with timestamp {event['timestamp']}: it is "
        f"late, for all windows up to {event['closed_until']} are closed, with their grace."
    )


def _waits(event: Json) -> str:
    task, partition = event["task"], event.get("partition")
    match event["why"]:
        case Cause.LAG_NOT_KNOWN:
            why = f"{partition} is empty and its lag is not known yet"
        case Cause.NOT_FETCHED:
            why = f"{partition} is empty here, and the broker has {counted(event['lag'], 'record')} of it to fetch"
        case Cause.IDLING if partition is None:
            why = f"a partition is empty, and max.task.idle.ms lets it wait until {_clock(event['until_ms'])}"
        case Cause.IDLING:
            why = (
                f"{partition} is empty and has nothing on the broker either, and max.task.idle.ms lets it wait until "
                f"{_clock(event['until_ms'])}"
            )
        case other:
            why = str(other)
    return f"Task {task} waits: {why}."


def _goes_on(event: Json) -> str:
    begin = f"Task {event['task']} processes again after {_span(event['waited_us'])}"
    without = event.get("without", ())
    if not without:
        return f"{begin}: every partition has records."
    are = "is" if len(without) == 1 else "are"
    return (
        f"{begin}, although {first_of(without, _MOST_PARTITIONS)} {are} still empty: what comes there later may be out "
        "of order."
    )


def _paused(event: Json) -> str:
    return (
        f"{event['partition']} is paused: {counted(event['buffered'], 'record')} of it wait in task {event['task']}, "
        "more than buffered.records.per.partition."
    )


def _resumed(event: Json) -> str:
    return f"{event['partition']} is fetched again: task {event['task']} has space for it."


def _punctuated(event: Json) -> str:
    return f"Task {event['task']} called punctuator {event['punctuator']} with {event['time']}, due by {event['by']}."


def _committed(event: Json) -> str:
    offsets = _offsets(event["offsets"])
    what = f"committed {offsets}" if offsets else "committed, without an offset that is new"
    return f"{event['thread']} {what}: {event['why']}."


def _purged(event: Json) -> str:
    return (
        f"{event['thread']} had records of repartition topics deleted, which are committed: those before "
        f"{_offsets(event['offsets'])}."
    )


def _poll_is_late(event: Json) -> str:
    return (
        f"{event['thread']} polls for the first time in {_span(event['since_us'])}, longer than max.poll.interval.ms: "
        "its group gives its tasks to others by then."
    )


def _thread_died(event: Json) -> str:
    return f"{event['thread']} died of {event['why'].removesuffix('.')}."


def _killed(event: Json) -> str:
    again = {partition: count for partition, count in event["again"].items() if count}
    if not again:
        return f"{event['thread']} was killed; all that it had processed was committed."
    return f"{event['thread']} was killed. Processed, not committed, and so to be processed again: {_counts(again)}."


def _came_back(event: Json) -> str:
    offsets = _offsets(event["offsets"])
    return f"{event['thread']} runs again{f' from {offsets}' if offsets else ''}, where its commits end."


def _aborted(event: Json) -> str:
    return (
        f"The open transaction of {event['thread']} was aborted: {counted(event['records'], 'record')} that it wrote "
        "will not be read by anybody who reads committed records only."
    )


def _broker_slow(event: Json) -> str:
    if not event["extra_us"]:
        return f"Fetches of {event['partition']} take as long as before."
    return f"Fetches of {event['partition']} take {_span(event['extra_us'])} longer from now on."


_WORDS: Final[Mapping[str, Callable[[Json], str]]] = {
    "polled": _polled,
    "processed": _processed,
    "node": _node,
    "dropped": _dropped,
    "late": _late,
    "waits": _waits,
    "goes on": _goes_on,
    "paused": _paused,
    "resumed": _resumed,
    "punctuated": _punctuated,
    "committed": _committed,
    "purged": _purged,
    "poll is late": _poll_is_late,
    "thread died": _thread_died,
    "killed": _killed,
    "came back": _came_back,
    "aborted": _aborted,
    "broker slow": _broker_slow,
}

EVENTS_WITH_WORDS: Final = frozenset(_WORDS)
"""The kinds of events that have a sentence: all that the engine tells."""


def _record(event: Json) -> str:
    return f"offset {event['offset']} of {event['partition']}"


def _counts(records: Mapping[str, int]) -> str:
    parts = [f"{counted(count, 'record')} of {partition}" for partition, count in records.items() if count]
    return first_of(parts, _MOST_PARTITIONS)


def _offsets(offsets: Mapping[str, int]) -> str:
    return first_of([f"offset {offset} of {partition}" for partition, offset in offsets.items()], _MOST_PARTITIONS)


def _span(microseconds: int) -> str:
    milliseconds = microseconds / 1_000
    return f"{milliseconds:g} ms" if milliseconds < 10 else duration_text(round(milliseconds))


def _clock(milliseconds: int) -> str:
    return f"{milliseconds / 1_000:.3f} s"
