"""Every measure, worked out a second time by DuckDB from the CSV."""

import random
from datetime import datetime

import duckdb
import pytest

from tests.lag.histories import GROUP, START, history, write_csv
from tests.lag.second_opinion import differences, query, same
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.onto_topology import Placement, Reader

pytestmark = [pytest.mark.xdist_group("spark"), pytest.mark.usefixtures("compiled")]

SAMPLES = """
CREATE TABLE samples AS
SELECT *,
    if(committed_offset > log_end_offset, 0, log_end_offset - committed_offset) AS lag,
    epoch_us(timestamp) / 1e6 AS instant
FROM rows;
CREATE TABLE paced AS
SELECT *, (log_end_offset - lag(log_end_offset) OVER series) / (instant - lag(instant) OVER series) AS growing,
    first_value(log_end_offset) OVER series AS first_end, instant - first_value(instant) OVER series AS since_first
FROM samples WINDOW series AS (PARTITION BY "group", topic, "partition" ORDER BY timestamp);
CREATE TABLE mixed AS
SELECT *, last_value(committed_offset) OVER throughout AS committed_last,
    coalesce(log_end_offset < max(log_end_offset) OVER shortly
    AND max(log_end_offset) OVER soon >= max(log_end_offset) OVER shortly AND max(growing) OVER soon > 3 * greatest(0,
        (max(log_end_offset) OVER shortly - first_end) / nullif(since_first, 0)), false) AS torn,
    last_value(client_id IGNORE NULLS) OVER earlier AS client_before
FROM paced WINDOW
    earlier AS (PARTITION BY "group", topic, "partition" ORDER BY timestamp
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
    throughout AS (PARTITION BY "group", topic, "partition" ORDER BY timestamp
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING),
    soon AS (PARTITION BY "group", topic, "partition" ORDER BY timestamp ROWS BETWEEN 1 FOLLOWING AND 3 FOLLOWING),
    shortly AS (PARTITION BY "group", topic, "partition" ORDER BY timestamp ROWS BETWEEN 3 PRECEDING AND 1 PRECEDING);
CREATE TABLE whole AS
SELECT *, NOT bool_or(torn) OVER (PARTITION BY "group", topic, "partition" ORDER BY timestamp
    ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS is_whole FROM mixed;
CREATE TABLE intervals AS
SELECT *,
    instant - lag(instant) OVER series AS seconds,
    instant - first_value(instant) OVER series AS elapsed,
    lag(instant) OVER series AS previous,
    lag(log_end_offset) OVER series AS end_before, lag(committed_offset) OVER series AS committed_before,
    lag(lag) OVER series AS lag_before,
    CASE WHEN is_whole AND log_end_offset >= lag(log_end_offset) OVER series
        THEN log_end_offset - lag(log_end_offset) OVER series END AS produced,
    CASE WHEN is_whole AND committed_offset >= lag(committed_offset) OVER series
        THEN committed_offset - lag(committed_offset) OVER series END AS consumed,
    coalesce(is_whole AND committed_offset = lag(committed_offset) OVER series AND lag(lag) OVER series > 1, false)
        AS stalled,
    row_number() OVER series AS place
FROM whole WINDOW series AS (PARTITION BY "group", topic, "partition" ORDER BY instant);
CREATE TABLE changes AS
SELECT *, elapsed - last_value(if(stalled, NULL, elapsed) IGNORE NULLS) OVER (PARTITION BY "group", topic, "partition"
    ORDER BY instant ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS since_commit
FROM intervals;
"""
PARTITIONS = """
SELECT topic, "partition", count(*) AS samples, min(instant) AS first_seen, max(instant) AS last_seen,
    quantile_cont(seconds, 0.5) AS interval_seconds,
    arg_max_null(lag, instant) AS lag_last, avg(lag) AS lag_mean, max(lag) AS lag_max,
    quantile_cont(lag, 0.5) AS lag_p50, quantile_cont(lag, 0.95) AS lag_p95, quantile_cont(lag, 0.99) AS lag_p99,
    regr_slope(lag, elapsed) AS lag_slope, regr_r2(lag, elapsed) AS lag_steadiness,
    sum(produced) / sum(seconds) FILTER (produced IS NOT NULL) AS produce_rate,
    sum(consumed) / sum(seconds) FILTER (consumed IS NOT NULL) AS consume_rate,
    sum(produced) FILTER (instant > $recent) / sum(seconds) FILTER (produced IS NOT NULL AND instant > $recent)
        AS recent_produce_rate,
    sum(consumed) FILTER (instant > $recent) / sum(seconds) FILTER (consumed IS NOT NULL AND instant > $recent)
        AS recent_consume_rate,
    count(*) FILTER (consumed > 0) AS commits, max(seconds) AS gap_seconds,
    median(consumed / since_commit) FILTER (consumed > 0) AS usual_rate,
    count(*) FILTER (committed_offset IS NULL) AS uncommitted,
    count(*) FILTER (committed_offset > log_end_offset) AS beyond_end,
    count(*) FILTER (client_id <> client_before) AS moves,
    if(arg_max_null(lag, instant) = 0, 0, max(instant) - max(instant) FILTER (log_end_offset <= committed_last))
        AS waiting_seconds
FROM changes GROUP BY ALL
"""
WAITED = """
WITH worst AS (
    SELECT topic, "partition", arg_max(committed_offset, (lag, -instant)) FILTER (lag > 0) AS committed_most,
        arg_max(instant, (lag, -instant)) FILTER (lag > 0) AS most_at
    FROM samples GROUP BY ALL
)
SELECT topic, "partition", if(max(lag) = 0, 0, any_value(most_at) - max(instant) FILTER (
    log_end_offset <= committed_most AND instant <= most_at)) AS waiting_seconds_max
FROM samples JOIN worst USING (topic, "partition") GROUP BY ALL
"""
STALLS = """
CREATE OR REPLACE TEMP TABLE islands AS
SELECT topic, "partition", sum(seconds) AS seconds, min(previous) AS start, max(instant) AS until,
    sum(coalesce(produced, 0)) AS produced, count(*) AS intervals, min(place) AS place
FROM (SELECT *, place - row_number() OVER (PARTITION BY topic, "partition" ORDER BY place) AS island
      FROM changes WHERE stalled)
GROUP BY topic, "partition", island;
CREATE OR REPLACE TEMP TABLE waits AS
SELECT islands.*, islands.seconds + coalesce(CASE WHEN islands.produced > 0 THEN
    least(before.seconds, before.lag * islands.seconds / islands.produced) + before.seconds * 0 END, 0) AS wait
FROM islands JOIN changes before ON (before.topic, before."partition", before.place)
    = (islands.topic, islands."partition", islands.place - 1);
SELECT topic, "partition", count(*) AS stalls, max(seconds) AS stall_seconds, sum(seconds) AS stalled_seconds,
    arg_max(start, (seconds, -start)) AS stall_from, arg_max(produced, (seconds, -start)) AS stall_produced,
    arg_max(wait, (seconds, -start)) AS stall_wait_seconds,
    count(*) FILTER (wait > 65 AND intervals >= 2 AND produced > 0) AS pauses,
    sum(wait) FILTER (wait > 65 AND intervals >= 2 AND produced > 0) AS pause_seconds,
    min(start) FILTER (wait > 65 AND intervals >= 2 AND produced > 0) AS pauses_from,
    max(until) FILTER (wait > 65 AND intervals >= 2 AND produced > 0) AS pauses_until
FROM waits GROUP BY ALL
"""
PEAKS = """
SELECT topic, "partition", count(*) AS peaks, arg_max_null(onset, (until - start, -start)) AS peak_onset,
    arg_max_null(ended, (until - start, -start)) AS peak_over, arg_max(start, (until - start, -start)) AS peak_from,
    arg_max(until, (until - start, -start)) AS peak_until, arg_max(moment, (until - start, -start)) AS peak_at,
    arg_max(most, (until - start, -start)) AS peak_lag
FROM (
    SELECT topic, "partition", min(instant) FILTER (late) AS start, max(instant) FILTER (late) AS until,
        max(lag) FILTER (late) AS most, arg_max(instant, (lag, -instant)) FILTER (late) AS moment,
        if(bool_or(place = 1), NULL, min(previous)) AS onset, if(bool_or(next IS NULL), NULL, max(next)) AS ended
    FROM (
        SELECT *, place - row_number() OVER (PARTITION BY topic, "partition" ORDER BY place) AS island,
            coalesce(committed_offset + 1 < then_end AND then_end <= log_end_offset, false) AS late
        FROM (
            SELECT one.*, lead(instant) OVER (PARTITION BY topic, "partition" ORDER BY instant) AS next,
                (SELECT arg_max(log_end_offset, other.instant) FROM changes other WHERE other.instant
                <= one.instant - 300 AND (other.topic, other."partition") = (one.topic, one."partition")) AS then_end,
                (SELECT arg_max(log_end_offset, other.instant) FROM changes other WHERE other.instant
                <= one.instant - 120 AND (other.topic, other."partition") = (one.topic, one."partition")) AS short_end
            FROM changes one
        ) WHERE NOT coalesce(committed_offset + 1 >= short_end AND short_end <= log_end_offset, false)
    ) GROUP BY topic, "partition", island
) WHERE until - start >= 600 GROUP BY ALL
"""
JUMPS = """
WITH usual AS (
    SELECT topic, "partition", median(consumed / since_commit) FILTER (consumed > 0) AS pace, median(seconds) AS every
    FROM changes GROUP BY ALL
)
SELECT topic, "partition", count(*) AS jumps, sum(round(one.consumed - pace * one.seconds)) AS jump_records,
    min(one.previous) AS jump_from, max(one.instant) AS jump_until
FROM changes one JOIN usual USING (topic, "partition") JOIN changes before
    ON (one.topic, one."partition", one.place - 1) = (before.topic, before."partition", before.place)
WHERE least(one.consumed, before.lag) - pace * one.seconds > greatest(pace * greatest(60, 5 * every), 100)
    AND (before.elapsed < 300 OR before.committed_offset + 1 < (SELECT arg_max(log_end_offset, other.instant)
        FROM changes other WHERE other.instant <= before.instant - 300
        AND (other.topic, other."partition") = (one.topic, one."partition")))
    AND coalesce((SELECT max(other.consumed / other.seconds) FROM changes other WHERE other.place <> one.place
        AND (other.topic, other."partition") = (one.topic, one."partition")
        AND (abs(other.instant - one.instant) <= 120 OR abs(other.place - one.place) = 1)), 0) * 3
        < one.consumed / one.seconds
    AND (one.consumed / one.seconds > 20 * pace OR NOT (SELECT coalesce(bool_or(other.stalled
        AND other.since_commit > 65), false)
        FROM changes other WHERE (other.topic, other."partition") = (one.topic, one."partition")
        AND other.place < one.place AND (other.instant >= one.instant - 120 OR other.place = one.place - 1)))
GROUP BY ALL
"""
BLIND = """
SELECT topic, "partition", max(struct_pack(length := until - start, rank := -start, start, until, records))
    FILTER (blind = 'uncommitted') AS uncommitted,
    max(struct_pack(length := until - start, rank := -start, start, until, records)) FILTER (blind = 'beyond') AS beyond
FROM (
    SELECT topic, "partition", blind, min(coalesce(previous, instant)) AS start, max(coalesce(next, instant)) AS until,
        coalesce(max(committed_offset - log_end_offset), sum(produced), 0) AS records
    FROM (
        SELECT *, place - row_number() OVER (PARTITION BY topic, "partition", blind ORDER BY place) AS island
        FROM (SELECT *, CASE WHEN committed_offset IS NULL THEN 'uncommitted'
                WHEN committed_offset > log_end_offset THEN 'beyond' END AS blind,
                lead(instant) OVER (PARTITION BY topic, "partition" ORDER BY instant) AS next FROM changes)
    ) WHERE blind IS NOT NULL GROUP BY topic, "partition", blind, island
) GROUP BY ALL
"""
BACK = """
SELECT topic, "partition", count(*) FILTER (rewound) AS rewinds,
    max(committed_before - committed_offset) FILTER (rewound) AS rewind_records,
    arg_max(previous, (committed_before - committed_offset, previous)) FILTER (rewound) AS rewind_from,
    arg_max(instant, (committed_before - committed_offset, previous)) FILTER (rewound) AS rewind_until,
    count(*) FILTER (anew) AS anews,
    arg_max(previous, (end_before - log_end_offset, previous)) FILTER (anew) AS anew_from,
    arg_max(instant, (end_before - log_end_offset, previous)) FILTER (anew) AS anew_until,
    arg_max(end_before, (end_before - log_end_offset, previous)) FILTER (anew) AS anew_end,
    arg_max(log_end_offset, (end_before - log_end_offset, previous)) FILTER (anew) AS anew_records,
    arg_max_null(lag_before, (end_before - log_end_offset, previous)) FILTER (anew) AS anew_lag,
    count(*) FILTER (torn) AS torn, min(instant) FILTER (torn) AS torn_from, max(instant) FILTER (torn) AS torn_until
FROM (SELECT *, is_whole AND coalesce(committed_offset < committed_before, false) AS rewound,
    is_whole AND coalesce(log_end_offset < end_before, false) AS anew FROM changes)
WHERE rewound OR anew OR torn GROUP BY ALL
"""
SKEW = """
SELECT max(value) / avg(value) AS max_over_mean, max(value) / nullif(median(value), 0) AS max_over_median,
    (SELECT sum(abs(a.value - b.value)) FROM loads a, loads b) / (2 * count(*) * sum(value)) AS gini
FROM loads
"""
LINES = """
SELECT topic, bucket, sum(lag) AS lag, sum(produced) AS produce_rate, sum(consumed) AS consume_rate, count(*) AS number
FROM (
    SELECT topic, "partition", least(floor((instant - $start) / $width), $count - 1) AS bucket, avg(lag) AS lag,
        sum(produced) / sum(seconds) FILTER (produced IS NOT NULL) AS produced,
        sum(consumed) / sum(seconds) FILTER (consumed IS NOT NULL) AS consumed
    FROM changes GROUP BY ALL
) GROUP BY ALL
"""
CELLS = """
SELECT topic, "partition", least(floor((instant - $start) / $width), $count - 1)::int AS bucket, avg(lag) AS lag
FROM samples GROUP BY ALL HAVING avg(lag) IS NOT NULL
"""
WORST = """
SELECT topic, "partition" FROM samples GROUP BY ALL ORDER BY avg(lag) DESC, topic, "partition"
"""


