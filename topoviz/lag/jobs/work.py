"""The work of the tasks of one application over time, out of Spark: what advice is reckoned from."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from topoviz.engine.advice.measured import Measured, TaskWork, known_sum
from topoviz.lag.findings.sight import cadence
from topoviz.lag.jobs.span import Span
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.transforms.cells import Stretches
from topoviz.lag.transforms.windows import MICROSECONDS
from topoviz.lag.transforms.work import work_of

WORK: Final = "work"
_MOST_STRETCHES: Final = 96
_LEAST_SAMPLES: Final = 4
_MOST_CELLS: Final = 60_000
_LEAST_PATIENCE: Final = 60.0


def readers_of(partitions: Sequence[PartitionLag]) -> list[PartitionLag]:
    """Give the partitions of the application: what a topology reads, else all of the only group that there is.

    Nothing where it is not certain which group is meant, and where no client is named, so that nobody knows how many
    threads there are.
    """
    read = [one for one in partitions if one.sub_topology is not None] or list(partitions)
    return read if len({one.group for one in read}) == 1 and any(one.client_id for one in read) else []


def stretches_of_work(partitions: Sequence[PartitionLag], span: Span) -> Stretches | None:
    """Say into which stretches of time the work of an application is put; None where there is none to measure.

    A single sample of each partition has no work: what comes and is read is not known, which is not nothing.
    """
    read = readers_of(partitions)
    if all(one.produce_rate is None for one in read):
        return None
    seconds = (span.end - span.start) / MICROSECONDS
    by_samples = math.floor(seconds / (_LEAST_SAMPLES * (span.interval_seconds or seconds or 1.0)))
    count = max(1, min(_MOST_STRETCHES, by_samples, _MOST_CELLS // len(read)))
    return Stretches(span.start, max(seconds / count, 1e-3), count)


def measured_of(cells: DataFrame, partitions: Sequence[PartitionLag], span: Span) -> Measured | None:
    """Collect the work of the application; `cells` are those of cells_of."""
    read, stretches = readers_of(partitions), stretches_of_work(partitions, span)
    if stretches is None:
        return None
    width, count = stretches.width, stretches.count or 1
    rows = work_of(cells.where(F.col("group") == F.lit(read[0].group)), WORK).collect()
    at = {(row["topic"], row["partition"], row["bucket"]): row for row in rows}
    tasks: dict[str, list[PartitionLag]] = {}
    for one in read:
        tasks.setdefault(one.task or f"{one.topic}-{one.partition}", []).append(one)
    return Measured(
        width,
        max(_LEAST_PATIENCE, *(cadence(one) for one in read)),
        tuple(_task(name, of_task, at, width, count) for name, of_task in tasks.items()),
    )


def _task(
    name: str, partitions: Sequence[PartitionLag], cells: Mapping[tuple[str, int, int], Row], width: float, count: int
) -> TaskWork:
    at = [
        [row for one in partitions if (row := cells.get((one.topic, one.partition, place))) is not None]
        for place in range(count)
    ]
    owners = tuple(next((row["owner"] for row in rows if row["owner"] is not None), None) for rows in at)
    came, read, waiting, least = (
        [known_sum(row[column] for row in rows) for rows in at]
        for column in ("came", "read", "waiting", "least_waiting")
    )
    return TaskWork(
        name,
        partitions[0].sub_topology,
        owners,
        tuple(None if value is None else value * width for value in came),
        tuple(None if value is None else value * width for value in read),
        tuple(waiting),
        tuple(least),
    )
