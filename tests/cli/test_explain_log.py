"""`topoviz explain-log`: what lines of a log mean, of a file and of arguments, and what is refused."""

import json

import pytest

from topoviz.cli.main import main

LINE = (
    "[2026-03-01 10:11:12,123] INFO stream-thread [app-1-StreamThread-1] task [0_1] Suspended from RUNNING "
    "(org.apache.kafka.streams.processor.internals.StreamTask)"
)


def test_a_file_is_explained_in_words(tmp_path, capsys):
    (tmp_path / "app.log").write_text(f"{LINE}\nour own line\x1b[31m\n", encoding="utf-8")
    assert main(["explain-log", str(tmp_path / "app.log")]) == 0
    text = capsys.readouterr().out
    assert "StreamTask#transitToSuspend at INFO, 3.4.0 and later: Suspended from {state}" in text
    assert "task: 0_1, state: RUNNING" in text
    assert "Means: The task is suspended" in text
    assert "Kafka Streams 3.4.0 and later" in text
    assert "2: our own line\\x1b[31m" in text


def test_lines_as_arguments_and_json(capsys):
    assert main(["explain-log", "--line", LINE, "--kafka", "3.9", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "topoviz/explained-log@1"
    [line] = document["lines"]
    assert line["says"] == {"thread": "app-1-StreamThread-1", "task": "0_1"}
    assert line["printed_by"][0]["values"] == [{"name": "state", "value": "RUNNING"}]
    assert "task state" in line["events"]


@pytest.mark.parametrize(
    ("arguments", "code"), [(["--line", "nothing of Kafka"], 3), (["--line", LINE, "--kafka", "9"], 2)]
)
def test_nothing_known_and_no_such_version(arguments, code, capsys):
    assert main(["explain-log", *arguments]) == code
    assert capsys.readouterr()


def test_lines_are_laid_onto_a_trace(tmp_path, capsys):
    event = {"at_ms": 1_500, "event": "task state", "thread": "a-1", "task": "0_1", "role": "active",
             "before": "RUNNING", "state": "SUSPENDED"}  # fmt: skip
    trace = tmp_path / "trace.jsonl"
    trace.write_text(f"{json.dumps(event)}\n{json.dumps({**event, 'task': '0_2'})}\n", encoding="utf-8")
    assert main(["explain-log", "--line", LINE, "--trace", str(trace)]) == 0
    text = capsys.readouterr().out
    assert "In the simulation: 1 event\n    0:00:01.5 Task 0_1 goes from RUNNING to SUSPENDED." in text
    trace.write_text("{}\n", encoding="utf-8")
    assert main(["explain-log", "--line", LINE, "--trace", str(trace)]) == 2
    assert "Line 1 of" in capsys.readouterr().err