@pytest.fixture(scope="module")
def both(spark, tmp_path_factory):
    """A history with gaps, resets and missing commits, in a report and in a database."""
    chance = random.Random(11)  # noqa: S311
    rows, begun, made_anew = [], {}, 0
    for row in history(11, topics=("orders", "payments"), partitions=6, minutes=30, cause="stall").rows:
        time, group, topic, number, end, committed, client = row
        if chance.random() < 0.1:
            continue
        if chance.random() < 0.01:
            committed = None
        elif chance.random() < 0.01:
            committed = max(0, committed - 5000)
        elif chance.random() < 0.01:
            end = end // 2
        # One partition reads slowly for a while, then passes over what it has not read.
        elif number == 1 and 300 < (at := (datetime.fromisoformat(time) - START).seconds) < 1400:
            committed = begun.setdefault(topic, committed) + 20 * (at - 300)
        since = (datetime.fromisoformat(time) - START).seconds
        # One topic's partition is made anew, and another one goes to a second client and back.
        if (topic, number) == ("payments", 4) and since > 900:
            end, committed = (max(0, one - made_anew) for one in (end, committed or 0))
        elif (topic, number) == ("payments", 4):
            made_anew = end
        if number == 3 and since // 600 == 1:
            client = f"{GROUP}-9-StreamThread-1-consumer"
        rows.append((time, group, topic, number, end, committed, client))
    path = write_csv(rows, tmp_path_factory.mktemp("lag") / "history.csv")
    placement = Placement((Reader("orders", 0, False), Reader("payments", 0, False)), application_id=GROUP)
    report = analyze_history(spark, [path], placement)
    with duckdb.connect() as database:
        database.execute("SET TimeZone = 'UTC'")
        database.register("rows", database.read_csv(str(path), header=True))
        database.execute(SAMPLES)
        yield report, database


