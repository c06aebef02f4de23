"""Days of a history, in any order and again: the same as all at once, and as DuckDB has it from the rows."""

import json
import math
import random
from datetime import UTC, timedelta

import duckdb
import pytest
from pyspark.sql.functions import sum as total_of

from tests.lag.conftest import PROGRAM
from tests.lag.histories import GROUP, START, write_csv
from tests.lag.second_opinion import query
from topoviz.cli.lag_days_text import to_markdown, to_text
from topoviz.cli.main import main
from topoviz.lag.bad_history import BadHistory
from topoviz.lag.days.append import append_days
from topoviz.lag.days.make import report_days
from topoviz.lag.days.report import About, Of
from topoviz.lag.days.store import days_in, read_days
from topoviz.lag.onto_topology import Placement, Reader

pytestmark = pytest.mark.xdist_group("spark")

DAYS = 15
FIRST = START.replace(hour=0)
LAST_DAY, WEEK_BEFORE, LATE = "2026-03-16", "2026-03-09", "2026-03-07"
MISSING = "2026-03-11"
PLACEMENT = Placement((Reader("orders", 0, False), Reader("payments", 1, False)))


def rows():
    """Fifteen days of two topics, a look each ten minutes: lag is high at 14:00, more comes in from day to day, on the
    last day one partition lags most, and everything that offsets can do happens somewhere.
    """
    chance = random.Random(11)  # noqa: S311
    made = []
    for topic, rate in (("orders", 40), ("payments", 5)):
        for number in range(2):
            end = committed = chance.randrange(1000)
            for step in range(DAYS * 144):
                time = FIRST + timedelta(minutes=10 * step, seconds=chance.randrange(3))
                if f"{time:%Y-%m-%d}" == MISSING:
                    continue
                end += round(600 * rate * (1 + step / 144 / 30) * chance.uniform(0.9, 1.1))
                lag = chance.randrange(rate * 10) * (40 if time.hour == 14 else 1)
                if (topic, number, f"{time:%Y-%m-%d}") == ("orders", 1, LAST_DAY):
                    lag += 20_000
                committed = end - lag if chance.random() > 0.002 else committed
                if chance.random() < 0.003:
                    end = committed = 0
                shown = "" if chance.random() < 0.01 else end + 5 if chance.random() < 0.002 else committed
                row = (f"{time:%Y-%m-%dT%H:%M:%SZ}", GROUP, topic, number, end, shown, f"c-{step // 400}")
                made += [row] * (2 if chance.random() < 0.02 else 1)
    return made


def day_of(row):
    return row[0][:10]


@pytest.fixture(scope="module")
def stores(spark, tmp_path_factory):
    """One folder that got all at once, one that got days as they came, and all rows as CSV."""
    folder = tmp_path_factory.mktemp("days")
    everything = rows()
    whole = write_csv(everything, folder / "all.csv")
    append_days(spark, str(folder / "at-once"), [whole])
    in_turn = str(folder / "in-turn")
    shuffled = random.Random(3).sample(everything, len(everything))  # noqa: S311
    late = write_csv([row for row in shuffled if day_of(row) == LATE], folder / "late.csv")
    append_days(spark, in_turn, [write_csv([row for row in shuffled if day_of(row) != LATE], folder / "others.csv")])
    first = append_days(spark, in_turn, [late])
    again = append_days(spark, in_turn, [whole], day=LATE)
    return str(folder / "at-once"), in_turn, whole, (first, again)


def kept(spark, store):
    return read_days(spark, store, days_in(spark, store))


def test_days_that_come_late_and_again_are_kept_once_and_are_as_if_all_had_come_at_once(spark, stores):
    at_once, in_turn, _, (first, again) = stores
    assert len(days_in(spark, at_once)) == DAYS - 1
    assert days_in(spark, in_turn) == days_in(spark, at_once)
    assert [(one.day, one.samples_before) for one in first.days] == [(LATE, None)]
    assert [(one.day, one.samples, one.samples_before) for one in again.days] == [
        (LATE, first.days[0].samples, first.days[0].samples)
    ]
    one, other = (sorted(kept(spark, store).collect(), key=str) for store in (at_once, in_turn))
    assert one == other


