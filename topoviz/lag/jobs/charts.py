"""The lines and the heat map of a report, in stretches of time."""

from __future__ import annotations

from typing import Final

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from topoviz.lag.jobs.cells import LINES, MOST_BUCKETS, MOST_CELLS, TILES
from topoviz.lag.jobs.span import Span
from topoviz.lag.report.over_time import HeatMap, HeatRow, Timeline
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.tasks import TaskLag
from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.buckets import in_buckets
from topoviz.lag.transforms.timeline import timeline

MOST_HEAT_ROWS: Final = 60
MOST_TASK_LINES: Final = 20
MOST_TOPIC_LINES: Final = 20


def timelines_of(
    cells: DataFrame,
    places: DataFrame,
    partitions: tuple[PartitionLag, ...],
    tasks: tuple[TaskLag, ...],
    span: Span,
) -> tuple[Timeline, ...]:
    """Draw a line for each sub-topology, for the tasks that lag most and for the topics that lag most."""
    count = span.buckets(MOST_BUCKETS)
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
    placed = in_buckets(cells, LINES).join(F.broadcast(places), on=["group", "topic"], how="left")
    buckets = placed.withColumn("line", F.explode(lines))
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


def heat_of(cells: DataFrame, partitions: tuple[PartitionLag, ...], span: Span) -> HeatMap:
    """Give the lag over time of the partitions that lag most; `cells` are those of cells_of."""
    width, count = span.width(MOST_CELLS), span.buckets(MOST_CELLS)
    worst = sorted(partitions, key=lambda one: (-(one.lag_mean or 0), one.topic, one.partition, one.group))
    shown = worst[:MOST_HEAT_ROWS]
    name = F.concat_ws("\n", "group", "topic", F.col("partition").cast("string"))
    chosen = in_buckets(cells, TILES).where(name.isin([f"{one.group}\n{one.topic}\n{one.partition}" for one in shown]))
    lags = {
        (row["group"], row["topic"], row["partition"], row["bucket"]): row["lag"]
        for row in chosen.select(*SERIES, "bucket", "lag").collect()
    }
    rows = tuple(
        HeatRow(
            one.group,
            one.topic,
            one.partition,
            one.task,
            tuple(lags.get((one.group, one.topic, one.partition, place)) for place in range(count)),
        )
        for one in shown
    )
    return HeatMap(width, count, rows, len(partitions) - len(shown))
