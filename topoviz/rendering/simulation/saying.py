"""How the sentences of events say records, counts by partition, and times."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from topoviz.engine.scenarios.durations import duration_text
from topoviz.rendering.words import counted, first_of

Json = Mapping[str, Any]

MOST_NAMES: Final = 6
"""Partitions, tasks or nodes in a sentence before the rest is counted."""


def record_words(event: Json) -> str:
    """Name a record."""
    return f"offset {event['offset']} of {event['partition']}"


def counts_words(records: Mapping[str, int]) -> str:
    """Say how many records there are of each partition that has some."""
    parts = [f"{counted(count, 'record')} of {partition}" for partition, count in records.items() if count]
    return first_of(parts, MOST_NAMES)


def offsets_words(offsets: Mapping[str, int]) -> str:
    """Name an offset of each partition."""
    return first_of([f"offset {offset} of {partition}" for partition, offset in offsets.items()], MOST_NAMES)


def span_words(microseconds: int) -> str:
    """Say a span of microseconds."""
    milliseconds = microseconds / 1_000
    return f"{milliseconds:g} ms" if milliseconds < 10 else duration_text(round(milliseconds))


def clock_words(milliseconds: int) -> str:
    """Say a moment, in ms since the beginning."""
    return f"{milliseconds / 1_000:.3f} s"
