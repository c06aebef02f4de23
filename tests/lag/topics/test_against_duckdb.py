"""Every measure of topics, worked out a second time by DuckDB from the CSV."""

import random

import duckdb
import pytest

from tests.lag.second_opinion import differences, query, same
from tests.lag.topics.clusters import HOUR, Cluster, Topic, looks, write_csv
from topoviz.lag.jobs.analyze import analyze_history

pytestmark = [pytest.mark.xdist_group("spark"), pytest.mark.usefixtures("compiled")]

PRECISION = 1e-6

FACTS = """
CREATE TABLE facts AS
SELECT *, epoch(timestamp) AS instant, string_split(replicas, '|') AS held,
    if(in_sync = '[]', [], string_split(in_sync, '|')) AS synced
FROM rows;
CREATE TABLE layouts AS SELECT * FROM facts WHERE leader IS NOT NULL;
CREATE TABLE usual AS
SELECT topic, quantile_cont(apart, 0.5) AS seconds
FROM (SELECT topic, instant - lag(instant) OVER (PARTITION BY topic ORDER BY instant) AS apart
    FROM (SELECT DISTINCT topic, instant FROM layouts)) GROUP BY topic;
CREATE TABLE changes AS
SELECT layouts.*, leader = -1 AS offline, len(synced) < len(held) AS out, len(synced) < min_in_sync AS below,
    lag(instant) OVER series AS previous,
    last_value(nullif(leader, -1) IGNORE NULLS) OVER before AS leader_before,
    lag(topic_id) OVER series AS id_before, lag(held) OVER series AS held_before,
    if(lead(instant) OVER series - instant <= 2.5 * seconds, lead(instant) OVER series, instant) AS until
FROM layouts JOIN usual USING (topic)
WINDOW series AS (PARTITION BY topic, "partition" ORDER BY instant),
    before AS (PARTITION BY topic, "partition" ORDER BY instant ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING);
CREATE TABLE sizes AS
SELECT topic, "partition", instant, max(size_bytes) AS size_bytes, sum(size_bytes) AS disk_bytes
FROM facts WHERE size_bytes IS NOT NULL GROUP BY ALL;
CREATE TABLE measured AS
SELECT topic, "partition", count(*) AS size_looks, arg_max(size_bytes, instant) AS size_bytes,
    max(size_bytes) AS size_bytes_max, arg_max(disk_bytes, instant) AS disk_bytes,
    regr_slope(size_bytes, instant - 1772445600) * 86400 AS bytes_a_day,
    coalesce(sum(greatest(step, 0)), 0) AS grown_bytes, coalesce(sum(greatest(-step, 0)), 0) AS freed_bytes
FROM (SELECT *, size_bytes - lag(size_bytes) OVER (PARTITION BY topic, "partition" ORDER BY instant) AS step FROM sizes)
GROUP BY ALL;
"""
STATE = """
SELECT topic, "partition", count(*) FILTER (NOT again) AS {name},
    sum(until - instant) AS {name}_seconds, min(instant) AS {name}_from, max(until) AS {name}_until
FROM (SELECT *, coalesce(lag({column}) OVER series AND lag(until) OVER series = instant, false) AS again FROM changes
    WINDOW series AS (PARTITION BY topic, "partition" ORDER BY instant))
WHERE {column} GROUP BY ALL
"""
LAYOUTS = """
SELECT topic, "partition", count(*) AS layout_looks, arg_max(leader, instant) AS leader,
    count(*) FILTER (leader <> -1 AND leader <> leader_before) AS leader_moves,
    max(instant) FILTER (leader <> -1 AND leader <> leader_before) AS leader_moved_at,
    count(*) FILTER (topic_id <> id_before) AS anews, max(instant) FILTER (topic_id <> id_before) AS anew_at,
    count(*) FILTER (list_sort(held) <> list_sort(held_before)) AS reassignments,
    arg_max(offline, instant) AS is_offline, arg_max(out, instant) AS is_out_of_sync,
    arg_max(below, instant) AS is_below_min
FROM changes GROUP BY ALL
"""
SIZES = "SELECT * FROM measured"
TOPICS = """
SELECT topic, sum(size_bytes) AS size_bytes, sum(disk_bytes) AS disk_bytes, max(size_bytes) AS largest_bytes,
    arg_max("partition", size_bytes) AS largest_partition, quantile_cont(size_bytes, 0.5) AS median_bytes,
    max(size_bytes) / quantile_cont(size_bytes, 0.5) AS largest_over_median,
    sum(bytes_a_day) AS bytes_a_day, sum(grown_bytes) AS grown_bytes, sum(freed_bytes) AS freed_bytes
FROM measured GROUP BY ALL
"""
PARTS = """
SELECT topic, min(slope) AS bytes_a_day_least, max(slope) AS bytes_a_day_most FROM (
    SELECT topic, part, sum(slope) AS slope FROM (
        SELECT topic, "partition", floor(4 * (instant - first) / (last - first + 0.000001)) AS part,
            regr_slope(size_bytes, instant - first) * 86400 AS slope
        FROM sizes, (SELECT min(instant) AS first, max(instant) AS last FROM sizes) GROUP BY ALL) AS slopes
    WHERE NOT isnan(slope) GROUP BY ALL HAVING count(*) = (SELECT count(DISTINCT "partition") FROM sizes AS all_of
        WHERE all_of.topic = any_value(slopes.topic)))
GROUP BY ALL HAVING count(*) = 4
"""
ABSENCES = """
WITH missing AS (
    SELECT *, unnest(list_filter(held, lambda one: NOT list_contains(synced, one)))::int AS away FROM changes),
begun AS (SELECT *, instant > max(until) OVER (PARTITION BY away ORDER BY instant
    RANGE BETWEEN UNBOUNDED PRECEDING AND 0.001 PRECEDING) AS begins FROM missing),
numbered AS (SELECT *, sum(coalesce(begins, true)::int) OVER (PARTITION BY away ORDER BY instant
    RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS number FROM begun)
SELECT away AS broker, min(instant) AS start, max(until) AS until, count(DISTINCT (topic, "partition")) AS partitions,
    count(DISTINCT (topic, "partition")) FILTER (offline) AS offline,
    count(DISTINCT (topic, "partition")) FILTER (below) AS below_min
FROM numbered GROUP BY away, number ORDER BY start, broker
"""
MOVES = """
SELECT min(previous) AS start, instant AS until, leader_before AS before, leader AS after, count(*) AS partitions
FROM changes WHERE leader <> -1 AND leader <> leader_before GROUP BY ALL ORDER BY until, before, after
"""
COUNTS = """
SELECT topic, previous AS start, instant AS until, was AS before, partition_count AS after FROM (
    SELECT *, lag(partition_count) OVER series AS was, lag(instant) OVER series AS previous
    FROM (SELECT DISTINCT topic, instant, partition_count FROM layouts)
    WINDOW series AS (PARTITION BY topic ORDER BY instant)) WHERE was <> partition_count
"""
TROUBLE = """
SELECT least(floor((instant - $start) / $width), $count - 1)::int AS bucket, max(out) AS out_of_sync,
    max(offline) AS offline, sum(moved) AS leader_moves
FROM (SELECT instant, count(*) FILTER (out) AS out, count(*) FILTER (offline) AS offline,
    count(*) FILTER (leader <> -1 AND leader <> leader_before) AS moved FROM changes GROUP BY instant) GROUP BY ALL
"""
LINES = """
SELECT topic, bucket, sum(size) AS size_bytes FROM (
    SELECT topic, "partition", least(floor((instant - $start) / $width), $count - 1)::int AS bucket,
        avg(size_bytes) AS size FROM sizes GROUP BY ALL)
GROUP BY ALL HAVING count(*) = 6
"""


