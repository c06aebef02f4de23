"""`topoviz lag analyze`, with the job itself left out but for one run."""

import importlib.util
import json

import pytest

from tests.lag.conftest import PROGRAM
from tests.lag.histories import history, write_csv
from topoviz.cli.main import main


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "Orders.java"
    path.write_text(PROGRAM, encoding="utf-8")
    return str(path)


def test_it_says_what_is_wrong_with_a_file_before_spark_starts(program, tmp_path, capsys):
    path = tmp_path / "history.csv"
    path.write_text("timestamp,group,topic,partition\n", encoding="utf-8")
    assert main(["lag", "analyze", str(path), "--topology", program]) == 2
    assert "lacks log_end_offset, committed_offset" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_told(program, tmp_path, capsys):
    assert main(["lag", "analyze", str(tmp_path / "none.csv"), "--topology", program]) == 2
    assert "none.csv" in capsys.readouterr().err


def test_the_time_of_a_single_look_has_to_be_one(program, tmp_path, capsys):
    path = write_csv(history(7, minutes=1).rows, tmp_path / "history.csv")
    assert main(["lag", "analyze", str(path), "--topology", program, "--taken-at", "soon"]) == 2
    assert "--taken-at is no time" in capsys.readouterr().err


def test_without_spark_it_says_what_to_install(program, capsys, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["lag", "analyze", "x.csv", "--topology", program]) == 2
    assert "pip install 'topoviz[spark]'" in capsys.readouterr().err


@pytest.mark.xdist_group("spark")
def test_it_prints_findings_tasks_and_rejected_rows(program, tmp_path, capsys, monkeypatch, spark):
    monkeypatch.setattr("topoviz.lag.session.spark_session", lambda settings: spark)
    monkeypatch.setattr("topoviz.lag.session.stop_session", lambda: None)
    rows = history(7, partitions=3, minutes=4).rows
    path = write_csv([*rows, ("soon", *rows[0][1:])], tmp_path / "history.csv")
    assert main(["lag", "analyze", str(path), "--topology", program]) == 3
    said = capsys.readouterr()
    assert said.out.startswith(
        "unknown\n\nnot-known: The history does not tell how 3 of 3 partitions are: it was looked"
    )
    assert "Cannot be seen: There is a sample every 15 seconds: pauses shorter than 80 seconds may not show" in said.out
    assert "\nAdvice, threads: 3 threads are there" in said.out
    assert "\n  = The partitions of `payments` are not known, so not all tasks are.\n" in said.out
    assert "\n0_2   unknown  " in said.out
    assert "Not in the history: KSTREAM-AGGREGATE-STATE-STORE" in said.out
    assert said.err.endswith("\nrejected: 1 row: the time stamp cannot be read, first in line 50.\n")


@pytest.mark.xdist_group("spark")
def test_json_is_the_report(program, tmp_path, capsys, monkeypatch, spark):
    monkeypatch.setattr("topoviz.lag.session.spark_session", lambda settings: spark)
    monkeypatch.setattr("topoviz.lag.session.stop_session", lambda: None)
    path = write_csv(history(7, partitions=2, minutes=2).rows, tmp_path / "history.csv")
    assert main(["lag", "analyze", str(path), "--topology", program, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["schema"] == "topoviz/lag-report@1"
