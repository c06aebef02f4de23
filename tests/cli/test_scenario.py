"""`topoviz scenario`: what happens to tasks, in three formats, and what is refused."""

import json

import pytest

from topoviz.cli.main import main

PROGRAM = """
import org.apache.kafka.streams.StreamsBuilder;
class App {
    void build(StreamsBuilder builder) {
        builder.stream("orders").groupByKey().count(Materialized.as("per-customer"));
    }
}
"""
EVENTS = "cluster: {clients: [{name: a}, {name: b}]}\nevents:\n- {at: 0s, start: all}\n- {at: 10m, kill: b}\n"


@pytest.fixture
def files(tmp_path):
    """Give the arguments of a command, with files for them."""
    for name, text in (("App.java", PROGRAM), ("counts", "orders=2"), ("events.yaml", EVENTS)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    counts, events = (str(tmp_path / name) for name in ("counts", "events.yaml"))
    return ["scenario", str(tmp_path / "App.java"), "--kafka", "3.9.2", "--partitions", counts, "--events", events]


def test_a_story_is_printed(files, capsys):
    main(files)
    text = capsys.readouterr().out

    assert "0:10:00.0  b dies.\n  without an owner for 4" in text
    assert "session.timeout.ms is 45 s, the default of this version of the consumer." in text


def test_json_and_markdown_say_the_same(files, capsys):
    main([*files, "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    main([*files, "--format", "markdown"])
    markdown = capsys.readouterr().out

    assert document["schema"] == "topoviz/scenario@1"
    assert document["totals"]["rebalances"] == 2
    assert "| 0:10:00.0 | b dies. |" in markdown


def test_a_wrong_event_is_said_with_its_line(files, tmp_path, capsys):
    (tmp_path / "events.yaml").write_text(EVENTS.replace("kill: b", "kill: z"), encoding="utf-8")

    assert main(files) == 2
    assert "Line 4 of the scenario names a client z" in capsys.readouterr().err


def test_an_application_that_kafka_streams_stops_ends_with_1(files, tmp_path, capsys):
    events = EVENTS.replace("kill: b", "partitions: {orders: 3}")
    (tmp_path / "events.yaml").write_text(events, encoding="utf-8")

    assert main(files) == 1
    assert "expected: 3; actual: 2" in capsys.readouterr().out
