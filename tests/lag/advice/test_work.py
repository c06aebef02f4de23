"""What comes, is read and waits in each stretch of time, worked out a second time by DuckDB from the CSV."""

import duckdb
import pytest

from tests.lag.histories import START, history, write_csv
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.jobs.work import measured_of
from topoviz.lag.report.advice import AdviceKind

pytestmark = pytest.mark.xdist_group("spark")

STRETCHES = """
WITH changes AS (
    SELECT *, epoch(timestamp) AS instant,
        log_end_offset - lag(log_end_offset) OVER series AS came,
        committed_offset - lag(committed_offset) OVER series AS read,
        epoch(timestamp) - lag(epoch(timestamp)) OVER series AS seconds
    FROM rows WINDOW series AS (PARTITION BY topic, "partition" ORDER BY timestamp))
SELECT "partition", least(floor((instant - $start) / $width), $count - 1)::INT AS stretch,
    sum(came) / sum(seconds) * $width AS came, sum(read) / sum(seconds) * $width AS read,
    avg(log_end_offset - committed_offset) AS waiting, min(log_end_offset - committed_offset) AS least_waiting,
    arg_max(client_id, instant) AS owner
FROM changes GROUP BY ALL
"""


def test_stretches_are_those_of_duckdb(spark, tmp_path, monkeypatch):
    path = write_csv(history(11, partitions=3, minutes=17, cause="slow-instance", clients=2).rows, tmp_path / "lag.csv")
    seen = []

    def noted(samples, partitions, span):
        seen.append(measured_of(samples, partitions, span))
        return seen[-1]

    monkeypatch.setattr("topoviz.lag.jobs.collect.measured_of", noted)
    report = analyze_history(spark, [path])
    measured = seen[0]
    count = len(measured.stretches)
    with duckdb.connect() as database:
        database.sql(f"CREATE TABLE rows AS FROM read_csv('{path}', header = true)")
        given = {"start": START.timestamp(), "width": measured.width, "count": count}
        rows = {(row[0], row[1]): row[2:] for row in database.execute(STRETCHES, given).fetchall()}
    assert count == 16
    for number, task in enumerate(measured.tasks):
        assert task.task == f"orders-{number}"
        for stretch in range(count):
            *numbers, owner = rows[number, stretch]
            mine = (task.came[stretch], task.read[stretch], task.waiting[stretch], task.least_waiting[stretch])
            assert mine == pytest.approx(numbers)
            assert task.owners[stretch] == owner
    assert [one.kind for one in report.advice] == [AdviceKind.THREADS, AdviceKind.WORK_SHARING]


def test_of_a_single_sample_nothing_is_said_of_threads_rather_than_that_nothing_comes(spark, tmp_path):
    first = history(11, partitions=3, minutes=1, cause="slow-instance", clients=2).rows[:3]
    report = analyze_history(spark, [write_csv(first, tmp_path / "lag.csv")])
    assert len(report.partitions) == 3
    assert all(one.client_id is not None for one in report.partitions)
    assert (report.advice, report.loads) == ((), ())