def test_part_of_a_day_does_not_replace_the_whole_day_unless_that_is_asked_for(spark, stores, tmp_path):
    store, everything = str(tmp_path / "days"), rows()
    two_days = [row for row in everything if day_of(row) in ("2026-03-02", "2026-03-03")]
    append_days(spark, store, [write_csv(two_days, tmp_path / "all.csv")])
    part = write_csv(two_days[100:160], tmp_path / "part.csv")
    with pytest.raises(BadHistory, match=r"2026-03-02 is kept with 576 samples, and what comes now has 46 of it"):
        append_days(spark, store, [part])
    samples = {
        row["day"]: row["samples"]
        for row in kept(spark, store).groupBy("day").agg(total_of("samples").alias("samples")).collect()
    }
    assert samples == {"2026-03-02": 576, "2026-03-03": 576}
    done = append_days(spark, store, [part], day="2026-03-02", even_fewer=True)
    assert [(one.day, one.samples, one.samples_before) for one in done.days] == [("2026-03-02", 46, 576)]


HOURS = """
CREATE TABLE once AS
SELECT *, time_bucket(INTERVAL 1 hour, timestamp) AS hour,
    if(committed_offset > log_end_offset, 0, log_end_offset - committed_offset) AS lag
FROM (SELECT DISTINCT ON (topic, "partition", timestamp) * FROM rows
    ORDER BY topic, "partition", timestamp, log_end_offset, committed_offset NULLS FIRST);
CREATE TABLE torn AS
SELECT *, coalesce(log_end_offset < max(log_end_offset) OVER earlier
    AND max(log_end_offset) OVER soon >= max(log_end_offset) OVER earlier, false) AS torn
FROM once WINDOW
    earlier AS (PARTITION BY topic, "partition", hour ORDER BY timestamp
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
    soon AS (PARTITION BY topic, "partition", hour ORDER BY timestamp ROWS BETWEEN 1 FOLLOWING AND 3 FOLLOWING);
CREATE TABLE steps AS
SELECT *, epoch_us(timestamp) / 1e6 AS instant, instant - lag(instant) OVER own AS seconds,
    bool_or(torn) OVER (PARTITION BY topic, "partition", hour ORDER BY timestamp
        ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS beside,
    log_end_offset - lag(log_end_offset) OVER own AS grown, committed_offset - lag(committed_offset) OVER own AS moved,
    if(grown >= 0 AND NOT beside, grown, NULL) AS produced, if(moved >= 0 AND NOT beside, moved, NULL) AS consumed,
    lag(lag) OVER own AS lag_before, lag(client_id) OVER own AS owner_before
FROM torn WINDOW own AS (PARTITION BY topic, "partition", hour ORDER BY timestamp);
CREATE TABLE hours AS
SELECT topic, "partition", hour, count(*) AS samples, count(*) FILTER (committed_offset IS NULL) AS uncommitted,
    count(*) FILTER (committed_offset > log_end_offset) AS beyond_end,
    count(*) FILTER (grown < 0 AND NOT beside) AS end_resets,
    count(*) FILTER (moved < 0 AND NOT beside) AS commit_resets,
    count(*) FILTER (torn) AS torn, count(*) FILTER (owner_before <> client_id) AS moves, sum(lag)::BIGINT AS lag_sum,
    sum(produced)::BIGINT AS produced, sum(consumed)::BIGINT AS consumed,
    sum(seconds) FILTER (produced IS NOT NULL) AS produced_seconds,
    sum(seconds) FILTER (consumed IS NOT NULL) AS consumed_seconds,
    coalesce(sum(seconds) FILTER (consumed = 0 AND lag_before > 1), 0) AS stalled_seconds,
    min(lag) AS lag_min, max(lag) AS lag_max,
    arg_min(timestamp, (-lag, timestamp)) FILTER (lag IS NOT NULL) AS lag_max_at,
    min(timestamp) AS first_at, max(timestamp) AS last_at,
    arg_min_null(log_end_offset, timestamp) AS first_end, arg_max_null(log_end_offset, timestamp) AS last_end,
    arg_min_null(committed_offset, timestamp) AS first_committed,
    arg_max_null(committed_offset, timestamp) AS last_committed, arg_max_null(lag, timestamp) AS last_lag,
    arg_min(client_id, timestamp) AS first_owner, arg_max(client_id, timestamp) AS last_owner,
    list_sort(list(DISTINCT client_id)) AS owners,
    histogram(if(lag = 0, 0, floor(log2(lag + 0.5) * 8) + 1)::SMALLINT) FILTER (lag IS NOT NULL) AS bins
FROM steps GROUP BY ALL;
"""
JOINED = """
CREATE TABLE joined AS
SELECT topic, "partition", hour, lag_sum / nullif(samples - uncommitted, 0) AS lag,
    epoch(hour - lag(hour) OVER own) = 3600 AS follows,
    epoch_us(first_at) / 1e6 - epoch_us(lag(last_at) OVER own) / 1e6 AS between_hours,
    if(follows AND first_end >= lag(last_end) OVER own, first_end - lag(last_end) OVER own, NULL) AS more_in,
    first_committed - lag(last_committed) OVER own AS moved,
    if(follows AND moved >= 0, moved, NULL) AS more_out,
    (coalesce(produced, 0) + coalesce(more_in, 0)) / (coalesce(produced_seconds, 0)
        + if(more_in IS NULL, 0, between_hours)) AS produce_rate,
    (coalesce(consumed, 0) + coalesce(more_out, 0)) / (coalesce(consumed_seconds, 0)
        + if(more_out IS NULL, 0, between_hours)) AS consume_rate,
    stalled_seconds + if(more_out = 0 AND lag(last_lag) OVER own > 1, between_hours, 0) AS stalled_seconds,
    moves + if(follows AND first_owner <> lag(last_owner) OVER own, 1, 0) AS moves
FROM hours WINDOW own AS (PARTITION BY topic, "partition" ORDER BY hour);
CREATE TABLE things AS
SELECT 'partition' AS of, topic || '-' || "partition" AS name, * FROM joined
UNION ALL SELECT 'topic', topic, * FROM joined
UNION ALL SELECT 'task', if(topic = 'orders', 0, 1) || '_' || "partition", * FROM joined
UNION ALL SELECT 'sub-topology', if(topic = 'orders', 0, 1)::VARCHAR, * FROM joined;
CREATE TABLE each_hour AS
SELECT of, name, hour, strftime(hour, '%Y-%m-%d') AS day, sum(lag) AS lag, sum(produce_rate) AS produce_rate,
    sum(consume_rate) AS consume_rate, sum(stalled_seconds) AS stalled_seconds, sum(moves)::BIGINT AS moves
FROM things GROUP BY ALL;
"""
FIGURES = """
SELECT of, name, count(*) AS hours, avg(lag) AS lag_mean, max(lag) AS lag_busiest,
    strftime(arg_min(hour, (-lag, hour)), '%Y-%m-%dT%H:%M:%SZ') AS lag_busiest_at,
    avg(produce_rate) AS produce_rate, avg(consume_rate) AS consume_rate, avg(lag) / avg(produce_rate) AS wait_seconds,
    sum(stalled_seconds) AS stalled_seconds, sum(moves)::BIGINT AS moves
FROM each_hour GROUP BY ALL
"""
BY_DAY = """
SELECT of, name, day, avg(lag) AS lag, max(lag) AS lag_busiest, avg(produce_rate) AS produce_rate,
    avg(consume_rate) AS consume_rate, epoch(min(hour)) // 86400 AS number, count(*) AS hours
FROM each_hour GROUP BY ALL
"""
GROWTH = """
SELECT of, name, regr_slope(lag, number) AS lag_a_day, regr_r2(lag, number) AS lag_a_day_steadiness,
    regr_slope(produce_rate, number) * 7 / avg(produce_rate) AS input_a_week,
    regr_r2(produce_rate, number) AS input_a_week_steadiness
FROM ({by_day}) WHERE hours >= 20 GROUP BY ALL
"""
TWO_DAYS = """
SELECT of, name, avg(earlier.lag) AS lag_before, avg(now.lag) AS lag_now,
    avg(earlier.produce_rate) AS produce_rate_before, avg(now.produce_rate) AS produce_rate_now
FROM (FROM each_hour WHERE day = $now) now JOIN (FROM each_hour WHERE day = $before) earlier
    USING (of, name) WHERE hour(now.hour) = hour(earlier.hour) GROUP BY ALL
"""
PROFILE = """
SELECT of, name, hour(hour) AS hour, avg(lag) AS lag, avg(produce_rate) AS produce_rate, avg(consume_rate)
    AS consume_rate, count(*) AS days FROM each_hour GROUP BY ALL
"""


