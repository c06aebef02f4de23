"""Bringing what was measured, which is small, out of Spark and into a report."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from topoviz.engine.tasks.task_id import TaskId
from topoviz.lag.findings.sight import sight_of
from topoviz.lag.findings.verdict import judged_partitions, judged_tasks, verdict_of
from topoviz.lag.instances import Member, instances_of
from topoviz.lag.jobs.watch import Watch
from topoviz.lag.onto_topology import Placement, Places
from topoviz.lag.rebalances import Moved, rebalances_of
from topoviz.lag.report import (
    PARTITION_TIMES,
    Finding,
    HeatMap,
    HeatRow,
    InstanceLag,
    LagReport,
    PartitionLag,
    PartitionRef,
    Rebalance,
    RowCounts,
    SubTopologyLag,
    TaskLag,
    Timeline,
)
from topoviz.lag.transforms.buckets import in_buckets
from topoviz.lag.transforms.owners import members_of, moves_of
from topoviz.lag.transforms.per_sub_topology import per_sub_topology
from topoviz.lag.transforms.per_task import per_task
from topoviz.lag.transforms.timeline import timeline
from topoviz.lag.transforms.windows import MICROSECONDS

MOST_BUCKETS: Final = 300
MOST_HEAT_BUCKETS: Final = 120
MOST_HEAT_ROWS: Final = 60
MOST_REBALANCES: Final = 2_000
MOST_INSTANCES: Final = 2_000
MOST_TASK_LINES: Final = 20
MOST_TOPIC_LINES: Final = 20
_JUDGED: Final = {"verdict": None, "unknown_because": None}

Find = Callable[
    [tuple[PartitionLag, ...], Sequence[str], Sequence[InstanceLag], Sequence[Rebalance]], tuple[Finding, ...]
]


@dataclass(frozen=True, slots=True)
class Span:
    """From when to when a history goes, and when the end of each group's begins, in microseconds since 1970."""

    start: int
    end: int
    interval_seconds: float | None
    recent_from: Mapping[str, int]

    def buckets(self, most: int) -> int:
        """Give how many stretches of time a chart has: none shorter than the time between two samples."""
        seconds = (self.end - self.start) / MICROSECONDS
        if seconds <= 0 or not self.interval_seconds:
            return 1
        return max(1, min(most, math.floor(seconds / self.interval_seconds)))

    def width(self, most: int) -> float:
        """Give the length of each in seconds."""
        return max((self.end - self.start) / MICROSECONDS / self.buckets(most), 1e-3)


@dataclass(frozen=True, slots=True)
class Gathered:
    """The tables and lines of a report."""

    partitions: tuple[PartitionLag, ...]
    tasks: tuple[TaskLag, ...]
    sub_topologies: tuple[SubTopologyLag, ...]
    timelines: tuple[Timeline, ...]
    heat: HeatMap
    span: Span
    instances: tuple[InstanceLag, ...]
    rebalances: tuple[Rebalance, ...]


def gather(samples: DataFrame, measures: DataFrame, places: DataFrame, span: Span, watch: Watch) -> Gathered:
    """Join the measures with the places and collect tables, lines and heat map."""
    placed = measures.join(F.broadcast(places), on=["group", "topic"], how="left")
    partitions = _partitions(placed)
    watch.check()
    task_frame = per_task(placed.where(F.col("sub_topology").isNotNull()))
    tasks = _tasks(task_frame)
    watch.check()
    found = sorted(per_sub_topology(task_frame).collect(), key=lambda row: row["sub_topology"]) if tasks else []
    subs = tuple(_make(SubTopologyLag, row) for row in found)
    watch.check()
    timelines = _timelines(samples, places, partitions, tasks, span)
    watch.check()
    instances, rebalances = _owners(samples, partitions, span)
    watch.check()
    heat = _heat(samples, partitions, span)
    return Gathered(partitions, tasks, subs, timelines, heat, span, instances, rebalances)


def assemble(
    span: Span,
    rows: RowCounts,
    gathered: Gathered,
    places: Places,
    placement: Placement,
    notes: tuple[str, ...],
    find: Find,
) -> LagReport:
    """Make the report out of everything that was collected, and judge it."""
    start, end = span.start / MICROSECONDS, span.end / MICROSECONDS
    findings = find(gathered.partitions, places.not_in_history, gathered.instances, gathered.rebalances)
    partitions = judged_partitions(gathered.partitions, findings)
    looked_at = [one for one in partitions if one.verdict is not None]
    return LagReport(
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
        bucket_seconds=span.width(MOST_BUCKETS),
        buckets=span.buckets(MOST_BUCKETS),
        timelines=gathered.timelines,
        heat=gathered.heat,
        unsure=places.unsure,
        notes=(*notes, *_notes(gathered.partitions)),
        instances=gathered.instances[-MOST_INSTANCES:],
        rebalances=gathered.rebalances[-MOST_REBALANCES:],
    )


