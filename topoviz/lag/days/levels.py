"""Hours of partitions put together: those of a task, a sub-topology, a topic; and what becomes of them over days."""

from __future__ import annotations

from typing import Final

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from topoviz.lag.days.hours import KEY, middle_of
from topoviz.lag.days.report import Of
from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.stalls import MARKS
from topoviz.lag.transforms.windows import MICROSECONDS

THING: Final = ("of", "group", "topic", "partition", "sub_topology")
"""What names a thing; what does not belong to its name is null."""

HOURS_OF_A_DAY: Final = 20
"""A day counts for how things grow when so many of its hours are known: else it is the hours that differ."""

_HOUR: Final = 3600.0
_PERCENTILES: Final = {"p50": 0.5, "p95": 0.95, "p99": 0.99}


def joined_up(hours: DataFrame) -> DataFrame:
    """Add to each of HOURS what lies between the last sample of the hour before and its first.

    Hours that do not follow each other are not joined: what came in between would all be of one hour.
    """
    order = Window.partitionBy(*SERIES).orderBy("hour")
    before = {f"before_{name}": F.lag(name).over(order) for name in (
        "hour", "last_at", "last_end", "last_committed", "last_lag", "last_owner")}  # fmt: skip
    known = hours.withColumns(before)
    follows = (F.unix_micros("hour") - F.unix_micros("before_hour")) == F.lit(int(_HOUR * MICROSECONDS))
    seconds = (F.unix_micros("first_at") - F.unix_micros("before_last_at")) / F.lit(float(MICROSECONDS))
    produced, consumed = _grown("first_end", "before_last_end"), _grown("first_committed", "before_last_committed")
    is_stalled = (consumed == 0) & (F.col("before_last_lag") > MARKS)
    is_moved = F.col("first_owner") != F.col("before_last_owner")
    return known.withColumns(
        {
            "produced": _plus("produced", follows, produced),
            "produced_seconds": _plus("produced_seconds", follows & produced.isNotNull(), seconds),
            "consumed": _plus("consumed", follows, consumed),
            "consumed_seconds": _plus("consumed_seconds", follows & consumed.isNotNull(), seconds),
            "stalled_seconds": _plus("stalled_seconds", follows & is_stalled, seconds),
            "moves": _plus("moves", follows & is_moved, F.lit(1)),
        }
    ).drop(*before)


def things_by_hour(hours: DataFrame, places: DataFrame) -> DataFrame:
    """Put partitions together by the hour: lag is the sum of the means of those of which it is known.

    Gives THING with `day`, `hour`, `lag`, `produce_rate`, `consume_rate`, `stalled_seconds` and `moves`.
    """
    known = F.col("samples") - F.col("uncommitted")
    figures = hours.join(F.broadcast(places), on=["group", "topic"], how="left").select(
        *KEY,
        "day",
        "sub_topology",
        F.try_divide("lag_sum", known).alias("lag"),
        F.try_divide("produced", "produced_seconds").alias("produce_rate"),
        F.try_divide("consumed", "consumed_seconds").alias("consume_rate"),
        "stalled_seconds",
        "moves",
    )
    none = F.lit(None)
    is_placed = F.col("sub_topology").isNotNull()
    things = F.array_compact(
        F.array(
            _thing(Of.PARTITION, F.col("topic"), F.col("partition"), F.col("sub_topology")),
            _thing(Of.TOPIC, F.col("topic"), none, F.col("sub_topology")),
            F.when(is_placed, _thing(Of.TASK, none, F.col("partition"), F.col("sub_topology"))),
            F.when(is_placed, _thing(Of.SUB_TOPOLOGY, none, none, F.col("sub_topology"))),
        )
    )
    each = figures.withColumn("thing", F.explode(things)).select(
        F.col("thing.of"),
        "group",
        *(F.col(f"thing.{name}") for name in THING[2:]),
        *("day", "hour", "lag", "produce_rate", "consume_rate", "stalled_seconds", "moves"),
    )
    sums = ("lag", "produce_rate", "consume_rate", "stalled_seconds", "moves")
    return each.groupBy(*THING, "day", "hour").agg(*(F.sum(name).alias(name) for name in sums))


def by_day(things: DataFrame) -> DataFrame:
    """Give for each thing and day the means of its hours and its busiest hour."""
    return things.groupBy(*THING, "day").agg(
        *(F.avg(name).alias(name) for name in ("lag", "produce_rate", "consume_rate")),
        F.max("lag").alias("lag_busiest"),
        F.min_by(F.hour("hour"), F.struct((-F.col("lag")).alias("most"), "hour")).alias("busiest_hour"),
        F.count("*").alias("hours"),
    )


