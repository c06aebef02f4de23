"""The whole job: any form and any file name, the same numbers; bad rows are told; it ends when it has to."""

import csv
import json

import pytest

from tests.lag.histories import COLUMNS, history, write_capture, write_csv, write_metrics, write_parquet
from topoviz.lag.bad_history import BadHistory
from topoviz.lag.jobs.analyze import STAGES, analyze_history
from topoviz.lag.limits import Cancelled, Limits, TookTooLong
from topoviz.lag.onto_topology import placement_of

pytestmark = pytest.mark.xdist_group("spark")

ROWS = history(7, partitions=3, minutes=4).rows


@pytest.fixture(scope="module")
def expected(spark, tmp_path_factory):
    """The report of a plain CSV."""
    return analyze_history(spark, [write_csv(ROWS, tmp_path_factory.mktemp("lag") / "plain.csv")])


def test_a_history_in_files_of_every_form_and_name_gives_the_same_report(spark, expected, tmp_path):
    parts = [
        write_csv(ROWS[:16], tmp_path / "a{b}.csv"),
        write_capture(ROWS[16:32], tmp_path / "_x.csv"),
        write_parquet(ROWS[32:40], tmp_path / "*.csv"),
        write_metrics(ROWS[40:], tmp_path / "c:d"),
    ]
    report = analyze_history(spark, parts)
    assert report.partitions == expected.partitions
    assert [one.hosts for one in expected.instances] == [()] * 3
    assert [one.hosts for one in report.instances] == [("10.0.0.1", "10.0.0.2")] * 3


def test_the_stages_are_told_the_tasks_laid_out_and_nothing_left_behind(spark, analyzed, tmp_path):
    stages = []
    placement = placement_of(analyzed, partition_counts={"orders": 4})
    # What Spark would evaluate as an expression stays text, in a cell as in a header and in the file's name.
    payload = "reflect('java.lang.Runtime','getRuntime')"
    extra = [
        ("2026-03-02T10:00:00Z", "orders-app", "clicks", 0, 5, 5, "-"),
        ("2026-03-02T10:00:00Z", payload, "clicks", 0, 5, 5, "-"),
    ]
    header = (*COLUMNS, payload)
    path = write_csv([(*row, payload) for row in (*ROWS, *extra)], tmp_path / payload, header=header)
    work = tmp_path / "work"
    work.mkdir()
    report = analyze_history(spark, [path], placement, progress=stages.append, work_root=work)
    assert stages == list(STAGES)
    assert [task.task for task in report.tasks] == ["0_0", "0_1", "0_2"]
    assert sum(task.lag_share or 0 for task in report.tasks) == pytest.approx(1)
    assert report.topics_not_read == (("orders-app", "clicks"), (payload, "clicks"))
    assert "payments" in report.topics_not_in_history
    assert [(one.topic, one.partition) for one in report.partitions_not_in_history] == [("orders", 3)]
    assert {line.of for line in report.timelines} == {"topic", "sub-topology", "task"}
    assert not list(work.iterdir())
    assert spark.sparkContext._jsc.getPersistentRDDs().isEmpty()
    assert json.loads(json.dumps(report.to_json(), allow_nan=False))["schema"] == "topoviz/lag-report@1"


def test_bad_rows_and_repeated_rows_are_counted_and_shown(spark, expected, tmp_path):
    rows = [*ROWS[:5], ("soon", *ROWS[0][1:]), (*ROWS[0][:2], "=x y", *ROWS[0][3:]), *ROWS[5:], ROWS[0]]
    path, rejected = write_csv(rows, tmp_path / "history", ";"), tmp_path / "rejected.csv"
    report = analyze_history(spark, [path], rejected_to=rejected)
    assert (report.rows.good, report.rows.rejected, report.rows.duplicates) == (len(ROWS), 2, 1)
    lines = {one.reason: one.examples[0].line for one in report.rows.rejected_by_reason}
    assert lines == {"the time stamp cannot be read": 7, "the topic is not a name that Kafka allows": 8}
    assert report.partitions == expected.partitions
    with rejected.open(encoding="utf-8", newline="") as file:
        assert [row["line"] for row in csv.DictReader(file)] == ["7", "8"]


def test_all_rows_bad_is_refused_with_the_reason(spark, tmp_path):
    path = write_csv([("soon", *row[1:]) for row in ROWS], tmp_path / "history")
    with pytest.raises(
        BadHistory, match="All 48 rows are rejected; 48 because the time stamp cannot be read, such as line 2"
    ):
        analyze_history(spark, [path])


def test_a_header_alone_is_refused(spark, tmp_path):
    with pytest.raises(BadHistory, match="a header and no rows"):
        analyze_history(spark, [write_csv([], tmp_path / "history")])


def test_it_ends_when_nobody_wants_it(spark, tmp_path):
    work = tmp_path / "work"
    work.mkdir()
    asked = []

    def is_wanted():
        asked.append(1)
        return len(asked) < 4

    with pytest.raises(Cancelled):
        analyze_history(spark, [write_csv(ROWS, tmp_path / "history")], is_wanted=is_wanted, work_root=work)
    assert not list(work.iterdir())


def test_it_ends_when_its_time_is_over(spark, tmp_path):
    with pytest.raises(TookTooLong, match=r"not done after 0.3 seconds"):
        analyze_history(spark, [write_csv(ROWS, tmp_path / "history")], limits=Limits(seconds=0.3))


def test_partitions_are_limited(spark, tmp_path):
    with pytest.raises(BadHistory, match="more than 2 partitions"):
        analyze_history(spark, [write_csv(ROWS, tmp_path / "history")], limits=Limits(max_partitions=2))
