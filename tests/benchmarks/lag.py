"""Lag reports against DuckDB: `python -m tests.benchmarks.lag [ROWS …]`, CSV and Parquet, in one run.

Spark makes the whole report, with rejected rows, charts and findings; DuckDB only works out the measures of the
partitions, so it is the faster one even where both read alike, and so does Polars where that is installed. Starting
Spark is told apart. What a processor takes says more than the clock where other work keeps the machine busy. Memory is
the greatest resident size so far of the Java and of this process, in which DuckDB and Polars run.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
from pyspark import SparkContext

from tests.benchmarks import lag_polars
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.limits import Limits
from topoviz.lag.onto_topology import Placement, Reader
from topoviz.lag.session import SessionSettings, spark_session, stop_session

SERIES = 100
PLACEMENT = Placement((Reader("orders", 0, False),))
LIMITS = Limits(max_bytes=1 << 40, max_rows=1 << 40, seconds=3600)

# Fifty records a second and partition, three samples in a hundred late.
ROWS = """
SELECT make_timestamptz(1772445600000000 + (number // $series) * 10000000) AS timestamp, 'app' AS "group",
    'orders' AS topic, number % $series AS "partition",
    100000 + (number // $series) * 500 + hash(number) % 200 AS log_end_offset,
    100000 + (number // $series) * 500 - hash(number + 7) % 400
        - if(hash(number) % 100 < 3, 900, 0) AS committed_offset,
    'app-' || (number % 4) AS client_id
FROM range($rows) numbers(number)
"""
MEASURES = """
SELECT "partition", count(*), regr_slope(lag, seconds), quantile_cont(lag, [0.5, 0.95, 0.99]), avg(lag),
    sum(produced) / sum(passed), sum(consumed) / sum(passed), max(stall)
FROM (
    SELECT *, sum(passed) FILTER (stalled) OVER (PARTITION BY "group", topic, "partition", run) AS stall
    FROM (
        SELECT *, sum(if(stalled, 0, 1)) OVER series AS run
        FROM (
            SELECT *, epoch(timestamp) - epoch(lag(timestamp) OVER series) AS passed, epoch(timestamp) AS seconds,
                log_end_offset - lag(log_end_offset) OVER series AS produced,
                committed_offset - lag(committed_offset) OVER series AS consumed,
                coalesce(committed_offset = lag(committed_offset) OVER series, false) AS stalled
            FROM (SELECT *, greatest(log_end_offset - committed_offset, 0) AS lag FROM history)
            WINDOW series AS (PARTITION BY "group", topic, "partition" ORDER BY timestamp)
        )
        WINDOW series AS (PARTITION BY "group", topic, "partition" ORDER BY timestamp)
    )
)
GROUP BY ALL
"""


def main(sizes: list[int]) -> None:
    """Measure every size in both forms and print a table."""
    began = time.perf_counter()
    spark = spark_session(SessionSettings(driver_memory="2g"))
    spark.range(10).count()
    print(f"Spark started and answered in {time.perf_counter() - began:.1f} s\n")
    print(
        f"{'rows':>12} {'form':8} {'MB':>6} {'Spark s':>8} {'its CPU':>8} {'DuckDB s':>9} {'its CPU':>8} {'ratio':>6} "
        f"{'Polars s':>9} {'its CPU':>8} {'Java MB':>8} {'here MB':>8} {'load':>5}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for rows in sizes:
            for form in ("csv", "parquet"):
                path = write(Path(folder) / f"history-{rows}.{form}", rows, form)
                print(line(spark, path, rows, form), flush=True)
                path.unlink()
    stop_session()


def write(path: Path, rows: int, form: str) -> Path:
    """Write a history of so many rows."""
    with duckdb.connect() as database:
        database.execute("SET TimeZone = 'UTC'")
        made = database.sql(ROWS, params={"series": SERIES, "rows": rows})
        made.write_parquet(str(path)) if form == "parquet" else made.write_csv(str(path))
    return path


def line(spark: Any, path: Path, rows: int, form: str) -> str:
    """Run all over one file."""
    java = SparkContext._gateway.proc.pid  # type: ignore[union-attr]
    ours, our_processor = taken(lambda: report(spark, path, rows), java)
    theirs, their_processor = taken(lambda: by_duckdb(path, form))
    try:
        polars, polars_processor = taken(lambda: by_polars(path, form))
    except ImportError:
        polars = polars_processor = float("nan")
    size = path.stat().st_size / 1e6
    return (
        f"{rows:>12,} {form:8} {size:>6.0f} {ours:>8.1f} {our_processor:>8.1f} {theirs:>9.2f} {their_processor:>8.1f} "
        f"{our_processor / their_processor:>6.1f} {polars:>9.2f} {polars_processor:>8.1f} "
        f"{peak(java):>8,.0f} {peak('self'):>8,.0f} {os.getloadavg()[0]:>5.1f}"
    )


def taken(work: Callable[[], None], *others: int) -> tuple[float, float]:
    """Give the seconds that work takes, and those of a processor, with what other processes do for it."""
    pids = ("self", *others)
    began, used = time.perf_counter(), sum(map(processor, pids))
    work()
    return time.perf_counter() - began, sum(map(processor, pids)) - used


def report(spark: Any, path: Path, rows: int) -> None:
    """Make the whole report."""
    made = analyze_history(spark, [path], PLACEMENT, limits=LIMITS)
    assert made.rows.good == rows, made.rows


def by_duckdb(path: Path, form: str) -> None:
    """Work out the measures of partitions alone."""
    with duckdb.connect() as database:
        database.execute("SET threads = 2")
        history = database.read_parquet(str(path)) if form == "parquet" else database.read_csv(str(path))
        database.register("history", history)
        assert len(database.execute(MEASURES).fetchall()) == SERIES


def by_polars(path: Path, form: str) -> None:
    """Work out the same measures. Raises ImportError where Polars is not installed."""
    os.environ["POLARS_MAX_THREADS"] = "2"
    assert lag_polars.measures(path, form) == SERIES


def processor(pid: int | str) -> float:
    """Give the seconds of a processor that a process has taken, and its children that have ended."""
    told = Path("/proc", str(pid), "stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(map(int, told[11:15])) / os.sysconf("SC_CLK_TCK")


def peak(pid: int | str) -> float:
    """Give the greatest resident size of a process in megabytes."""
    for text in Path("/proc", str(pid), "status").read_text(encoding="ascii").splitlines():
        if text.startswith("VmHWM:"):
            return int(text.split()[1]) / 1024
    return 0.0


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or [1_000_000, 10_000_000])
