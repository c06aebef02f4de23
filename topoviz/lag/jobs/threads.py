"""What the threads' own metrics tell, brought out of Spark and laid beside the lag."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F

from topoviz.lag.jobs.charts import MOST_BUCKETS
from topoviz.lag.jobs.span import Span
from topoviz.lag.owners import Owner, owner_of
from topoviz.lag.report import EndToEnd, InstanceLag, LagReport, PartitionLag, ThreadLine, ThreadTime
from topoviz.lag.schemas import THREAD_TIMES
from topoviz.lag.transforms.thread_times import LATENCIES, LINES, RATES, SHARES, end_to_end, per_thread, thread_buckets

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
    times = tuple(_time(row) for row in rows)
    lines = tuple(_line(one, of_bucket[row["thread"]], count) for one, row in zip(times, rows, strict=True))
    ages = sorted(end_to_end(told).collect(), key=lambda row: (-(row["most_ms"] or 0), row["task"], row["node"] or ""))
    found = tuple(
        EndToEnd(row["application"], row["task"], row["node"] or "", row["average_ms"], row["most_ms"]) for row in ages
    )
    return Threads(times, lines, found[:MOST_END_TO_END])


def with_threads(report: LagReport, threads: Threads) -> LagReport:
    """Add what is known of threads to a report, each with the partitions that it has at the end."""
    times = tuple(_with_lag(one, report.partitions, report.instances) for one in threads.times)
    order = sorted(times, key=lambda one: (-(one.lag_last or 0), one.process, one.thread))
    first = {(one.process, one.thread): place for place, one in enumerate(order[:MOST_THREAD_LINES])}
    lines = [line for line in threads.lines if (line.process, line.thread) in first]
    return replace(
        report,
        threads=times,
        thread_lines=tuple(sorted(lines, key=lambda line: first[line.process, line.thread])),
        end_to_end=threads.end_to_end,
        notes=(*report.notes, *threads.notes),
    )


def _time(row: Row) -> ThreadTime:
    owner = owner_of(row["thread"])
    assert owner.thread is not None
    values = {name: row[name] for name in (*SHARES, *RATES, *LATENCIES)}
    return ThreadTime(owner.process, owner.thread, row["buckets"], **values)


def _line(one: ThreadTime, at: dict[int, Row], count: int) -> ThreadLine:
    values = {name: tuple(at[place][name] if place in at else None for place in range(count)) for name in LINES}
    return ThreadLine(one.process, one.thread, **values)


def _with_lag(one: ThreadTime, partitions: Sequence[PartitionLag], instances: Sequence[InstanceLag]) -> ThreadTime:
    owner = Owner(one.process, one.thread)
    own = [each for each in partitions if each.client_id is not None and owner_of(each.client_id) == owner]
    lags = [each.lag_last for each in own if each.lag_last is not None]
    hosts = next((each.hosts for each in instances if each.process == one.process), ())
    return replace(one, partitions=len(own), lag_last=sum(lags) if lags else None, hosts=hosts)