def test_every_measure_of_a_partition(both):
    report, database = both
    ours = {(one.topic, one.partition): one for one in report.partitions}
    recent = report.end - int((report.end - report.start) * 1e6) // 10 / 1e6
    theirs = query(database, PARTITIONS, {"recent": recent})
    assert len(theirs) == len(ours) == 12
    assert {row["moves"] for row in theirs} == {0, 2}
    for row in theirs:
        one = ours[row["topic"], row["partition"]]
        assert differences(one, row) == {}
        gain = None if one.recent_consume_rate is None else row["recent_consume_rate"] - row["recent_produce_rate"]
        lag = row["lag_last"]
        expected = 0 if lag == 0 else lag / gain if lag is not None and gain and gain > 0 else None
        assert same(one.catch_up_seconds, expected)


def test_how_long_records_waited_at_worst(both):
    report, database = both
    theirs = {(row["topic"], row["partition"]): row for row in query(database, WAITED)}
    assert any(row["waiting_seconds_max"] for row in theirs.values())
    for one in report.partitions:
        assert differences(one, theirs[one.topic, one.partition]) == {}


def test_every_stall(both):
    report, database = both
    theirs = {(row["topic"], row["partition"]): row for row in query(database, STALLS)}
    assert theirs
    for one in report.partitions:
        row = theirs.get((one.topic, one.partition), {"stalls": 0, "stall_seconds": None})
        assert differences(one, row) == {}


