"""Lines over time for the charts of topics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pyspark.sql import DataFrame, Row

from topoviz.lag.jobs.span import Span
from topoviz.lag.topics.model import SizeLine, TroubleLine
from topoviz.lag.topics.transforms.lines import sizes_in_buckets, troubles_in_buckets

T = TypeVar("T")


def size_lines_of(
    sizes: DataFrame, topics: Sequence[str], span: Span, width: float, count: int, reach: int
) -> tuple[SizeLine, ...]:
    """Give the size of each topic over time; a size holds until the next look, over `reach` stretches at most."""
    at: dict[str, dict[int, Row]] = {}
    for row in sizes_in_buckets(sizes, span.start, width, count).collect():
        at.setdefault(row["topic"], {})[row["bucket"]] = row
    lines = []
    for topic in topics:
        values: list[float | None] = []
        most = 0
        for bucket in range(count):
            found = at.get(topic, {}).get(bucket)
            # With a partition fewer than before the sum would be of something else.
            most = max(most, 0 if found is None else found["partitions"])
            values.append(None if found is None or found["partitions"] < most else found["size_bytes"])
        if topic in at:
            lines.append(SizeLine(topic, _until_next(values, reach)))
    return tuple(lines)


def trouble_of(changes: DataFrame, span: Span, width: float, count: int, reach: int) -> TroubleLine:
    """Give what was wrong over time; a state holds until the next look, over `reach` stretches at most."""
    at = {row["bucket"]: row for row in troubles_in_buckets(changes, span.start, width, count).collect()}
    out, offline, moves = (
        [at[bucket][name] if bucket in at else None for bucket in range(count)]
        for name in ("out", "offline", "leader_moves")
    )
    return TroubleLine(_until_next(out, reach), _until_next(offline, reach), tuple(moves))


def _until_next(values: Sequence[T | None], reach: int) -> tuple[T | None, ...]:
    """Let each value hold until the next one, over `reach` stretches at most: lag may be looked at more often."""
    filled: list[T | None] = []
    last = -reach - 1
    for place, value in enumerate(values):
        last = place if value is not None else last
        filled.append(values[last] if place - last <= reach else None)
    return tuple(filled)