def _partitions(placed: DataFrame) -> tuple[PartitionLag, ...]:
    columns = placed.withColumns({name: F.unix_micros(name) / F.lit(MICROSECONDS) for name in PARTITION_TIMES})
    # Sorting rows that are few takes Spark longer than Python.
    rows = sorted(columns.collect(), key=lambda row: (row["group"], row["topic"], row["partition"]))
    return tuple(_make(PartitionLag, row, task=_task(row), **_JUDGED) for row in rows)


def _owners(
    samples: DataFrame, partitions: tuple[PartitionLag, ...], span: Span
) -> tuple[tuple[InstanceLag, ...], tuple[Rebalance, ...]]:
    """Find out when instances came and went, and when partitions went to others; nothing where no client is named."""
    if not any(one.clients for one in partitions):
        return (), ()
    members = members_of(samples).collect()
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


def _tasks(frame: DataFrame) -> tuple[TaskLag, ...]:
    rows = sorted(frame.collect(), key=lambda row: (row["sub_topology"], row["partition"]))
    total = sum(row["lag_last"] or 0 for row in rows)
    return tuple(
        _make(
            TaskLag,
            row,
            task=_task(row),
            lag_share=row["lag_last"] / total if total and row["lag_last"] is not None else None,
            **_JUDGED,
        )
        for row in rows
    )


def _timelines(
    samples: DataFrame,
    places: DataFrame,
    partitions: tuple[PartitionLag, ...],
    tasks: tuple[TaskLag, ...],
    span: Span,
) -> tuple[Timeline, ...]:
    """Draw a line for each sub-topology, for the tasks that lag most and for the topics that lag most."""
    width, count = span.width(MOST_BUCKETS), span.buckets(MOST_BUCKETS)
    joined = samples.join(F.broadcast(places), on=["group", "topic"], how="left")
    worst = sorted(tasks, key=lambda task: (-(task.lag_mean or 0), task.sub_topology, task.partition))
    names = {
        "sub-topology": sorted({str(task.sub_topology) for task in tasks}, key=int),
        "task": [task.task for task in worst[:MOST_TASK_LINES]],
        "topic": _worst_topics(partitions),
    }
    # One pass makes all lines: each partition counts once for its sub-topology, once for its task, once for its topic.
    sub_topology = F.col("sub_topology").cast("string")
    task = F.concat(sub_topology, F.lit("_"), F.col("partition").cast("string"))
    own_names = {"sub-topology": sub_topology, "task": task, "topic": F.col("topic")}
    lines = F.array(
        *(
            F.when(column.isin(names[of]), F.struct(F.lit(of).alias("of"), column.alias("name")))
            for of, column in own_names.items()
        )
    )
    buckets = in_buckets(joined, span.start, width, count, "sub_topology").withColumn("line", F.explode(lines))
    chosen = buckets.where(F.col("line").isNotNull()).withColumns({"of": F.col("line.of"), "name": F.col("line.name")})
    rows: dict[tuple[str, str], dict[int, Row]] = {}
    for row in timeline(chosen, "of", "name").collect():
        rows.setdefault((row["of"], row["name"]), {})[row["bucket"]] = row
    return tuple(_line(of, name, rows[of, name], count) for of, all_names in names.items() for name in all_names)


def _line(of: str, name: str, at: dict[int, Row], count: int) -> Timeline:
    lag, produce_rate, consume_rate = (
        tuple(at[place][value] if place in at else None for place in range(count))
        for value in ("lag", "produce_rate", "consume_rate")
    )
    partitions = tuple(at[place]["partitions"] if place in at else 0 for place in range(count))
    return Timeline(of, name, lag, produce_rate, consume_rate, partitions)


def _worst_topics(partitions: tuple[PartitionLag, ...]) -> list[str]:
    lags: dict[str, float] = {}
    for one in partitions:
        lags[one.topic] = lags.get(one.topic, 0) + (one.lag_mean or 0)
    return sorted(lags, key=lambda topic: (-lags[topic], topic))[:MOST_TOPIC_LINES]


def _heat(samples: DataFrame, partitions: tuple[PartitionLag, ...], span: Span) -> HeatMap:
    width, count = span.width(MOST_HEAT_BUCKETS), span.buckets(MOST_HEAT_BUCKETS)
    worst = sorted(partitions, key=lambda one: (-(one.lag_mean or 0), one.topic, one.partition, one.group))
    shown = worst[:MOST_HEAT_ROWS]
    name = F.concat_ws("\n", "group", "topic", F.col("partition").cast("string"))
    chosen = samples.where(name.isin([f"{one.group}\n{one.topic}\n{one.partition}" for one in shown]))
    cells = {
        (row["group"], row["topic"], row["partition"], row["bucket"]): row["lag"]
        for row in in_buckets(chosen, span.start, width, count).collect()
    }
    rows = tuple(
        HeatRow(
            one.group,
            one.topic,
            one.partition,
            one.task,
            tuple(cells.get((one.group, one.topic, one.partition, place)) for place in range(count)),
        )
        for one in shown
    )
    return HeatMap(width, count, rows, len(partitions) - len(shown))


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