def test_every_peak_and_every_jump(both):
    report, database = both
    for text, count in ((PEAKS, "peaks"), (JUMPS, "jumps")):
        theirs = {(row["topic"], row["partition"]): row for row in query(database, text)}
        assert theirs
        for one in report.partitions:
            assert differences(one, theirs.get((one.topic, one.partition), {count: 0})) == {}


def test_every_step_back(both):
    report, database = both
    theirs = {(row["topic"], row["partition"]): row for row in query(database, BACK)}
    assert all(any(row[kind] for row in theirs.values()) for kind in ("rewinds", "anews", "torn"))
    for one in report.partitions:
        assert differences(one, theirs.get((one.topic, one.partition), {"rewinds": 0, "anews": 0, "torn": 0})) == {}


def test_every_time_without_a_lag(both):
    report, database = both
    theirs = {(row["topic"], row["partition"]): row for row in query(database, BLIND)}
    for kind in ("uncommitted", "beyond"):
        assert any(row[kind] for row in theirs.values())
        for one in report.partitions:
            row = theirs.get((one.topic, one.partition), {}).get(kind) or dict.fromkeys(("start", "until", "records"))
            expected = {f"{kind}_{ours}": row[name] for ours, name in
                        (("from", "start"), ("until", "until"), ("records", "records"))}  # fmt: skip
            assert differences(one, expected) == {}


