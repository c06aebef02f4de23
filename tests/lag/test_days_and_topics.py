"""The hours of a day, trends, repartition topics and topics of the same tasks, worked out a second time by DuckDB."""

import math
import random
from datetime import timedelta

import duckdb
import pytest
from pyspark.sql import functions as sql

from tests.lag.histories import GROUP, START, write_csv
from tests.lag.second_opinion import query
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.onto_topology import Placement, Reader
from topoviz.lag.report.finding import FindingKind
from topoviz.lag.schemas import SAMPLES
from topoviz.lag.transforms.of_findings import of_findings, trends_of
from topoviz.lag.transforms.partitions import with_measures, with_past

pytestmark = pytest.mark.xdist_group("spark")

STEP, STEPS = 600, 60 * 6
REPARTITION = f"{GROUP}-totals-repartition"
CHANGES = """
CREATE TABLE changes AS
SELECT *, epoch_us(timestamp) / 1e6 AS instant, log_end_offset - committed_offset AS lag,
    epoch_us(timestamp) / 1e6 - lag(epoch_us(timestamp) / 1e6) OVER series AS seconds,
    log_end_offset - lag(log_end_offset) OVER series AS produced,
    committed_offset - lag(committed_offset) OVER series AS consumed
FROM rows WINDOW series AS (PARTITION BY topic, "partition" ORDER BY timestamp)
"""
HOURS = """
SELECT since % 24 AS hour, count(*) AS days, avg(come) AS produce_rate, max(come) AS produce_rate_max,
    avg(read) AS consume_rate, avg(lag) AS lag_mean, max(most) AS lag_max
FROM (
    SELECT since, sum(come) AS come, sum(read) AS read, sum(lag) AS lag, sum(most) AS most, count(*) AS partitions
    FROM (
        SELECT topic, "partition", floor(instant / 3600)::bigint AS since, sum(produced) / sum(seconds) AS come,
            sum(consumed) / sum(seconds) AS read, avg(lag) AS lag, max(lag) AS most
        FROM changes GROUP BY ALL HAVING sum(seconds) >= 1800
    ) GROUP BY since
) WHERE partitions = 6 GROUP BY hour HAVING count(*) >= 2 ORDER BY hour
"""
AMPLIFIED = """
SELECT (SELECT sum(rate) FROM (SELECT sum(produced) / sum(seconds) AS rate FROM changes
        WHERE topic = $topic GROUP BY "partition")) AS written_rate,
    (SELECT sum(rate) FROM (SELECT sum(consumed) / sum(seconds) AS rate FROM changes
        WHERE topic IN ('clicks', 'orders') GROUP BY topic, "partition")) AS read_rate
"""
TOGETHER = """
SELECT median(value) AS correlation, count(*) AS tasks FROM (
    SELECT corr(a.lag, b.lag) AS value FROM buckets a JOIN buckets b USING ("partition", bucket)
    WHERE a.topic = 'clicks' AND b.topic = 'orders' GROUP BY "partition"
)
"""
BUCKETS = """
CREATE TABLE buckets AS SELECT topic, "partition", avg(lag) AS lag,
    least(floor((instant - $start) / $width), $count - 1) AS bucket FROM changes GROUP BY ALL
"""
TREND = """
SELECT count(change) AS blocks, avg(change) AS growth, stddev_samp(change) AS deviation,
    arg_max(lag, block) AS lag, avg(rate) AS produce_rate
FROM (
    SELECT block, lag, rate, lag - lag(lag) OVER (ORDER BY block) AS change FROM (
        SELECT block, sum(lag) AS lag, sum(rate) AS rate FROM (
            SELECT "partition", least(floor((instant - $start) / $width), 7) AS block, avg(lag) AS lag,
                sum(produced) / sum(seconds) AS rate
            FROM changes WHERE topic = 'clicks' AND instant >= $start GROUP BY ALL
        ) GROUP BY block
    )
)
"""


def rows_of_days():
    """Two and a half days of three topics; clicks are read too slowly from the second day on."""
    chance = random.Random(5)  # noqa: S311
    ends = {(topic, number): 0 for topic in ("clicks", "orders", REPARTITION) for number in range(2)}
    read = dict(ends)
    for step in range(STEPS):
        time = START + timedelta(seconds=step * STEP)
        wave = 1 + 0.6 * math.sin(2 * math.pi * (time.hour - 6) / 24)
        for (topic, number), end in ends.items():
            came = round(STEP * wave * chance.uniform(8, 12) * (5 if topic == REPARTITION else 1))
            slow = 0.7 if topic == "clicks" and step > 30 * 6 else 1.0
            ends[topic, number] = end + came
            read[topic, number] = min(
                ends[topic, number] - chance.randrange(20), read[topic, number] + round(came * slow)
            )
            client = f"{GROUP}-0-StreamThread-{number + 1}-consumer"
            stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ")
            yield stamp, GROUP, topic, number, ends[topic, number], max(0, read[topic, number]), client