@pytest.fixture(scope="module")
def both(spark, tmp_path_factory):
    """A history with all that can happen and with looks that are missing, in a report and in a database."""
    cluster = Cluster(
        (
            Topic("even", mib_a_day=900.0, deletes_each=HOUR / 2),
            Topic("heavy", heavy=2),
            Topic("grown", partitions=4, grows_to=(1.2 * HOUR, 6)),
            Topic("anew", made_anew_at=0.7 * HOUR, copies=2, min_in_sync=2),
            Topic("lone", copies=1, min_in_sync=1, partitions=3),
        ),
        away=((0, 1200, 1500), (1, 2400, 4200), (2, 5500, 9e9)),
        elections=(1000, 4900),
        seconds=1.6 * HOUR,
        interval=90,
    )
    chance = random.Random(5)  # noqa: S311
    rows = looks(cluster, 5)
    lost = {time for time in {row["timestamp"] for row in rows} if chance.random() < 0.1}
    rows = [row for row in rows if row["timestamp"] not in lost and chance.random() > 0.01]
    path = write_csv(rows, tmp_path_factory.mktemp("topics") / "history.csv")
    report = analyze_history(spark, [path])
    with duckdb.connect() as database:
        database.execute("SET TimeZone = 'UTC'")
        database.register("rows", database.read_csv(str(path), header=True))
        database.execute(FACTS)
        yield report, database


