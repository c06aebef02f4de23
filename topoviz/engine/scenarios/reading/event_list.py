"""The events of a scenario, and the moments at which they happen: `10m`, `+10m` after the one before, or `rest`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.engine.scenarios.bad_scenario import BadScenario
from topoviz.engine.scenarios.durations import duration_text
from topoviz.engine.scenarios.events.event import Event, When
from topoviz.engine.scenarios.events.registry import EVENT_KINDS
from topoviz.engine.scenarios.model import MOST_EVENTS
from topoviz.engine.scenarios.reading.values import LONGEST_MS, Reader
from topoviz.engine.syntax.data_text import Data, Fields, Items, Word

_BESIDE: Final = ("at", "state")
_REST: Final = "rest"
_MOST_LETTERS: Final = 60


def read_events(data: Data) -> tuple[Event, ...]:
    """Read a list of events; raises BadScenario with the line."""
    if not isinstance(data, Items):
        raise BadScenario(data.line, "has no list where `events` are wanted.")
    if len(data.items) > MOST_EVENTS:
        raise BadScenario(data.line, f"lists {len(data.items):,} events; {MOST_EVENTS} are the most here.")
    found: list[Event] = []
    for item in data.items:
        found.append(_event(item, found))
    return tuple(found)


def _event(item: Data, before: Sequence[Event]) -> Event:
    if not isinstance(item, Fields):
        raise BadScenario(item.line, "has no event such as {at: 10m, kill: b}.")
    reader = Reader(item)
    kinds = [(name, value) for name, value in item.fields if name.text not in _BESIDE]
    for name, _ in kinds:
        if name.text not in EVENT_KINDS:
            raise BadScenario(
                name.line, f"has an event {name.text[:40]!r}; known are {', '.join(EVENT_KINDS)}, beside at and state."
            )
    if len(kinds) != 1:
        raise BadScenario(item.line, "has no event." if not kinds else "has two events at once; list them apart.")
    at_ms, when = _moment(reader.wanted(item, "at"), reader, before)
    [(name, value)] = kinds
    words = f"{name.text}: {_written(value)}"[:_MOST_LETTERS]
    return Event(at_ms, EVENT_KINDS[name.text].read(value, reader), item.line, when, words)


def _moment(data: Data, reader: Reader, before: Sequence[Event]) -> tuple[int, When]:
    """Read when an event happens; `+10m` is counted from the beginning as long as the event before it is."""
    text = reader.text(data, "a moment")
    if text == _REST:
        return 0, When.REST
    waits = any(event.when is not When.AT for event in before)
    if text.startswith("+"):
        span = reader.duration(Word(text[1:], data.line), "a moment")
        return (span, When.AFTER) if waits else (_since_beginning(span, data, before), When.AT)
    if not text[0].isdigit():
        raise BadScenario(
            data.line,
            f"has the moment {text[:40]!r}; known are 10m since the beginning, +10m after the event before, and rest.",
        )
    at_ms = reader.duration(data, "a moment")
    if waits:
        raise BadScenario(
            data.line,
            f"has the moment {text[:40]} after an event at rest, and when that is, only the answer shows. Write "
            "`at: rest`, or a time after the event before it, such as `at: +10m`.",
        )
    if before and at_ms < before[-1].at_ms:
        raise BadScenario(data.line, "has an event that is earlier than the one before it.")
    return at_ms, When.AT


def _since_beginning(span: int, data: Data, before: Sequence[Event]) -> int:
    at_ms = span + (before[-1].at_ms if before else 0)
    if at_ms > LONGEST_MS:
        raise BadScenario(data.line, f"has an event after {duration_text(at_ms)}; 365 days are the most here.")
    return at_ms


def _written(data: Data) -> str:
    """Write a value as it may stand in a scenario."""
    match data:
        case Word():
            return data.text
        case Items():
            return f"[{', '.join(map(_written, data.items))}]"
        case Fields():
            return f"{{{', '.join(f'{name.text}: {_written(value)}' for name, value in data.fields)}}}"
