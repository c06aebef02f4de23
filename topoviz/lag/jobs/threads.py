"""What the threads' own metrics tell, brought out of Spark and laid beside the lag."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F

from topoviz.lag.jobs.cells import MOST_BUCKETS
from topoviz.lag.jobs.span import Span
from topoviz.lag.owners import Owner, owner_of
from topoviz.lag.report.lag_report import LagReport
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.threads import EndToEnd, ThreadLine, ThreadTime
from topoviz.lag.schemas import THREAD_TIMES
from topoviz.lag.transforms.thread_times import (
    LATENCIES,
    LINES,
    RATES,
    SHARES,
    busiest_tasks,
    end_to_end,
    per_thread,
    thread_buckets,
)

MOST_THREADS: Final = 1_000
MOST_THREAD_LINES: Final = 20
MOST_END_TO_END: Final = 1_000
_NOT_THE_SAME_TIME: Final = (
    "The metrics of threads are of another time than the offsets, so they say nothing of the lag. Export both for the "
    "same time."
)


@dataclass(frozen=True, slots=True)
class Threads:
    """What was found of threads; `lines` has all of them, before the report chooses."""

    times: tuple[ThreadTime, ...] = ()
    lines: tuple[ThreadLine, ...] = ()
    end_to_end: tuple[EndToEnd, ...] = ()
    notes: tuple[str, ...] = ()


NO_THREADS: Final = Threads()


def read_threads(spark: SparkSession, place: str) -> DataFrame:
    """Read the table that was written of metrics."""
    return spark.read.schema(THREAD_TIMES).csv(place)


def gather_threads(told: DataFrame, span: Span) -> Threads:
    """Bring shares of time, their lines and end-to-end latencies out of Spark."""
    count = span.buckets(MOST_BUCKETS)
    buckets = thread_buckets(told, span.start, span.width(MOST_BUCKETS), count).cache()
    try:
        rows = sorted(per_thread(buckets).collect(), key=lambda row: row["thread"])[:MOST_THREADS]
        if not rows:
            return Threads(notes=(_NOT_THE_SAME_TIME,))
        of_bucket: dict[str, dict[int, Row]] = {}
        kept = [row["thread"] for row in rows]
        for row in buckets.where(F.col("thread").isin(kept)).select("thread", "bucket", *LINES).collect():
            of_bucket.setdefault(row["thread"], {})[row["bucket"]] = row
    finally:
        buckets.unpersist()
    busiest = {row["thread"]: row for row in busiest_tasks(told).collect()}
    times = tuple(_time(row, busiest.get(row["thread"])) for row in rows)
    lines = tuple(_line(one, of_bucket[row["thread"]], count) for one, row in zip(times, rows, strict=True))
    ages = sorted(end_to_end(told).collect(), key=lambda row: (-(row["most_ms"] or 0), row["task"], row["node"] or ""))
    found = tuple(
        EndToEnd(row["application"], row["task"], row["node"] or "", row["average_ms"], row["most_ms"]) for row in ages
    )
    return Threads(times, lines, found[:MOST_END_TO_END])


def with_threads(report: LagReport, threads: Threads) -> LagReport:
    """Add what is known of threads to a report, each with the partitions that it has at the end."""
    own = _of_group(threads.times, report)
    held: dict[Owner, list[PartitionLag]] = {}
    for one in report.partitions:
        if one.client_id is not None:
            held.setdefault(owner_of(one.client_id), []).append(one)
    hosts: dict[str, tuple[str, ...]] = {}
    for instance in report.instances:
        hosts.setdefault(instance.process, instance.hosts)
    times = tuple(
        _with_lag(time, held.get(Owner(time.process, time.thread), ()), hosts.get(time.process, ())) for time in own
    )
    order = sorted(times, key=lambda one: (-(one.lag_last or 0), one.process, one.thread))
    first = {(one.process, one.thread): place for place, one in enumerate(order[:MOST_THREAD_LINES])}
    lines = [line for line in threads.lines if (line.process, line.thread) in first]
    return replace(
        report,
        threads=times,
        thread_lines=tuple(sorted(lines, key=lambda line: first[line.process, line.thread])),
        end_to_end=_ages_of_group(threads.end_to_end, report.group),
        notes=(*report.notes, *threads.notes),
    )


def _of_group(times: Sequence[ThreadTime], report: LagReport) -> Sequence[ThreadTime]:
    """Leave out threads of other applications, where the report is of one group and any thread is of it."""
    if report.group is None:
        return times
    processes = {one.process for one in report.instances if one.group == report.group}
    own = [one for one in times if one.process in processes or one.process.startswith(f"{report.group}-")]
    return own or times


def _time(row: Row, busiest: Row | None) -> ThreadTime:
    owner = owner_of(row["thread"])
    assert owner.thread is not None
    values = {name: row[name] for name in (*SHARES, *RATES, *LATENCIES)}
    task, share = (busiest["task"], busiest["share"]) if busiest is not None else (None, None)
    return ThreadTime(
        owner.process, owner.thread, row["buckets"], **values, busiest_task=task, busiest_task_share=share
    )


def _line(one: ThreadTime, at: dict[int, Row], count: int) -> ThreadLine:
    values = {name: tuple(at[place][name] if place in at else None for place in range(count)) for name in LINES}
    return ThreadLine(one.process, one.thread, **values)


def _ages_of_group(ages: tuple[EndToEnd, ...], group: str | None) -> tuple[EndToEnd, ...]:
    own = tuple(one for one in ages if one.application == group)
    return own or ages


def _with_lag(one: ThreadTime, held: Sequence[PartitionLag], hosts: tuple[str, ...]) -> ThreadTime:
    lags = [each.lag_last for each in held if each.lag_last is not None]
    return replace(one, partitions=len(held), lag_last=sum(lags) if lags else None, hosts=hosts)