@pytest.fixture(scope="module")
def database(stores):
    """The rows, and what DuckDB makes of them."""
    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute(
            "CREATE TABLE rows AS SELECT * REPLACE (CAST(timestamp AS TIMESTAMPTZ) AT TIME ZONE 'UTC' AS timestamp, "
            "CAST(nullif(committed_offset, '') AS BIGINT) AS committed_offset) FROM read_csv($path, header=true, "
            "types={'committed_offset': 'VARCHAR'})",
            {"path": str(stores[2])},
        )
        connection.execute(HOURS)
        connection.execute(JOINED)
        yield connection


def same(one, other):
    if isinstance(one, float) or isinstance(other, float):
        return one is not None and other is not None and math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-6)
    return one == other


def differences(ours, theirs, *aside):
    return {name: (ours(name), value) for name, value in theirs.items()
            if name not in aside and not same(ours(name), value)}  # fmt: skip


def test_every_hour_is_as_duckdb_has_it(spark, stores, database):
    ours = {(row["topic"], row["partition"], row["hour"].timestamp()): row
            for row in kept(spark, stores[1]).collect()}  # fmt: skip
    theirs = query(database, "FROM hours")
    assert len(ours) == len(theirs) == 4 * 24 * (DAYS - 1)
    for name in ("beyond_end", "end_resets", "commit_resets", "uncommitted", "moves", "stalled_seconds"):
        assert any(row[name] for row in theirs), name
    for row in theirs:
        one = ours[row["topic"], row["partition"], row["hour"].replace(tzinfo=UTC).timestamp()]
        value = lambda name, one=one: one[name].timestamp() if name in TIMES and one[name] else one[name]  # noqa: E731
        row |= {name: row[name].replace(tzinfo=UTC).timestamp() for name in TIMES if row[name]}
        assert differences(value, row, "hour") == {}


