"""`topoviz simulate`: what happens to records, in two formats, with a trace, and what is refused."""

import json
import os
from contextlib import suppress
from threading import Thread

import pytest

from topoviz.cli.commands import simulate
from topoviz.cli.main import main

PROGRAM = """
import org.apache.kafka.streams.StreamsBuilder;
class App {
    static void main(String[] args) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> orders = builder.stream("orders");
        orders.join(builder.table("prices"), (a, b) -> a).selectKey((k, v) -> v).groupByKey()
            .windowedBy(TimeWindows.ofSizeAndGrace(Duration.ofSeconds(10), Duration.ofSeconds(1))).count();
        Topology topology = builder.build();
    }
}
"""
CONFIG = """
settings: {commit.interval.ms: 1000, num.stream.threads: 2}
generate:
- {topic: orders, rate: 50, for: 20s, disorder: 3s, keys: 20}
- {topic: prices, rate: 5, for: 20s, keys: 20}
punctuators: [{name: tick, sub-topology: 0, by: wall clock, every: 5s}]
events: [{at: 12s, kill: a, for: 2s}]
look: {from: 1s, to: 1100ms}
"""
RECORDS = "time_ms,topic,partition,key,timestamp_ms\n0,orders,0,ann,0\n5,prices,0,ann,5\n"


@pytest.fixture
def files(tmp_path):
    """Give the arguments of a command, with files for them."""
    texts = {"App.java": PROGRAM, "counts": "orders=2\nprices=2\n", "c.yml": CONFIG, "r.csv": RECORDS}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return ["simulate", str(tmp_path / "App.java"), "--kafka", "3.9.2", "--partitions", str(tmp_path / "counts")]


def test_made_records_are_followed_through_a_crash_and_told_in_words(files, tmp_path, capsys):
    assert main([*files, "--config", str(tmp_path / "c.yml")]) == 0
    text = capsys.readouterr().out

    assert "1,100 records came, and tasks processed" in text
    assert "processed twice after a crash" in text
    assert "too late for their windows" in text
    assert "KSTREAM-AGGREGATE-0000000007 drops what comes after its windows of 10,000 ms and 1,000 ms of grace." in text
    assert "Not followed: what predicates, mappers and processors make" in text

    assert main([*files, "--config", str(tmp_path / "c.yml"), "--format", "markdown"]) == 0
    markdown = capsys.readouterr().out
    assert "1,100 records came, and tasks processed" in markdown
    assert "| Node | Records | Went on | Late |" in markdown


def test_a_configuration_may_have_the_partition_counts_too(files, tmp_path, capsys):
    program, records, config = (str(tmp_path / name) for name in ("App.java", "r.csv", "c.yml"))
    (tmp_path / "c.yml").write_text("settings: {}\npartitions: {orders: 2, prices: 2}\n", encoding="utf-8")

    assert main(["simulate", program, "--records", records, "--config", config]) == 0
    assert "2 records came" in capsys.readouterr().out

    assert main([*files, "--records", records, "--config", config]) == 2
    assert "Line 2 of the configuration has partition counts, and counts are given beside" in capsys.readouterr().err


def test_the_trace_and_the_document_are_the_same_each_time(files, tmp_path, capsys):
    command = [*files, "--config", str(tmp_path / "c.yml"), "--format", "json", "--trace"]

    found = []
    for name in ("one", "two"):
        main([*command, str(tmp_path / name)])
        found.append((capsys.readouterr().out, (tmp_path / name).read_bytes()))

    assert found[0] == found[1]
    document, events = json.loads(found[0][0]), [json.loads(line) for line in found[0][1].splitlines()]
    assert document["schema"] == "topoviz/simulation@1"
    assert document["summary"]["processed"] == sum(one["event"] == "processed" for one in events)
    nodes = [one for one in events if one["event"] == "node"]
    assert nodes
    assert all(1_000 <= one["at_ms"] < 1_100 for one in nodes)


def test_records_are_read_from_a_file(files, tmp_path, capsys):
    assert main([*files, "--records", str(tmp_path / "r.csv")]) == 0
    assert "2 records came" in capsys.readouterr().out


