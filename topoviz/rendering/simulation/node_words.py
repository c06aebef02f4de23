"""What happens to records in nodes, as sentences: what joins found, what stores, caches and windows hold and let go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from topoviz.rendering.simulation.saying import Json, record_words
from topoviz.rendering.words import counted


def _node(event: Json) -> str:
    if event.get("offset") is None:
        return f"Node {event['node']} of task {event['task']} got an update from a cache."
    return f"Node {event['node']} of task {event['task']} got {record_words(event)}."


def _late(event: Json) -> str:
    return (
        f"{event['node']} in task {event['task']} passed over {_record(event)} with timestamp {event['timestamp']}: it "
        f"is late, for all windows up to {event['closed_until']} are closed, with their grace."
    )


def _skipped(event: Json) -> str:
    return f"{event['node']} in task {event['task']} took no notice of {_record(event)}: {event['why']}."


def _matched(event: Json) -> str:
    return (
        f"{event['node']} found a partner for {_record(event)} in {event['store']}: the record with timestamp "
        f"{event['other_time']}."
    )


def _no_match(event: Json) -> str:
    goes_on = "goes no further" if event["goes_on"] == "no" else f"goes on {event['goes_on']}"
    return f"{event['node']} found no partner for {_record(event)}: {event['why']}. It {goes_on}."


def _state(event: Json) -> str:
    before, after = event.get("before"), event.get("after")
    begin = f"{event['store']} of task {event['task']}"
    if after is None:
        return f"{begin} holds nothing of {_key(event)} any more; it held {before}."
    return f"{begin} holds {after} of {_key(event)}{', the first' if before is None else f' instead of {before}'}."


def _cached(event: Json) -> str:
    merged = ", in the place of one that nobody will see" if event["merged"] else ""
    return f"The update of {_key(event)} waits in the cache of {event['store']} for a commit{merged}."


def _flushed(event: Json) -> str:
    why = "a commit flushes it" if event["why"] == "commit" else event["why"]
    return f"The last update of {_key(event)} goes on from the cache of {event['store']}: {why}."


def _window_closed(event: Json) -> str:
    return (
        f"{event['node']} lets go of {_key(event)} from {event['store']}: with stream time {event['closed_at']}, its "
        "window is closed."
    )


def _suppressed(event: Json) -> str:
    return (
        f"{event['node']} keeps the update of {_key(event)} until stream time is {event['until']}; "
        f"{counted(event['buffered'], 'key')} in its buffer."
    )


def _suppress_emitted(event: Json) -> str:
    return (
        f"{event['node']} lets go of the last update of {_key(event)}: {event['why']}; "
        f"{counted(event['buffered'], 'key')} left in its buffer."
    )


def _key(event: Json) -> str:
    key = event.get("key")
    return "a record without a key" if key is None else f"key {key}"


def _record(event: Json) -> str:
    where = f" ({record_words(event)})" if event.get("offset") is not None else ""
    return f"{_key(event)}{where}"


NODE_WORDS: Final[Mapping[str, Callable[[Json], str]]] = {
    "node": _node,
    "late": _late,
    "skipped": _skipped,
    "matched": _matched,
    "no match": _no_match,
    "state": _state,
    "cached": _cached,
    "flushed": _flushed,
    "window closed": _window_closed,
    "suppressed": _suppressed,
    "suppress emitted": _suppress_emitted,
}
"""By kind of event."""