TIMES = ("lag_max_at", "first_at", "last_at")


@pytest.fixture(scope="module")
def report(spark, stores):
    return report_days(spark, stores[1], PLACEMENT)


def test_every_figure_of_the_report_is_as_duckdb_has_it(report, database):
    ours = {(one.of, one.name): one for one in report.figures}
    theirs = query(database, FIGURES)
    assert len(ours) == len(theirs) == 4 + 4 + 2 + 2
    for row in [*theirs, *query(database, GROWTH.format(by_day=BY_DAY))]:
        one = ours[row["of"], row["name"]]
        assert differences(lambda name, one=one: getattr(one, name), row) == {}
    assert (report.compared.before, report.compared.day, report.compared.hours) == (WEEK_BEFORE, LAST_DAY, 24)
    for row in query(database, TWO_DAYS, {"now": LAST_DAY, "before": WEEK_BEFORE}):
        both = ours[row["of"], row["name"]].compared
        assert differences(lambda name, both=both: getattr(both, name), row, "of", "name") == {}
        assert same(both.wait_seconds_now, both.lag_now / both.produce_rate_now)


def test_every_line_and_every_hour_of_the_day_is_as_duckdb_has_it(report, database):
    lines = {(line.of, line.name): line for line in report.lines}
    shown = [row for row in query(database, BY_DAY) if row["of"] != "partition"]
    assert {(row["of"], row["name"]) for row in shown} == set(lines)
    for row in shown:
        place = [day.day for day in report.days].index(row["day"])
        line = lines[row["of"], row["name"]]
        assert differences(lambda name, line=line, place=place: getattr(line, name)[place], row,
                           "of", "name", "day", "number", "hours") == {}  # fmt: skip
    profiles = {(one.of, one.name, hour.hour): hour for one in report.profiles for hour in one.hours}
    for row in query(database, PROFILE):
        if row["of"] != "partition":
            hour = profiles[row["of"], row["name"], row["hour"]]
            assert differences(lambda name, hour=hour: getattr(hour, name), row, "of", "name") == {}


