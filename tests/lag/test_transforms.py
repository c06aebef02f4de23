"""Measures of small frames, by hand."""

from datetime import UTC, datetime, timedelta
from functools import reduce

import pytest
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from topoviz.lag.jobs.analyze import frame_of_recents
from topoviz.lag.schemas import SAMPLES
from topoviz.lag.transforms.buckets import in_buckets
from topoviz.lag.transforms.cells import Stretches, in_cells
from topoviz.lag.transforms.duplicates import with_duplicate_mark
from topoviz.lag.transforms.jumps import jumps_of
from topoviz.lag.transforms.lag import with_lag
from topoviz.lag.transforms.partitions import figures_of, measure_partitions, with_events, with_measures, with_past
from topoviz.lag.transforms.peaks import peaks_of
from topoviz.lag.transforms.stalls import stalls_of
from topoviz.lag.transforms.timeline import timeline

pytestmark = pytest.mark.xdist_group("spark")

START = datetime(2026, 3, 2, 10, tzinfo=UTC)
MICROS = round(START.timestamp()) * 1_000_000


def samples(spark, *offsets, partition=0, seconds=10, topic="orders"):
    """One partition, looked at every ten seconds: pairs of end and committed offset."""
    rows = [
        (START + timedelta(seconds=seconds * place), "app", topic, partition, end, committed, "client", "10.0.0.1")
        for place, (end, committed) in enumerate(offsets)
    ]
    return spark.createDataFrame(rows, SAMPLES)


def recents(spark, seconds):
    """The end of the history of the only group begins so many seconds after its start."""
    return frame_of_recents(spark, {"app": MICROS + seconds * 1_000_000})


def past(frame):
    return with_measures(with_past(frame))


def column(frame, name):
    return [row[name] for row in frame.orderBy("timestamp").collect()]


def test_lag_is_what_is_left_to_read(spark):
    frame = with_lag(samples(spark, (120, 100), (120, None), (90, 100)))
    assert column(frame, "lag") == [20, None, 0]
    assert column(frame, "is_beyond_end") == [False, False, True]


def test_rates_are_known_between_two_samples(spark):
    frame = past(samples(spark, (100, 90), (150, 100), (20, 10), (30, 20)))
    assert column(frame, "produce_rate") == [None, 5.0, None, 1.0]
    assert column(frame, "consume_rate") == [None, 1.0, None, 1.0]
    assert column(frame, "is_end_reset") == [False, False, True, False]
    assert column(frame, "is_commit_reset") == [False, False, True, False]


def test_a_stall_is_time_without_a_commit_while_records_wait(spark):
    frame = past(samples(spark, (10, 5), (14, 5), (17, 5), (20, 18), (25, 18), (25, 25), (25, 25)))
    assert column(frame, "is_stalled") == [False, True, True, False, True, False, False]
    (row,) = stalls_of(frame).select("*", sql.unix_micros("stall_from").alias("at")).collect()
    assert (row["stall_seconds"], row["stall_produced"], row["stalls"], row["at"]) == (20.0, 7, 2, MICROS)


def test_the_mark_of_a_transaction_waits_without_a_stall(spark):
    frame = past(samples(spark, (10, 9), (10, 9), (12, 11), (14, 11), (16, 15)))
    assert column(frame, "is_stalled") == [False] * 5


def test_a_stall_begins_between_two_samples(spark):
    frame = past(samples(spark, (0, 0), (60, 30), (120, 30), (180, 30), (240, 240), seconds=60))
    (row,) = stalls_of(frame).collect()
    assert (row["stall_seconds"], row["stall_wait_seconds"]) == (120.0, 150.0)
    assert (row["pauses"], row["pause_seconds"]) == (1, 150.0)


