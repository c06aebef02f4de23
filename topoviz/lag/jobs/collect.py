"""Bringing what was measured, which is small, out of Spark and into a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from pyspark.sql import Column, DataFrame, Row
from pyspark.sql import functions as F

from topoviz.engine.advice.measured import Measured
from topoviz.engine.tasks.task_id import TaskId
from topoviz.lag.added_up import sub_topologies_of, tasks_of
from topoviz.lag.advice.advise import advise, measured_loads, threads_in_short
from topoviz.lag.advice.threads import beside_causes
from topoviz.lag.findings.busy.because import Beside, with_causes
from topoviz.lag.findings.findings import find
from topoviz.lag.findings.sight import sight_of
from topoviz.lag.findings.verdict import judged_partitions, judged_tasks, verdict_of
from topoviz.lag.instances import Member, instances_of, threads_of
from topoviz.lag.java_lookups import made_once
from topoviz.lag.jobs.beside import beside
from topoviz.lag.jobs.cells import MOST_BUCKETS
from topoviz.lag.jobs.charts import heat_of, timelines_of
from topoviz.lag.jobs.more import hours_of_day, shared
from topoviz.lag.jobs.span import Span
from topoviz.lag.jobs.threads import NO_THREADS, Threads, with_threads
from topoviz.lag.jobs.watch import Watch
from topoviz.lag.jobs.work import measured_of
from topoviz.lag.onto_topology import Placement, Places
from topoviz.lag.rebalances import Moved, rebalances_of
from topoviz.lag.report.advice import Advice, AdviceKind
from topoviz.lag.report.finding import Finding, FindingKind, PartitionRef
from topoviz.lag.report.lag_report import LagReport
from topoviz.lag.report.over_time import HeatMap, HourOfDay, Timeline
from topoviz.lag.report.partitions import PARTITION_TIMES, PartitionLag
from topoviz.lag.report.rows import RowCounts
from topoviz.lag.report.tasks import Amplification, Copartitioned, SubTopologyLag, TaskLag
from topoviz.lag.report.threads import InstanceLag, Rebalance
from topoviz.lag.topics.findings.findings import with_topics
from topoviz.lag.topics.model import TopicHistory
from topoviz.lag.transforms.owners import members_of, moves_of
from topoviz.lag.transforms.windows import MICROSECONDS

MOST_REBALANCES: Final = 2_000
MOST_INSTANCES: Final = 2_000
MOST_THREADS: Final = 2_000
_JUDGED: Final = {"verdict": None, "unknown_because": None}


@dataclass(frozen=True, slots=True)
class Gathered:
    """The tables and lines of a report."""

    partitions: tuple[PartitionLag, ...]
    tasks: tuple[TaskLag, ...]
    sub_topologies: tuple[SubTopologyLag, ...]
    timelines: tuple[Timeline, ...]
    heat: HeatMap
    instances: tuple[InstanceLag, ...]
    rebalances: tuple[Rebalance, ...]
    measured: Measured | None
    hours: tuple[HourOfDay, ...]
    copartitioned: tuple[Copartitioned, ...]


def placed(measures: DataFrame, places: DataFrame) -> DataFrame:
    """Join the measures with the places."""
    return measures.join(F.broadcast(places), on=["group", "topic"], how="left")


def gather(
    samples: DataFrame,
    cells: DataFrame,
    placed: DataFrame,
    partitions: tuple[PartitionLag, ...],
    places: DataFrame,
    span: Span,
    watch: Watch,
) -> Gathered:
    """Collect tables, lines and heat map; `cells` are those of cells_of.

    Each query is small, and Spark takes most of its time to think about it: two at a time take half as long.
    """
    watch.check()
    tasks = tasks_of(partitions)
    subs = sub_topologies_of(tasks)

    def more() -> tuple[HeatMap, Measured | None, tuple[InstanceLag, ...], tuple[Rebalance, ...]]:
        heat = heat_of(cells, partitions, span)
        watch.check()
        measured = measured_of(cells, partitions, span)
        watch.check()
        return heat, measured, *_owners(samples, placed, partitions, span)

    with beside(more) as rest:
        timelines = timelines_of(cells, places, partitions, tasks, span)
        watch.check()
        hours = hours_of_day(cells, span)
        watch.check()
        copartitioned = shared(cells, places, partitions)
        heat, measured, instances, rebalances = rest()
    return Gathered(partitions, tasks, subs, timelines, heat, instances, rebalances, measured, hours, copartitioned)


@dataclass(frozen=True, slots=True)
class Judged:
    """What is said of what was collected."""

    advice: tuple[Advice, ...]
    findings: tuple[Finding, ...]
    amplifications: tuple[Amplification, ...] = ()


def judge(
    gathered: Gathered, places: Places, span: Span, threads: Threads = NO_THREADS
) -> tuple[tuple[Advice, ...], tuple[Finding, ...]]:
    """Say what could be done about what was collected, and what was found in it."""
    start = span.start / MICROSECONDS
    advice = advise(gathered.measured, gathered.partitions, start, threads.times)
    needed = threads_in_short(advice)
    findings = find(gathered.partitions, places.not_in_history, gathered.instances, gathered.rebalances, needed)
    return advice, findings


def assemble(
    span: Span,
    rows: RowCounts,
    gathered: Gathered,
    judged: Judged,
    places: Places,
    placement: Placement,
    notes: tuple[str, ...],
    threads: Threads = NO_THREADS,
    topics: TopicHistory | None = None,
) -> LagReport:
    """Make the report out of everything that was collected and found."""
    start, end = span.start / MICROSECONDS, span.end / MICROSECONDS
    width = span.width(MOST_BUCKETS)
    findings = judged.findings
    partitions = judged_partitions(gathered.partitions, findings)
    findings = with_topics(findings, partitions, topics)
    if threads.times:
        # Last, since what goes on, and what changed, is asked by what the lag looks like.
        beside = Beside(threads.lines, start, width, threads.times)
        findings = with_causes(findings, gathered.partitions, beside)
    looked_at = [one for one in partitions if one.verdict is not None]
    report = LagReport(
        start=start,
        end=end,
        interval_seconds=span.interval_seconds,
        group=places.group,
        rows=rows,
        verdict=verdict_of(findings),
        sight=sight_of(looked_at, start, end, span.interval_seconds),
        findings=findings,
        sub_topologies=gathered.sub_topologies,
        tasks=judged_tasks(gathered.tasks, partitions),
        partitions=partitions,
        topics_not_read=places.not_read,
        topics_not_in_history=places.not_in_history,
        partitions_not_in_history=_absent(gathered.partitions, places, placement),
        bucket_seconds=width,
        buckets=span.buckets(MOST_BUCKETS),
        timelines=gathered.timelines,
        heat=gathered.heat,
        unsure=places.unsure,
        notes=(*notes, *_notes(gathered.partitions)),
        instances=gathered.instances[-MOST_INSTANCES:],
        rebalances=gathered.rebalances[-MOST_REBALANCES:],
        advice=beside_causes(_fitting(judged.advice, findings), findings),
        thread_lags=threads_of(partitions)[:MOST_THREADS],
        hours=gathered.hours,
        amplifications=judged.amplifications,
        copartitioned=gathered.copartitioned,
        topic_history=topics,
        loads=measured_loads(gathered.measured, partitions, threads.times),
    )
    return with_threads(report, threads)


def _fitting(advice: tuple[Advice, ...], findings: Sequence[Finding]) -> tuple[Advice, ...]:
    """Leave out how many threads would keep up where those that are there wait for records."""
    if not any(one.kind is FindingKind.SLOW_POLL for one in findings):
        return advice
    return tuple(one for one in advice if one.kind is not AdviceKind.THREADS)


def partitions_of(placed: DataFrame) -> tuple[PartitionLag, ...]:
    """Collect what was measured of each partition, in order."""
    columns = placed.drop("owned").withColumns({**_times()})
    # Sorting rows that are few takes Spark longer than Python.
    rows = sorted(columns.collect(), key=lambda row: (row["group"], row["topic"], row["partition"]))
    return tuple(_make(PartitionLag, row, task=_task(row), **_JUDGED) for row in rows)


@made_once
def _times() -> Mapping[str, Column]:
    return {name: F.unix_micros(name) / F.lit(MICROSECONDS) for name in PARTITION_TIMES}


def _owners(
    samples: DataFrame, placed: DataFrame, partitions: tuple[PartitionLag, ...], span: Span
) -> tuple[tuple[InstanceLag, ...], tuple[Rebalance, ...]]:
    """Find out when instances came and went, and when partitions went to others; nothing where no client is named."""
    if not any(one.clients for one in partitions):
        return (), ()
    members = members_of(placed).collect()
    instances = instances_of(
        (
            Member(
                row["group"],
                row["client_id"],
                row["first_seen"] / MICROSECONDS,
                row["last_seen"] / MICROSECONDS,
                tuple(row["hosts"]),
            )
            for row in members
        ),
        partitions,
    )
    if not any(one.moves for one in partitions):
        return instances, ()
    moves = [
        Moved(row["group"], row["previous"] / MICROSECONDS, row["timestamp"] / MICROSECONDS, row["partitions"])
        for row in moves_of(samples).collect()
    ]
    return instances, rebalances_of(moves, instances, span.interval_seconds)


def _absent(partitions: tuple[PartitionLag, ...], places: Places, placement: Placement) -> tuple[PartitionRef, ...]:
    """List the partitions that a topic has by its count and the history has not."""
    seen = {(one.topic, one.partition) for one in partitions if one.group == places.group}
    return tuple(
        PartitionRef(place.group, place.topic, number)
        for place in places.places
        for number in range(placement.partition_counts.get(place.topic_in_topology, 0))
        if (place.topic, number) not in seen
    )


def _notes(partitions: tuple[PartitionLag, ...]) -> tuple[str, ...]:
    ends, commits = sum(one.end_resets for one in partitions), sum(one.commit_resets for one in partitions)
    beyond, none = sum(one.beyond_end for one in partitions), sum(one.uncommitted for one in partitions)
    return tuple(
        sentence
        for count, sentence in (
            (ends, f"The end of a log went back {ends:,} times; the intervals in question have no rate."),
            (commits, f"A committed offset went back {commits:,} times; the intervals in question have no rate."),
            (beyond, f"In {beyond:,} samples the committed offset is beyond the end; their lag is taken to be 0."),
            (none, f"In {none:,} samples nothing is committed; their lag is not known."),
        )
        if count
    )


def _task(row: Row) -> str | None:
    return None if row["sub_topology"] is None else str(TaskId(row["sub_topology"], row["partition"]))


def _make(kind: type[Any], row: Row, **others: Any) -> Any:
    return kind(**{one.name: others[one.name] if one.name in others else row[one.name] for one in fields(kind)})
