"""Rows get their types or a reason."""

import pytest
from pyspark.sql import functions as sql

from topoviz.lag.rows import rows_of
from topoviz.lag.schemas import RAW, SAMPLES
from topoviz.lag.sorting_out import judge, sort_out

pytestmark = pytest.mark.xdist_group("spark")

GOOD = ("2026-03-02T10:00:00Z", "app", "orders", "0", "100", "90", "client")
NAMES = ("timestamp", "group", "topic", "partition", "log_end_offset", "committed_offset", "client_id")

REASONS = [
    ("timestamp", "", "the time stamp is missing"),
    ("timestamp", "yesterday", "the time stamp cannot be read"),
    ("timestamp", "2026-3-2 10:00:00.1", "the time stamp cannot be read"),
    ("timestamp", "2026", "the time stamp cannot be read"),
    ("timestamp", "10:00:00", "the time stamp cannot be read"),
    ("timestamp", "2026-13-45T10:00:00Z", "the time stamp cannot be read"),
    ("timestamp", "now", "the time stamp cannot be read"),
    ("group", "", "the group is missing"),
    ("group", "g" * 501, "the group is longer than any in Kafka"),
    ("topic", None, "the topic is missing"),
    ("topic", "a b", "the topic is not a name that Kafka allows"),
    ("topic", "=cmd()", "the topic is not a name that Kafka allows"),
    ("partition", "", "the partition is missing"),
    ("partition", "x", "the partition is no number"),
    ("partition", "1.0", "the partition is no number"),
    ("partition", "99999999999", "the partition is no number"),
    ("partition", "-1", "the partition is negative"),
    ("log_end_offset", "", "the log end offset is missing"),
    ("log_end_offset", "1,000", "the log end offset is no number"),
    ("log_end_offset", "99999999999999999999", "the log end offset is no number"),
    ("log_end_offset", "5\t", "the log end offset is no number"),
    ("log_end_offset", "+5", "the log end offset is no number"),
    ("log_end_offset", "-5", "the log end offset is negative"),
    ("committed_offset", "abc", "the committed offset is no number"),
    ("committed_offset", "-7", "the committed offset is negative"),
]
TIMES = {
    "2026-03-02T10:00:00Z": 0,
    "2026-03-02 10:00:00": 0,
    "2026-03-02T11:00:00+01:00": 0,
    "2026-03-02T11:00:00+0100": 0,
    "2026-03-02T05:00-05": 0,
    "2026-03-02 10:00:00 UTC": 0,
    "2026-03-02T10:00:00.250Z": 0.25,
    "2026-03-02T10:00:00,250": 0.25,
    "1772445600": 0,
    "1772445600.5": 0.5,
    "1772445600250": 0.25,
}


def rows(spark, *cells):
    written = [(n, ",".join(map(str, c)), True, *c, None) for n, c in enumerate(cells, 1)]
    return rows_of(spark.createDataFrame(written, RAW))


def test_every_bad_row_has_its_reason(spark):
    bad = [tuple(value if name == at else cell for name, cell in zip(NAMES, GOOD, strict=True))
           for at, value, _ in REASONS]  # fmt: skip
    found = {row["line"]: row["reason"] for row in judge(rows(spark, GOOD, *bad)).collect()}
    assert found == {1: None} | {line: reason for line, (_, _, reason) in enumerate(REASONS, 2)}


def test_times_are_read_as_people_and_tools_write_them(spark):
    given = [(time, *GOOD[1:]) for time in TIMES]
    judged = judge(rows(spark, *given)).select("line", (sql.unix_micros("timestamp") / 1_000_000).alias("at")).collect()
    found = {time: row["at"] and row["at"] - 1772445600 for time, row in zip(TIMES, sorted(judged), strict=True)}
    assert found == TIMES


def test_no_commit_is_no_fault(spark):
    nothing = [(*GOOD[:5], mark, "-") for mark in ("", "-", "-1", "null", None)]
    good, bad = sort_out(rows(spark, *nothing))
    assert bad.count() == 0
    assert {(row["committed_offset"], row["client_id"]) for row in good.collect()} == {(None, None)}


def test_a_commit_beyond_the_end_is_no_fault(spark):
    good, bad = sort_out(rows(spark, (*GOOD[:4], "10", "90", "client")))
    assert (good.count(), bad.count()) == (1, 0)


def test_good_rows_have_the_types_of_samples(spark):
    good, _ = sort_out(rows(spark, GOOD))
    assert [(f.name, f.dataType) for f in good.drop("line").schema] == [(f.name, f.dataType) for f in SAMPLES]