def by_hour_of_day(things: DataFrame) -> DataFrame:
    """Give for each thing and hour of the day the means over days."""
    return things.groupBy(*THING, F.hour("hour").alias("hour_of_day")).agg(
        *(F.avg(name).alias(name) for name in ("lag", "produce_rate", "consume_rate")), F.count("*").alias("days")
    )


def over_all(things: DataFrame) -> DataFrame:
    """Give for each thing what it did over all days."""
    return things.groupBy(*THING).agg(
        *(F.avg(name).alias(f"{name}_mean") for name in ("lag", "produce_rate", "consume_rate")),
        F.max("lag").alias("lag_busiest"),
        F.min_by(F.unix_seconds("hour"), F.struct((-F.col("lag")).alias("most"), "hour")).alias("lag_busiest_at"),
        F.sum("stalled_seconds").alias("stalled_seconds"),
        F.sum("moves").alias("moves"),
        F.count("*").alias("hours"),
    )


def growth(days: DataFrame) -> DataFrame:
    """Give for each thing how its lag and what comes in grow, by least squares over days."""
    number = F.datediff(F.col("day").cast("date"), F.lit("1970-01-01").cast("date")).cast("double")
    whole = days.where(F.col("hours") >= HOURS_OF_A_DAY).withColumn("number", number)
    return whole.groupBy(*THING).agg(
        F.regr_slope("lag", "number").alias("lag_a_day"),
        F.regr_r2("lag", "number").alias("lag_a_day_steadiness"),
        F.try_divide(F.regr_slope("produce_rate", "number") * 7, F.avg("produce_rate")).alias("input_a_week"),
        F.regr_r2("produce_rate", "number").alias("input_a_week_steadiness"),
    )


def two_days(things: DataFrame, day: str, before: str) -> DataFrame:
    """Give for each thing both days side by side, each the mean of the hours of the day that both have."""
    figures = ("lag", "produce_rate")
    now, then = (
        things.where(F.col("day") == F.lit(one)).select(
            *THING, F.hour("hour").alias("hour_of_day"), *(F.col(name).alias(f"{name}_{side}") for name in figures)
        )
        for one, side in ((day, "now"), (before, "before"))
    )
    same = [now[name].eqNullSafe(then[name]) for name in (*THING, "hour_of_day")]
    both = now.join(then, on=same).select(
        *(now[name] for name in THING), *(f"{name}_{side}" for name in figures for side in ("before", "now"))
    )
    # An hour in which one side knows nothing says nothing of the other.
    means = [
        F.avg(F.when(F.col(f"{name}_before").isNotNull() & F.col(f"{name}_now").isNotNull(), F.col(f"{name}_{side}")))
        .alias(f"{name}_{side}")
        for name in figures for side in ("before", "now")
    ]  # fmt: skip
    return both.groupBy(*THING).agg(*means, F.count("*").alias("hours"))


def spreads(hours: DataFrame) -> DataFrame:
    """Give for each partition percentiles of the lags of all its samples, and the greatest lag."""
    in_bins = hours.select(*SERIES, F.explode("bins").alias("bin", "count"))
    counts = in_bins.groupBy(*SERIES, "bin").agg(F.sum("count").alias("count"))
    all_bins, up_to = Window.partitionBy(*SERIES), Window.partitionBy(*SERIES).orderBy("bin")
    ranked = counts.withColumns({"total": F.sum("count").over(all_bins), "rank": F.sum("count").over(up_to)})
    percentiles = [
        middle_of(F.min(F.when(F.col("rank") >= F.col("total") * F.lit(share), F.col("bin")))).alias(name)
        for name, share in _PERCENTILES.items()
    ]
    peak = F.max(F.struct("lag_max", (-F.unix_micros("lag_max_at")).alias("rank")))
    most = hours.groupBy(*SERIES).agg(peak.alias("peak"))
    return ranked.groupBy(*SERIES).agg(*percentiles).join(most, on=list(SERIES), how="right").select(
        *SERIES, "p50", "p95", "p99", F.col("peak.lag_max").alias("most"),
        (-F.col("peak.rank") / MICROSECONDS).alias("most_at"),
    )  # fmt: skip


def _thing(of: Of, topic: Column, partition: Column, sub_topology: Column) -> Column:
    return F.struct(
        F.lit(str(of)).alias("of"),
        topic.cast("string").alias("topic"),
        partition.cast("int").alias("partition"),
        sub_topology.alias("sub_topology"),
    )


def _grown(first: str, last: str) -> Column:
    """Give by how much an offset grew; null where it went back, or one of both is not known."""
    grown = F.col(first) - F.col(last)
    return F.when(grown >= 0, grown)


def _plus(name: str, condition: Column, more: Column) -> Column:
    """Add where the condition holds; a sum of which nothing is known stays unknown."""
    given = F.when(condition, more)
    return F.when(F.col(name).isNull(), given).otherwise(F.col(name) + F.coalesce(given, F.lit(0)))
