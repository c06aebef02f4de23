"""The measures of partitions by Polars, as tests.benchmarks.lag has DuckDB do it; needs `pip install polars`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

SERIES = ("group", "topic", "partition")


def measures(path: Path, form: str) -> int:
    """Measure a history of CSV or Parquet; gives the number of its partitions. Raises ImportError."""
    import polars as pl

    def grown(name: str) -> Any:
        return pl.col(name).diff().over(SERIES, order_by="timestamp")

    history = pl.scan_parquet(path) if form == "parquet" else pl.scan_csv(path, try_parse_dates=True)
    looked = history.with_columns(
        lag=(pl.col("log_end_offset") - pl.col("committed_offset")).clip(0),
        seconds=pl.col("timestamp").dt.epoch("us") / 1e6,
    ).with_columns(passed=grown("seconds"), produced=grown("log_end_offset"), consumed=grown("committed_offset"))
    stalled = looked.with_columns(stalled=(pl.col("consumed") == 0).fill_null(value=False))
    runs = stalled.with_columns(run=(~pl.col("stalled")).cum_sum().over(SERIES, order_by="timestamp"))
    stalls = runs.filter("stalled").group_by(*SERIES, "run").agg(pl.col("passed").sum())
    found = looked.group_by(SERIES).agg(
        pl.len(),
        pl.col("lag").mean().alias("mean"),
        (pl.cov("lag", "seconds") / pl.col("seconds").var()).alias("slope"),
        *(pl.col("lag").quantile(share, "linear").alias(f"p{share}") for share in (0.5, 0.95, 0.99)),
        *((pl.col(name).sum() / pl.col("passed").sum()).alias(f"{name}_rate") for name in ("produced", "consumed")),
    )
    longest = stalls.group_by(SERIES).agg(pl.col("passed").max().alias("stall"))
    return int(found.join(longest, on=SERIES, how="left").collect().height)