def test_records_that_wait_for_minutes_make_a_peak(spark):
    frame = past(samples(spark, *((place * 60, max(0, place * 60 - 400)) for place in range(20)), (1200, 1200),
                              seconds=60))  # fmt: skip
    assert column(frame, "is_late") == [False] * 6 + [True] * 14 + [False]
    (row,) = peaks_of(frame).select("*", ((sql.unix_micros("peak_until") - MICROS) / 60e6).alias("until")).collect()
    assert (row["peaks"], row["peak_lag"], row["until"]) == (1, 400, 19.0)


JUMPING = {
    "a jump": ((100, 200, 300, 400, 500, 9_900), 9_300),
    "two intervals alike": ((100, 200, 300, 400, 5_000, 9_900), None),
    "not much more than usual": ((100, 200, 300, 400, 500, 1_000), None),
}


def test_an_offset_jumps_where_it_passes_over_more_than_is_ever_read(spark):
    frames = [
        samples(spark, *((10_000 + place, one) for place, one in enumerate(commits)), seconds=60, topic=title)
        for title, (commits, _) in JUMPING.items()
    ]
    frame = past(reduce(DataFrame.union, frames))
    rows = jumps_of(frame, figures_of(frame, recents(spark, 0))).collect()
    assert {row["topic"]: row["jump_records"] for row in rows} == {
        title: passed_over for title, (_, passed_over) in JUMPING.items() if passed_over is not None
    }


def test_measures_of_a_partition_that_falls_behind(spark):
    frame = past(samples(spark, (0, 0), (100, 50), (200, 100)))
    (row,) = measure_partitions(frame, recents(spark, 15)).collect()
    assert row["lag_slope"] == 5.0
    assert (row["lag_last"], row["lag_mean"], row["lag_max"], row["lag_p50"]) == (100, 50.0, 100, 50.0)
    assert row["lag_p95"] == pytest.approx(95.0)
    assert (row["produce_rate"], row["consume_rate"], row["recent_produce_rate"]) == (10.0, 5.0, 10.0)
    assert row["catch_up_seconds"] is None


def test_catching_up_takes_what_is_left_over_what_is_gained(spark):
    ends = (((130, 110), 20 / (30 - 10) * 10), ((200, 200), 0.0))
    frames = [
        samples(spark, (0, 0), (100, 0), (120, 80), last, partition=place) for place, (last, _) in enumerate(ends)
    ]
    rows = measure_partitions(past(reduce(DataFrame.union, frames)), recents(spark, 25)).collect()
    took = {row["partition"]: row["catch_up_seconds"] for row in rows}
    assert took == {place: pytest.approx(seconds) for place, (_, seconds) in enumerate(ends)}


def test_what_did_not_happen_has_the_same_columns_as_what_was_looked_for(spark):
    frame = past(samples(spark, (10, 10), (20, 20)))
    figures = figures_of(frame, recents(spark, 0))
    looked_for, not_looked_for = with_events(figures, frame), with_events(figures, frame, ())
    assert sorted(not_looked_for.dtypes) == sorted(looked_for.dtypes)
    assert not_looked_for.collect()[0].asDict() == looked_for.select(not_looked_for.columns).collect()[0].asDict()


def test_the_first_of_rows_of_one_instant_is_kept(spark):
    frame = samples(spark, (10, 5), (12, 5), seconds=0).withColumns({"file": sql.lit(0), "line": sql.lit(1)})
    marked = with_duplicate_mark(frame).collect()
    assert {row["log_end_offset"]: row["is_duplicate"] for row in marked} == {10: False, 12: True}


def test_buckets_hold_means_and_lines_add_up(spark):
    frame = samples(spark, (10, 0), (20, 0), (30, 0)).union(samples(spark, (5, 0), (5, 0), (5, 0), partition=1))
    buckets = in_buckets(
        in_cells(past(frame), {"of": Stretches(MICROS, 20.0, 1), "finer": Stretches(MICROS, 7.0)}), "of"
    )
    (row,) = timeline(buckets, "topic").collect()
    assert (row["lag"], row["produce_rate"], row["partitions"]) == (25.0, 1.0, 2)
