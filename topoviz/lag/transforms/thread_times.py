"""What threads spend their time on, from what their metrics tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.forms.thread_metrics import ACTIVITIES
from topoviz.lag.transforms.windows import MICROSECONDS

SHARES: Final = tuple(f"{one}_share" for one in ACTIVITIES)
LATENCIES: Final = tuple(f"{one}_latency_ms" for one in ACTIVITIES)
RATES: Final = ("process_rate", "commit_rate")
LINES: Final = (*SHARES, "commit_rate", "process_latency_ms", "commit_latency_ms")
_A_SECOND: Final = 1000.0


def thread_buckets(told: DataFrame, start: int, width: float, count: int) -> DataFrame:
    """Give for each thread and stretch of `width` seconds its shares, rates and latencies, each a mean of its samples.

    A share is the ratio that the thread measures itself, and else how often it does something a second times how long
    that takes. `start` is in microseconds since 1970; what lies outside of the stretches is left out.

    ====== ====== ============= =====    ====== ====== ============= ============ ==================
    micros thread measure       value    thread bucket process_share commit_share process_latency_ms
    ====== ====== ============= =====    ====== ====== ============= ============ ==================
    …      a-1    commit_ratio  0.7   →  a-1    0      0.2           0.7          4.0
    …      a-1    process_rate  50.0
    …      a-1    process_…_avg 4.0
    ====== ====== ============= =====    ====== ====== ============= ============ ==================
    """
    place = F.floor((F.col("micros") - F.lit(start)) / F.lit(width * MICROSECONDS)).cast("int")
    # The last sample stands at the very end.
    last = F.when(F.col("micros") == F.lit(start + round(count * width * MICROSECONDS)), F.lit(count - 1))
    return (
        told.withColumn("bucket", F.coalesce(last, place))
        .where(F.col("bucket").between(0, count - 1))
        .where((F.col("task") == "") | F.col("task").isNull())
        .groupBy("thread", "bucket")
        .agg(
            *(_share(one).alias(name) for one, name in zip(ACTIVITIES, SHARES, strict=True)),
            *(_mean(name).alias(name) for name in RATES),
            *(_mean(f"{one}_latency_avg").alias(name) for one, name in zip(ACTIVITIES, LATENCIES, strict=True)),
        )
    )


def per_thread(buckets: DataFrame) -> DataFrame:
    """Give the means over all stretches of time in which each is known, and how many stretches there are.

    ====== ====== ============    ====== ======= ============
    thread bucket commit_share    thread buckets commit_share
    ====== ====== ============    ====== ======= ============
    a-1    0      0.6          →  a-1    2       0.7
    a-1    1      0.8
    ====== ====== ============    ====== ======= ============
    """
    means = (F.avg(name).alias(name) for name in (*SHARES, *RATES, *LATENCIES))
    return buckets.groupBy("thread").agg(F.count("*").alias("buckets"), *means)


def busiest_tasks(told: DataFrame) -> DataFrame:
    """Give for each thread the task for which it processes most, and that task's share of all its processing.

    ====== ==== ==================== =====    ====== ==== =====
    thread task measure              value    thread task share
    ====== ==== ==================== =====    ====== ==== =====
    a-1    1_0  active_process_ratio 0.8   →  a-1    1_0  0.8
    a-1    1_1  active_process_ratio 0.2
    ====== ==== ==================== =====    ====== ==== =====
    """
    of_tasks = told.where(F.col("measure") == "active_process_ratio").groupBy("thread", "task")
    shares = of_tasks.agg(F.avg("value").alias("share"))
    whole = F.struct("share", "task")
    return shares.groupBy("thread").agg(F.max_by("task", whole).alias("task"), F.max("share").alias("share"))


def end_to_end(told: DataFrame) -> DataFrame:
    """Give for each task and node how old records are when it is done with them, in milliseconds.

    Threads are named after their application, a UUID of their process and their number.

    ==== ====== ======================= =====    ==== ====== ========== =======
    task node   measure                 value    task node   average_ms most_ms
    ==== ====== ======================= =====    ==== ====== ========== =======
    1_0  SINK-3 record_e2e_latency_avg  40.0  →  1_0  SINK-3 50.0       900.0
    1_0  SINK-3 record_e2e_latency_avg  60.0
    1_0  SINK-3 record_e2e_latency_max  900.0
    ==== ====== ======================= =====    ==== ====== ========== =======
    """
    application = F.regexp_replace("thread", r"(-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?-StreamThread-\d+$", "")
    return (
        told.where(F.col("measure").startswith("record_e2e"))
        .groupBy(application.alias("application"), "task", "node")
        .agg(_mean("record_e2e_latency_avg").alias("average_ms"), _of("record_e2e_latency_max", F.max).alias("most_ms"))
    )


def _of(measure: str, aggregate: Callable[[Column], Column]) -> Column:
    return aggregate(F.when(F.col("measure") == measure, F.col("value")))


def _mean(measure: str) -> Column:
    return _of(measure, F.avg)


def _share(activity: str) -> Column:
    ratio = _mean(f"{activity}_ratio")
    reckoned = _mean(f"{activity}_rate") * _mean(f"{activity}_latency_avg") / F.lit(_A_SECOND)
    return F.least(F.coalesce(ratio, reckoned), F.lit(1.0))