@pytest.fixture(scope="module")
def both(spark, tmp_path_factory):
    """A report, the rows in a database, and the rows."""
    rows = list(rows_of_days())
    path = write_csv(rows, tmp_path_factory.mktemp("lag") / "days.csv")
    readers = (Reader("clicks", 0, False), Reader("orders", 0, False), Reader("totals-repartition", 1, True))
    placement = Placement(readers, application_id=GROUP, writes={0: ("totals-repartition",)})
    report = analyze_history(spark, [path], placement)
    with duckdb.connect() as database:
        database.execute("SET TimeZone = 'UTC'")
        database.register("rows", database.read_csv(str(path), header=True))
        database.execute(CHANGES)
        yield report, database, rows


def test_every_hour_of_the_day(both):
    report, database, _ = both
    theirs = query(database, HOURS)
    assert len(theirs) == 24
    ours = [{name: getattr(one, name) for name in theirs[0]} for one in report.hours]
    assert [row.pop("hour") for row in ours] == [row.pop("hour") for row in theirs]
    for one, other in zip(ours, theirs, strict=True):
        assert one == pytest.approx(other, rel=1e-9)


def test_what_a_repartition_topic_gets_for_each_record_that_is_read(both):
    report, database, _ = both
    (row,) = query(database, AMPLIFIED, {"topic": REPARTITION})
    (one,) = report.amplifications
    assert (one.written_by, one.read_by) == (0, 1)
    assert (one.written_rate, one.read_rate) == pytest.approx((row["written_rate"], row["read_rate"]))
    assert one.ratio == pytest.approx(row["written_rate"] / row["read_rate"])
    assert "records a second become" in one.sentence
    assert "flatMap" in one.sentence


def test_topics_of_the_same_tasks(both):
    report, database, _ = both
    heat = report.heat
    query(database, BUCKETS, {"start": report.start, "width": heat.bucket_seconds, "count": heat.buckets})
    (row,) = query(database, TOGETHER)
    (one,) = report.copartitioned
    assert (one.topic, one.other, one.tasks) == ("clicks", "orders", row["tasks"])
    assert one.correlation == pytest.approx(row["correlation"], rel=1e-9)
    assert (one.waits, one.other_waits) == (2, 0)
    assert "On all 2 tasks `clicks` waits while `orders`" in one.sentence


def test_how_lag_goes_at_the_end(both, spark):
    report, database, rows = both
    start = report.end - (report.end - report.start) / 4
    width = (report.end - start) / 8
    samples = spark.createDataFrame(
        [(START + timedelta(seconds=STEP * (place // 6)), *row[1:], None) for place, row in enumerate(rows)], SAMPLES
    )
    chosen = spark.range(1).select(
        sql.lit(0).alias("finding"),
        sql.lit(GROUP).alias("group"),
        sql.lit("clicks").alias("topic"),
        sql.lit(None).cast("array<int>").alias("partitions"),
        sql.lit(round(start * 1e6)).cast("long").alias("trend_from"),
        sql.lit(width).alias("trend_width"),
    )
    (ours,) = trends_of(of_findings(with_measures(with_past(samples)), chosen)).collect()
    (theirs,) = query(database, TREND, {"start": start, "width": width})
    assert {name: ours[name] for name in theirs} == pytest.approx(theirs, rel=1e-9)


def test_a_finding_has_its_lines_and_says_how_it_goes_on(both):
    report, database, _ = both
    finding = next(one for one in report.findings if one.kind is FindingKind.FALLING_BEHIND)
    (row,) = query(database, "SELECT sum(lag) AS lag FROM buckets WHERE topic = 'clicks' AND bucket = 100")
    assert finding.lines is not None
    assert finding.lines.lag[100] == pytest.approx(row["lag"])
    for one in finding.forecasts:
        assert report.end <= one.earliest <= one.latest


def test_threads_add_up_what_they_read(both):
    report, _, _ = both
    assert [one.thread for one in report.thread_lags] == [1, 2]
    assert sum(one.lag_last for one in report.thread_lags) == sum(one.lag_last for one in report.partitions)
    for one in report.thread_lags:
        own = [each for each in report.partitions if each.client_id == one.client_id]
        assert one.waiting_seconds == max(each.waiting_seconds for each in own if each.lag_last)
    (instance,) = report.instances
    assert instance.waiting_seconds == max(one.waiting_seconds for one in report.thread_lags)
