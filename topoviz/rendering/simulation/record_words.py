"""What happens to records, as sentences: what is polled, processed, waited for, committed, and lost in a crash."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from topoviz.engine.simulation.task.readiness.model import Cause
from topoviz.engine.simulation.task.record_queue import Why
from topoviz.rendering.simulation.saying import (
    MOST_NAMES,
    Json,
    clock_words,
    counts_words,
    offsets_words,
    record_words,
    span_words,
)
from topoviz.rendering.words import counted, first_of


def _polled(event: Json) -> str:
    waited = f"after {span_words(event['waited_us'])}" if event["waited_us"] else "at once"
    return f"poll() of {event['thread']} gave {counts_words(event['records']) or 'no record'} {waited}."


def _processed(event: Json) -> str:
    behind = event["stream_time"] - event["timestamp"]
    time = f"stream time is {event['stream_time']}"
    if behind > 0:
        time = f"it is out of order, {behind:,} ms behind stream time {event['stream_time']}"
    return f"Task {event['task']} processed {record_words(event)} (timestamp {event['timestamp']}); {time}."


def _dropped(event: Json) -> str:
    why = {
        Why.UNREADABLE: "it cannot be deserialized, and the handler goes on without it",
        Why.NEGATIVE_TIME: "its timestamp is negative",
    }.get(event["why"], event["why"])
    return f"Task {event['task']} dropped {record_words(event)}: {why}."


def _waits(event: Json) -> str:
    task, partition = event["task"], event.get("partition")
    match event["why"]:
        case Cause.LAG_NOT_KNOWN:
            why = f"{partition} is empty and its lag is not known yet"
        case Cause.NOT_FETCHED:
            why = f"{partition} is empty here, and the broker has {counted(event['lag'], 'record')} of it to fetch"
        case Cause.IDLING if partition is None:
            why = f"a partition is empty, and max.task.idle.ms lets it wait until {clock_words(event['until_ms'])}"
        case Cause.IDLING:
            why = (
                f"{partition} is empty and has nothing on the broker either, and max.task.idle.ms lets it wait until "
                f"{clock_words(event['until_ms'])}"
            )
        case other:
            why = str(other)
    return f"Task {task} waits: {why}."


def _goes_on(event: Json) -> str:
    begin = f"Task {event['task']} processes again after {span_words(event['waited_us'])}"
    without = event.get("without", ())
    if not without:
        return f"{begin}: every partition has records."
    are = "is" if len(without) == 1 else "are"
    return (
        f"{begin}, although {first_of(without, MOST_NAMES)} {are} still empty: what comes there later may be out "
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
    of = f" of {event['node']}" if event.get("node") else ""
    return (
        f"Task {event['task']} called punctuator {event['punctuator']}{of} with {event['time']}, due by {event['by']}."
    )


def _commit_asked(event: Json) -> str:
    return f"A processor of task {event['task']} asked for a commit, while it had {record_words(event)}."


def _committed(event: Json) -> str:
    offsets = offsets_words(event["offsets"])
    what = f"committed {offsets}" if offsets else "committed, without an offset that is new"
    another = event.get("begins_another")
    follows = "" if another is None else f" {'Another' if another else 'No other'} transaction begins at once."
    return f"{event['thread']} {what}: {event['why']}.{follows}"


def _purged(event: Json) -> str:
    return (
        f"{event['thread']} had records of repartition topics deleted, which are committed: those before "
        f"{offsets_words(event['offsets'])}."
    )


def _poll_is_late(event: Json) -> str:
    return (
        f"{event['thread']} polls for the first time in {span_words(event['since_us'])}, longer than "
        "max.poll.interval.ms: its group gives its tasks to others by then."
    )


def _thread_died(event: Json) -> str:
    doing = event.get("doing")
    of = f" while {doing} in task {event['task']}" if doing else ""
    return f"{event['thread']} died{of}, of {event['why'].removesuffix('.')}."


def _killed(event: Json) -> str:
    again = {partition: count for partition, count in event["again"].items() if count}
    if not again:
        return f"{event['thread']} was killed; all that it had processed was committed."
    return (
        f"{event['thread']} was killed. Processed, not committed, and so to be processed again: {counts_words(again)}."
    )


def _came_back(event: Json) -> str:
    offsets = offsets_words(event["offsets"])
    return f"{event['thread']} runs again{f' from {offsets}' if offsets else ''}, where its commits end."


def _aborted(event: Json) -> str:
    return (
        f"The open transaction of {event['thread']} was aborted: {counted(event['records'], 'record')} that it wrote "
        "will not be read by anybody who reads committed records only."
    )


def _broker_slow(event: Json) -> str:
    if not event["extra_us"]:
        return f"Fetches of {event['partition']} take as long as before."
    return f"Fetches of {event['partition']} take {span_words(event['extra_us'])} longer from now on."


RECORD_WORDS: Final[Mapping[str, Callable[[Json], str]]] = {
    "polled": _polled,
    "processed": _processed,
    "dropped": _dropped,
    "waits": _waits,
    "goes on": _goes_on,
    "paused": _paused,
    "resumed": _resumed,
    "punctuated": _punctuated,
    "commit asked": _commit_asked,
    "committed": _committed,
    "purged": _purged,
    "poll is late": _poll_is_late,
    "thread died": _thread_died,
    "killed": _killed,
    "came back": _came_back,
    "aborted": _aborted,
    "broker slow": _broker_slow,
}
"""By kind of event."""
