"""What is measured of each partition over the whole history."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.java_lookups import made_once
from topoviz.lag.schemas import SERIES
from topoviz.lag.transforms.around import with_around
from topoviz.lag.transforms.blind import blind_times_of
from topoviz.lag.transforms.catch_up import with_catch_up
from topoviz.lag.transforms.events import MEASURES, SIGNS, Event, signs
from topoviz.lag.transforms.going_back import going_back_of
from topoviz.lag.transforms.jumps import commit_paces, jumps_of, with_commit_pace, with_pace
from topoviz.lag.transforms.lag import lag_columns
from topoviz.lag.transforms.owners import move_columns, owners_of
from topoviz.lag.transforms.peaks import lateness_columns, peaks_of
from topoviz.lag.transforms.percentiles import PERCENTILES, lag_percentiles
from topoviz.lag.transforms.rates import change_columns, rate_columns
from topoviz.lag.transforms.slope import lag_slope, lag_steadiness
from topoviz.lag.transforms.stalls import stall_columns, stalls_of, with_commit_seconds
from topoviz.lag.transforms.waiting import most_waiting_seconds, waiting_seconds
from topoviz.lag.transforms.windows import MICROSECONDS

_PASSING: Final = ("micros", "late_end", "kept_end", "client_before")
_TORN: Final = ("is_torn", "is_beside_torn")
_OF_EVENTS: Final = ("place", "next", "previous_by_two")
"""What is asked of those samples alone that are part of an event; of all others it is not kept."""


def with_past(samples: DataFrame, *, may_be_torn: bool = True) -> DataFrame:
    """Add to each sample what those around it tell, and nothing that can be reckoned from that: it is to be kept."""
    seen = with_around(samples, may_be_torn=may_be_torn).withColumns({**lateness_columns(), **move_columns()})
    timed = with_commit_seconds(with_measures(seen))
    passing = {*_PASSING, *_OF_EVENTS, *(() if may_be_torn else _TORN)}
    kept = (name for name in seen.columns if name not in passing)
    return timed.select(*kept, *_of_events(), "commit_seconds")


@made_once
def _of_events() -> tuple[Column, ...]:
    nobody_reads = F.col("committed_offset").isNull() | F.col("is_beyond_end") | ~F.col("is_kept")
    is_of_event = F.col("is_stalled") | nobody_reads
    return tuple(F.when(is_of_event, F.col(name)).alias(name) for name in _OF_EVENTS)


def with_measures(seen: DataFrame) -> DataFrame:
    """Add to each sample of with_past what is reckoned from it alone."""
    known = set(seen.columns)
    at_once = {name: column for name, column in _at_once().items() if name not in known}
    # Each step is looked at by Spark once more, so that there are no more than what is reckoned takes.
    return (
        seen.withColumns(at_once).withColumns({**change_columns()}).withColumns({**rate_columns(), **stall_columns()})
    )


@made_once
def _at_once() -> Mapping[str, Column]:
    """Give what is reckoned first; no sample is torn where that was not asked for."""
    return {**{name: F.lit(False) for name in _TORN}, "micros": F.unix_micros("timestamp"), **lag_columns()}


def measure_partitions(samples: DataFrame, recents: DataFrame) -> DataFrame:
    """Give one row for each partition of each group: its figures, and what happened to it.

    `samples` has gone through with_past and with_measures. `recents` has `recent_from` of each group, in microseconds
    since 1970: what comes after it makes the recent rates. Rates are records over seconds of all intervals in which
    they are known, not a mean of rates.
    """
    return with_events(figures_of(samples, recents), samples)


def figures_of(samples: DataFrame, recents: DataFrame) -> DataFrame:
    """Give the figures of each partition, each kind of them in a pass of its own.

    Numbers alone are added up by compiled code, many times as fast as with one list or text among them.
    """
    figures = _numbers(samples, recents)
    for more in (_spread(samples), owners_of(samples)):
        figures = figures.join(more, on=list(SERIES), how="left")
    return with_pace(figures.fillna(0, ["clients"]))


def with_events(figures: DataFrame, samples: DataFrame, kinds: Collection[Event] = tuple(Event)) -> DataFrame:
    """Add to the figures what happened to each partition; `kinds` are those of which any sample may tell.

    Spark hears nothing of a kind that is left out: to find out that there is none of it takes as long as to find some.
    """
    find: Mapping[Event, Callable[[], DataFrame]] = {
        Event.STALL: lambda: stalls_of(samples),
        Event.PEAK: lambda: peaks_of(samples),
        Event.JUMP: lambda: jumps_of(samples, figures),
        Event.BLIND: lambda: blind_times_of(samples),
        Event.GOING_BACK: lambda: going_back_of(samples),
    }
    measures = figures.drop(*SIGNS)
    for kind in Event:
        if kind in kinds:
            measures = measures.join(find[kind](), on=list(SERIES), how="left")
    nothing = _nothing(frozenset(Event) - frozenset(kinds))
    measures = measures.withColumns({**nothing}) if nothing else measures
    return with_catch_up(measures.fillna(0, ["stalls", "pauses", "peaks", "jumps", "rewinds", "anews", "torn"]))


@made_once
def _nothing(kinds: frozenset[Event]) -> Mapping[str, Column]:
    return {name: F.lit(None).cast(type_) for kind in Event if kind in kinds for name, type_ in MEASURES[kind].items()}


def _numbers(samples: DataFrame, recents: DataFrame) -> DataFrame:
    return (
        samples.join(F.broadcast(recents), on="group")
        .withColumn("elapsed", _since() / F.lit(float(MICROSECONDS)))
        .groupBy(*SERIES)
        .agg(*_of_numbers())
    )


def _since() -> Column:
    return F.unix_micros("timestamp") - F.col("recent_from")


@made_once
def _of_numbers() -> tuple[Column, ...]:
    recent = _since() > 0
    return (
        F.count("*").alias("samples"),
        F.min("timestamp").alias("first_seen"),
        F.max("timestamp").alias("last_seen"),
        F.max("seconds").alias("gap_seconds"),
        F.count_if(F.col("consumed") > 0).alias("commits"),
        F.max_by("lag", "timestamp").alias("lag_last"),
        waiting_seconds().alias("waiting_seconds"),
        most_waiting_seconds().alias("waiting_seconds_max"),
        F.avg("lag").alias("lag_mean"),
        lag_slope().alias("lag_slope"),
        lag_steadiness().alias("lag_steadiness"),
        _rate("produced").alias("produce_rate"),
        _rate("consumed").alias("consume_rate"),
        _rate("produced", recent).alias("recent_produce_rate"),
        _rate("consumed", recent).alias("recent_consume_rate"),
        F.count_if("is_end_reset").alias("end_resets"),
        F.count_if("is_commit_reset").alias("commit_resets"),
        F.count_if("is_beyond_end").alias("beyond_end"),
        F.count_if(F.col("committed_offset").isNull()).alias("uncommitted"),
        F.count_if("is_moved").alias("moves"),
        *signs(),
    )


def _spread(samples: DataFrame) -> DataFrame:
    """Measure what no compiled code adds up; it works values out too, but for those that are asked for twice."""
    spread = with_commit_pace(samples).groupBy(*SERIES).agg(*_of_spread())
    named = (F.col("percentiles")[place].alias(name) for place, name in enumerate(PERCENTILES))
    return spread.select(*(name for name in spread.columns if name != "percentiles"), *named)


@made_once
def _of_spread() -> tuple[Column, ...]:
    longest = F.struct("seconds", (-F.unix_micros("timestamp")).alias("first"))
    return (
        F.percentile("seconds", 0.5).alias("interval_seconds"),
        F.max_by("previous", longest).alias("gap_from"),
        lag_percentiles().alias("percentiles"),
        F.max("lag").alias("lag_max"),
        *commit_paces(),
    )


def _rate(records: str, condition: Column | None = None) -> Column:
    counts = F.col(records).isNotNull() if condition is None else F.col(records).isNotNull() & condition
    return F.sum(F.when(counts, F.col(records))) / F.sum(F.when(counts, F.col("seconds")))