def test_percentiles_of_all_samples_are_at_most_five_percent_off_and_the_greatest_is_exact(report, database):
    theirs = query(
        database,
        """SELECT topic || '-' || "partition" AS name, quantile_disc(lag, 0.5) AS p50, quantile_disc(lag, 0.95) AS p95,
        quantile_disc(lag, 0.99) AS p99, max(lag) AS most FROM once GROUP BY ALL""",
    )
    ours = {one.name: one.spread for one in report.of(Of.PARTITION)}
    for row in theirs:
        assert ours[row["name"]].most == row["most"]
        for name in ("p50", "p95", "p99"):
            found = getattr(ours[row["name"]], name)
            assert found == pytest.approx(row[name], rel=0.046, abs=0.5)
            assert found <= row["most"]


def test_it_says_what_became_worse_what_comes_each_day_what_grows_and_what_is_missing(report):
    found = {one.about: one for one in report.findings}
    assert [*found] == [About.WORSE, About.EACH_DAY, About.MORE_COMES_IN, About.DAYS_MISSING]
    worse = found[About.WORSE]
    assert worse.names == ("0_1",)
    assert worse.sentence.startswith(f"Task 0_1 lags more on {LAST_DAY} than on {WEEK_BEFORE}: 20,")
    assert worse.sentence.endswith(" As much comes in as then.")
    assert f"Look at {LAST_DAY} in a report of that day alone" in worse.advice
    assert "is highest from 14:00 to 15:00 UTC" in found[About.EACH_DAY].sentence
    assert (found[About.EACH_DAY].names, len(report.findings)) == (("0", "1"), 4)
    assert found[About.DAYS_MISSING].sentence == f"1 day is missing: {MISSING}."
    assert report.missing_days == (MISSING,)


def test_a_day_that_is_as_the_other_is_said_to_be_so_with_its_bound(spark, stores):
    report = report_days(spark, stores[0], PLACEMENT, day="2026-03-06", against="2026-03-05", last="2026-03-06")
    assert report.findings[-1].about is About.NOTHING_WORSE
    assert "by more than 100 records and 60 seconds of waiting, over the 24 hours" in report.findings[-1].sentence
    with pytest.raises(BadHistory, match="2026-03-11 is not kept"):
        report_days(spark, stores[0], PLACEMENT, day=MISSING)


def test_the_words_have_all_tables_and_markdown_is_marked_up(report):
    text, markdown = to_text(report.to_json()), to_markdown(report.to_json())
    what = f"14 days, 2026-03-02 to {LAST_DAY}, of group {GROUP}; lag is in records, times are UTC"
    assert text.startswith(f"{what}\n\nworse: ")
    for words in ("Sub-topology 0 by day", "Sub-topology 1 by hour of the day", "Lags of all samples"):
        assert words in text
        assert f"#### {words}" in markdown
    assert "| Task | Lag | Lag 2026-03-09 | Lag 2026-03-16 | Waits | Busiest hour | At | In/s |" in markdown
    assert "| 0\\_1 |" in markdown


def test_the_commands_keep_a_day_and_report_over_what_is_kept(spark, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("topoviz.lag.session.spark_session", lambda settings: spark)
    monkeypatch.setattr("topoviz.lag.session.stop_session", lambda: None)
    program = tmp_path / "Orders.java"
    program.write_text(PROGRAM, encoding="utf-8")
    some = [row for row in rows() if day_of(row) == "2026-03-02" and row[2] == "orders"]
    history = str(write_csv([*some, ("soon", *some[0][1:])], tmp_path / "lag.csv"))
    folder = str(tmp_path / "kept")
    assert main(["lag", "append", history, "--to", folder, "--day", "2026-3-2"]) == 2
    assert "is no day; write it as 2026-11-27" in capsys.readouterr().err
    assert main(["lag", "append", history, "--to", folder]) == 3
    said = capsys.readouterr()
    assert said.out == "2026-03-02: 288 samples of 2 partitions\n"
    assert said.err == "rejected: 1 row, because the time stamp cannot be read.\n"
    assert main(["lag", "days", folder, "--topology", str(program), "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "topoviz/lag-days@1"
    assert document["compared"] is None
    assert main(["lag", "days", str(tmp_path / "none"), "--topology", str(program)]) == 2
    assert "There are no such days in" in capsys.readouterr().err
