"""Into which stretches of time all that is drawn or told over time puts samples, and those in one pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyspark.sql import DataFrame

from topoviz.lag.jobs.span import Span
from topoviz.lag.jobs.work import WORK, stretches_of_work
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.transforms.cells import Stretches, in_cells
from topoviz.lag.transforms.hours import HOUR_SECONDS
from topoviz.lag.transforms.windows import MICROSECONDS

MOST_BUCKETS: Final = 300
"""So many stretches have long lines."""

MOST_CELLS: Final = 120
"""So many have the heat map and the lines of findings."""

FEW_CELLS: Final = 200_000
"""Some 50 MB of memory."""

DAYS: Final = 2
"""An hour of the day says something of every day once two days are there."""

LINES: Final = "lines"
TILES: Final = "tiles"
HOURS: Final = "hours"
_DAY: Final = 86_400


def cells_of(samples: DataFrame, partitions: Sequence[PartitionLag], span: Span) -> DataFrame:
    """Put the samples of each partition into cells: of LINES and TILES, and where there is any, of WORK and HOURS."""
    return in_cells(samples, _stretches(partitions, span))


def are_few(partitions: Sequence[PartitionLag], span: Span) -> bool:
    """Tell whether the cells of a history are so few that memory holds them and one processor looks at them soonest."""
    seconds = (span.end - span.start) / MICROSECONDS
    counts = (one.count or seconds // one.width + 1 for one in _stretches(partitions, span).values())
    return len(partitions) * sum(counts) <= FEW_CELLS


def _stretches(partitions: Sequence[PartitionLag], span: Span) -> dict[str, Stretches]:
    kinds = {
        LINES: Stretches(span.start, span.width(MOST_BUCKETS), span.buckets(MOST_BUCKETS)),
        TILES: Stretches(span.start, span.width(MOST_CELLS), span.buckets(MOST_CELLS)),
    }
    work = stretches_of_work(partitions, span)
    if work is not None:
        kinds[WORK] = work
    if has_hours(span):
        kinds[HOURS] = Stretches(0, HOUR_SECONDS)
    return kinds


def has_hours(span: Span) -> bool:
    """Tell whether a history is long enough to say how a day goes."""
    return span.end - span.start >= DAYS * _DAY * MICROSECONDS
