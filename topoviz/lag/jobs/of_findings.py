"""What each finding looks like: the lag and the rates of what it is about, and how they go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F

from topoviz.lag.findings.goes_on import with_forecast
from topoviz.lag.findings.sight import cadence
from topoviz.lag.findings.what_changed import with_change
from topoviz.lag.findings.words import reference
from topoviz.lag.forecast import Trend
from topoviz.lag.jobs.beside import beside
from topoviz.lag.jobs.cells import MOST_CELLS, TILES
from topoviz.lag.jobs.literals import frame_of_literals
from topoviz.lag.jobs.span import Span
from topoviz.lag.jobs.watch import Watch
from topoviz.lag.report.finding import Finding, FindingKind, FindingLines
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.transforms.buckets import in_buckets
from topoviz.lag.transforms.of_findings import BLOCKS, of_findings, trends_of
from topoviz.lag.transforms.timeline import timeline
from topoviz.lag.transforms.windows import MICROSECONDS

_MOST_FINDINGS: Final = 20
_LASTS: Final = frozenset(
    {
        FindingKind.FALLING_BEHIND,
        FindingKind.HOT_PARTITION,
        FindingKind.SLOW_INSTANCE,
        FindingKind.BACKLOG,
    }
)
"""Kinds of findings that say how lag goes at the end, so that one asks how it goes on."""

_LEAST_INTERVALS: Final = 2


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What one finding is about, by group and topic; None are all partitions of it."""

    finding: int
    partitions: Mapping[tuple[str, str], tuple[int, ...] | None]
    trend_from: int
    trend_width: float


def shown(
    spark: SparkSession,
    samples: DataFrame,
    cells: DataFrame,
    findings: Sequence[Finding],
    partitions: Sequence[PartitionLag],
    span: Span,
    watch: Watch,
) -> tuple[Finding, ...]:
    """Add to each finding about partitions its lines, and to those that last when lag reaches some amount."""
    chosen = [
        one
        for number, finding in enumerate(findings[:_MOST_FINDINGS])
        if finding.partitions and finding.kind is not FindingKind.FINE
        for one in [_chosen(number, finding, partitions)]
    ]
    if not chosen:
        return tuple(findings)
    width, count = span.width(MOST_CELLS), span.buckets(MOST_CELLS)
    frame = _frame(spark, chosen)
    found: dict[int, FindingLines] = {}
    rows: dict[int, dict[int, tuple[float | None, ...]]] = {}
    with beside(lambda: _trends(of_findings(samples, frame), chosen, findings)) as rest:
        for row in timeline(of_findings(in_buckets(cells, TILES), frame), "finding").collect():
            at = rows.setdefault(row["finding"], {})
            at[row["bucket"]] = (row["lag"], row["produce_rate"], row["consume_rate"])
        trends = rest()
    for number, at in rows.items():
        lines = [tuple(at[place][value] if place in at else None for place in range(count)) for value in range(3)]
        found[number] = FindingLines(width, *lines)
    watch.check()
    start = span.start / MICROSECONDS
    return tuple(
        with_forecast(with_change(replace(one, lines=found.get(number)), start), trends.get(number))
        for number, one in enumerate(findings)
    )


def _trends(own: DataFrame, chosen: Sequence[_Chosen], findings: Sequence[Finding]) -> Mapping[int, Trend]:
    """Measure how lag goes of those findings where stretches are long enough to say it."""
    lasting = {one.finding: one for one in chosen if findings[one.finding].kind in _LASTS and one.trend_width > 0}
    if not lasting:
        return {}
    rows = trends_of(own.where(F.col("finding").isin(sorted(lasting)))).collect()
    return {
        row["finding"]: _trend(row, lasting[row["finding"]])
        for row in rows
        if row["growth"] is not None and row["deviation"] is not None and row["last_block"] == BLOCKS - 1
    }


def _trend(row: Row, one: _Chosen) -> Trend:
    start = one.trend_from / MICROSECONDS
    return Trend(
        int(row["blocks"]),
        row["growth"],
        row["deviation"],
        row["lag"],
        row["produce_rate"] or 0.0,
        one.trend_width,
        start + (BLOCKS - 0.5) * one.trend_width,
        BLOCKS * one.trend_width,
    )


def _chosen(number: int, finding: Finding, everything: Sequence[PartitionLag]) -> _Chosen:
    refs = set(finding.partitions)
    own = [one for one in everything if reference(one) in refs]
    counts: dict[tuple[str, str], int] = {}
    for one in everything:
        counts[one.group, one.topic] = counts.get((one.group, one.topic), 0) + 1
    numbers: dict[tuple[str, str], tuple[int, ...]] = {}
    for one in own:
        numbers[one.group, one.topic] = (*numbers.get((one.group, one.topic), ()), one.partition)
    start, end = min(one.first_seen for one in own), max(one.last_seen for one in own)
    # What was before it began says nothing of how it goes on.
    onset = max((one.peak_onset or start for one in own), default=start)
    start = max(onset, start + (end - start) / 2)
    width = (end - start) / BLOCKS
    least = max(max(_LEAST_INTERVALS * (one.interval_seconds or 0.0), cadence(one)) for one in own)
    return _Chosen(
        number,
        {key: None if len(found) == counts[key] else found for key, found in numbers.items()},
        round(start * MICROSECONDS),
        width if width >= least else 0.0,
    )


def _frame(spark: SparkSession, chosen: Sequence[_Chosen]) -> DataFrame:
    """Give what was chosen as a frame of literals."""
    rows = [
        {
            "finding": one.finding,
            "group": group,
            "topic": topic,
            "partitions": numbers,
            "trend_from": one.trend_from,
            "trend_width": one.trend_width,
        }
        for one in chosen
        for (group, topic), numbers in one.partitions.items()
    ]
    columns = (
        "finding: int, group: string, topic: string, partitions: array<int>, trend_from: long, trend_width: double"
    )
    return frame_of_literals(spark, rows, columns)