def test_tasks_go_to_the_threads_of_the_cluster_as_they_are_assigned(files, tmp_path, capsys):
    (tmp_path / "cluster.yml").write_text("clients: [{name: x, threads: 2}, {name: y}]", encoding="utf-8")

    main([*files, "--records", str(tmp_path / "r.csv"), "--cluster", str(tmp_path / "cluster.yml"), "--format", "json"])

    threads = json.loads(capsys.readouterr().out)["summary"]["threads"]
    assert [one["thread"] for one in threads] == ["x-1", "x-2", "y-1"]
    assert sorted(task for one in threads for task in one["tasks"]) == ["0_0", "0_1", "1_0", "1_1"]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("r.csv", RECORDS + "6,orders,7,ann,6\n", "Line 4 of the records has partition 7, which is not from 0 to 1"),
        ("c.yml", "nodes: {KSTREAM-NONE: {cost: 5us}}\n", "Line 1 of the configuration names a node 'KSTREAM-NONE'"),
        ("c.yml", "settings: {commit.interval: 5}\n", "Line 1 of the configuration has a setting 'commit.interval'"),
        ("c.yml", "settings: {processing.guarantee: twice}\n", "known are at_least_once"),
        ("c.yml", "events: [{at: 1s, kill: z, for: 1s}]\n", "Line 1 of the configuration names a client 'z'"),
        ("c.yml", "events:\n- {at: 9s, kill: a, for: 3s}\n- {at: 1s, kill: a, for: 9s}\n",
         "Line 2 of the configuration kills a, which does not run until 10 s"),
        ("c.yml", "events: [{at: 1s, fence: a-1}]\n", "producers have transactional ids with exactly-once alone"),
        ("c.yml", "events: [{at: 1s, start: a}]\n", "Line 1 of the configuration starts a, which runs already"),
        ("c.yml", "events: [{at: 1s, stop: a}, {at: 2s, kill: a}]\n", "kills a, which does not run for good"),
        ("c.yml", "restore: {stores: {none: 5}}\n", "names a store 'none' without a changelog"),
        ("c.yml", "restore: {rate: 0}\n", "Line 1 of the configuration"),
        ("c.yml", "start: maybe\n", "has start: maybe; it is true or false"),
        ("c.yml", "events: [{at: 1s, slow: orders-9, by: 1s, for: 1s}]\n", "partition 'orders-9', which no task reads"),
        ("c.yml", "generate: [{topic: orders, rate: 1000000, for: 1h}]\n", "2,000,000 are the most here"),
        ("c.yml", "seed: 5\n", "The records are not there: give a file of them, or say under `generate`"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(files, tmp_path, capsys, name, text, said):
    (tmp_path / name).write_text(text, encoding="utf-8")
    option = "--records" if name == "r.csv" else "--config"

    assert main([*files, option, str(tmp_path / name)]) == 2
    assert said in capsys.readouterr().err


def test_a_file_of_ten_gigabytes_is_refused_by_its_size(files, tmp_path, capsys):
    with (tmp_path / "large").open("wb") as file:
        file.truncate(10 << 30)

    assert main([*files, "--records", str(tmp_path / "large")]) == 2
    assert "large has 10,240 MB; 512 MB of records are the most here." in capsys.readouterr().err


def test_a_topology_that_feeds_itself_is_refused_unless_a_node_keeps_records_back(files, tmp_path, capsys):
    start, end = PROGRAM.index("        orders.join"), PROGRAM.index("        Topology")
    loop = PROGRAM[:start] + '        orders.filter((k, v) -> v != null).to("orders");\n' + PROGRAM[end:]
    (tmp_path / "App.java").write_text(loop, encoding="utf-8")
    (tmp_path / "counts").write_text("orders=2\n", encoding="utf-8")
    (tmp_path / "r.csv").write_text(RECORDS.replace("5,prices", "5,orders"), encoding="utf-8")
    (tmp_path / "c.yml").write_text("nodes: {KSTREAM-FILTER-0000000001: {passes: 0.5}}", encoding="utf-8")
    command = [*files, "--records", str(tmp_path / "r.csv")]

    assert main(command) == 2
    assert "Records of sub-topology 0 come back to it through topics, again and again" in capsys.readouterr().err
    assert main([*command, "--config", str(tmp_path / "c.yml")]) == 0
    assert "2 records came, and tasks processed 3" in capsys.readouterr().out


def test_the_log_of_the_application_is_written_and_can_be_explained(files, tmp_path, capsys):
    log = tmp_path / "app.log"
    assert main([*files, "--records", str(tmp_path / "r.csv"), "--log", str(log), "--log-level", "TRACE"]) == 0
    text = log.read_text(encoding="utf-8")
    assert (
        "TRACE stream-thread [app-a-StreamThread-1] task [0_0] Start processing one record [ConsumerRecord(topic = "
        "orders, partition = 0, …, offset = 0, …), timestamp = 0] "
        "(org.apache.kafka.streams.processor.internals.StreamTask)\n" in text
    )
    capsys.readouterr()
    assert main(["explain-log", str(log), "--kafka", "3.9.2", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["not_known"] == []
    assert all(one["meaning"] for one in document["lines"])


@pytest.mark.parametrize(
    ("piece", "says"),
    [
        ('{"time_ms": 1, "topic": "orders", "key": "k"}\n' * 1_000, "has more than 5,000 records, and its end is not"),
        ("x" * 100_000, "Line 1 of the records has more than 1,000,000 letters"),
    ],
)
def test_a_stream_without_an_end_is_refused(files, tmp_path, capsys, monkeypatch, piece, says):
    monkeypatch.setattr(simulate, "_MOST_IN_A_STREAM", 5_000)
    stream = tmp_path / "stream"
    os.mkfifo(stream)

    def write():
        with suppress(BrokenPipeError), stream.open("w", encoding="utf-8") as file:
            while True:
                file.write(piece)

    writer = Thread(target=write, daemon=True)
    writer.start()

    assert main([*files, "--records", str(stream)]) == 2
    assert says in capsys.readouterr().err
    writer.join(10)
    assert not writer.is_alive()


def test_a_file_with_too_many_lines_is_refused_before_it_is_read(files, tmp_path, capsys):
    (tmp_path / "many.csv").write_bytes(b"x\n" * 2_002_000)

    assert main([*files, "--records", str(tmp_path / "many.csv")]) == 2
    assert "has 2,002,000 lines; 2,000,000 records are the most here" in capsys.readouterr().err