def test_tasks_sub_topologies_and_their_skew(both):
    report, database = both
    (sub,) = report.sub_topologies
    for name in ("lag_mean", "produce_rate", "consume_rate"):
        sums = by_task(query(database, PARTITIONS, {"recent": 0}), name)
        assert {task.partition: getattr(task, name) for task in report.tasks} == pytest.approx(sums, rel=1e-9)
        database.execute(
            "CREATE OR REPLACE TABLE loads AS SELECT unnest($values) AS value", {"values": [*sums.values()]}
        )
        (row,) = query(database, SKEW)
        assert getattr(sub, f"{name}_max_over_mean") == pytest.approx(row["max_over_mean"], rel=1e-9)
        assert getattr(sub, f"{name}_max_over_median") == pytest.approx(row["max_over_median"], rel=1e-9)
        assert getattr(sub, f"{name}_gini") == pytest.approx(row["gini"], rel=1e-9)
        assert getattr(sub, name) == pytest.approx(sum(sums.values()), rel=1e-9)


def test_lag_and_slope_of_every_task(both):
    report, database = both
    theirs = query(database, PARTITIONS, {"recent": 0})
    for name in ("lag_last", "lag_slope"):
        sums = by_task(theirs, name)
        assert {task.partition: getattr(task, name) for task in report.tasks} == pytest.approx(sums, rel=1e-9)
        assert getattr(report.sub_topologies[0], name) == pytest.approx(sum(sums.values()), rel=1e-9)
    lags = by_task(theirs, "lag_last")
    shares = {partition: lag / sum(lags.values()) for partition, lag in lags.items()}
    assert {task.partition: task.lag_share for task in report.tasks} == pytest.approx(shares, rel=1e-9)


def by_task(partitions, name):
    """Partitions of the same number are read by the same task."""
    sums = {}
    for row in partitions:
        sums[row["partition"]] = sums.get(row["partition"], 0) + (row[name] or 0)
    return sums


def test_every_cell_of_the_heat_map(both):
    report, database = both
    heat = report.heat
    parameters = {"start": report.start, "width": heat.bucket_seconds, "count": heat.buckets}
    theirs = {(row["topic"], row["partition"], row["bucket"]): row["lag"] for row in query(database, CELLS, parameters)}
    ours = {(row.topic, row.partition, bucket): lag
            for row in heat.rows for bucket, lag in enumerate(row.lag) if lag is not None}  # fmt: skip
    assert ours == pytest.approx(theirs, rel=1e-9)
    assert [(row.topic, row.partition) for row in heat.rows] == database.execute(WORST).fetchall()
    assert heat.partitions_left_out == 0


def test_every_point_of_the_lines(both):
    report, database = both
    lines = {line.name: line for line in report.timelines if line.of == "topic"}
    parameters = {"start": report.start, "width": report.bucket_seconds, "count": report.buckets}
    theirs = query(database, LINES, parameters)
    assert len(theirs) == sum(1 for line in lines.values() for number in line.partitions if number)
    for row in theirs:
        line, place = lines[row["topic"]], int(row["bucket"])
        assert line.partitions[place] == row["number"]
        for name in ("lag", "produce_rate", "consume_rate"):
            assert same(getattr(line, name)[place], row[name])