def test_every_partition(both):
    report, database = both
    ours = {(one.topic, one.partition): one for one in report.topic_history.partitions}
    for text in (LAYOUTS, SIZES):
        theirs = query(database, text)
        assert len(theirs) == len(ours) == 27
        for row in theirs:
            assert differences(ours[row["topic"], row["partition"]], row, PRECISION) == {}
    assert any(one.is_offline for one in ours.values())
    assert any(one.anews for one in ours.values())


@pytest.mark.parametrize(("name", "column"), [("offline", "offline"), ("out_of_sync", "out"), ("below_min", "below")])
def test_every_time_in_trouble(both, name, column):
    report, database = both
    theirs = {(row["topic"], row["partition"]): row for row in query(database, STATE.format(name=name, column=column))}
    assert theirs
    assert any(row[name] > 1 for row in theirs.values()) or name == "offline"
    never = {name: 0, f"{name}_seconds": None}
    for one in report.topic_history.partitions:
        assert differences(one, theirs.get((one.topic, one.partition), never), PRECISION) == {}


def test_every_topic(both):
    report, database = both
    ours = {one.topic: one for one in report.topic_history.topics}
    assert len(ours) == 5
    parts = {row["topic"]: row for row in query(database, PARTS)}
    assert {"even", "heavy"} <= set(parts) < set(ours)
    for row in query(database, TOPICS):
        # Where partitions were not there in every quarter, no growth is sure.
        grown = parts.get(row["topic"], dict.fromkeys(("bytes_a_day", "bytes_a_day_least", "bytes_a_day_most")))
        if grown["bytes_a_day_least"] is not None:
            grown["bytes_a_day_least"] = min(grown["bytes_a_day_least"], row["bytes_a_day"])
            grown["bytes_a_day_most"] = max(grown["bytes_a_day_most"], row["bytes_a_day"])
        assert differences(ours[row["topic"]], {**row, **grown}, PRECISION) == {}
    assert (ours["grown"].partitions_first, ours["grown"].partitions, ours["grown"].partitions_seen) == (4, 6, 6)


@pytest.mark.parametrize(("text", "name"), [(ABSENCES, "absences"), (MOVES, "leader_moves"), (COUNTS, "count_changes")])
def test_every_event(both, text, name):
    report, database = both
    ours, theirs = getattr(report.topic_history, name), query(database, text)
    assert len(ours) == len(theirs) > 0
    for one, row in zip(ours, theirs, strict=True):
        assert differences(one, row, PRECISION) == {}


def test_every_point_of_the_lines(both):
    report, database = both
    history = report.topic_history
    parameters = {"start": report.start, "width": report.bucket_seconds, "count": report.buckets}
    theirs = {row["bucket"]: row for row in query(database, TROUBLE, parameters)}
    for name in ("out_of_sync", "offline", "leader_moves"):
        expected = [theirs[bucket][name] if bucket in theirs else None for bucket in range(report.buckets)]
        if name != "leader_moves":
            # A look that is missing leaves a gap only where the next one is more than two and a half of them away.
            for bucket in range(1, report.buckets):
                near = expected[max(0, bucket - 2) : bucket]
                if bucket not in theirs and any(place in theirs for place in range(bucket - 2, bucket)):
                    expected[bucket] = near[-1]
        assert list(getattr(history.trouble, name)) == expected
    lines = {line.topic: line.size_bytes for line in history.size_lines}
    for row in query(database, LINES, parameters):
        assert same(lines[row["topic"]][row["bucket"]], row["size_bytes"], PRECISION)
