"""Takes values out of a configuration, each with its line where it is wrong (BadConfiguration)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from topoviz.engine.scenarios.durations import parse_duration
from topoviz.engine.simulated.bad_configuration import BadConfiguration
from topoviz.engine.simulation.records.model import LONGEST_MS
from topoviz.engine.syntax.data_text import Data, Fields, Items, Word
from topoviz.engine.syntax.data_values import known_fields, wanted_value

_MICROS: Final = re.compile(r"(\d{1,9})\s*(?:us|µs)", re.ASCII)
_LONGEST_COST: Final = 3_600_000_000
_MOST_PARTS: Final = 1_000


def fields_of(data: Data, what: str, known: Sequence[str]) -> Fields:
    """Take the fields of an object, all of which must be known."""
    return known_fields(data, what, known, BadConfiguration)


def named(data: Data | None) -> tuple[tuple[Word, Data], ...]:
    """Take names with values, in their order."""
    if data is None:
        return ()
    if not isinstance(data, Fields):
        raise BadConfiguration(data.line, "has no names with values where they are wanted.")
    return data.fields


def items_of(data: Data | None, what: str) -> tuple[Data, ...]:
    """Take a list."""
    if data is None:
        return ()
    if not isinstance(data, Items):
        raise BadConfiguration(data.line, f"has no list where {what} are wanted.")
    if len(data.items) > _MOST_PARTS:
        raise BadConfiguration(data.line, f"lists {len(data.items):,} {what}; {_MOST_PARTS:,} are the most here.")
    return data.items


def wanted(fields: Fields, name: str) -> Data:
    """Take a field that must be there."""
    return wanted_value(fields, name, BadConfiguration)


def text_of(data: Data) -> str:
    """Take a text that is not empty."""
    if not isinstance(data, Word) or not data.text.strip():
        raise BadConfiguration(data.line, "has no text where one is wanted.")
    return data.text.strip()


def decimal(data: Data, least: float, most: float) -> float:
    """Take a number within bounds."""
    try:
        found = float(text_of(data).replace("_", ""))
    except ValueError:
        found = -1.0
    if not least <= found <= most:
        raise BadConfiguration(
            data.line, f"has {text_of(data)[:40]!r} where a number from {least} to {most} is wanted."
        )
    return found


def span_of(data: Data) -> int:
    """Take a span in ms."""
    try:
        found = parse_duration(text_of(data))
    except ValueError as error:
        raise BadConfiguration(data.line, f"is wrong: {error}") from error
    if found > LONGEST_MS:
        raise BadConfiguration(data.line, "has a time beyond 7 days, the most here.")
    return found


def micros_of(data: Data) -> int:
    """Take a span in microseconds, such as 300us."""
    match = _MICROS.fullmatch(text_of(data))
    found = int(match[1]) if match is not None else span_of(data) * 1_000
    if found > _LONGEST_COST:
        raise BadConfiguration(data.line, "has a cost above 1 h, the most here.")
    return found
