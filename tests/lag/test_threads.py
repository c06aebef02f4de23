"""Metrics of threads say which cause a lag has, and say nothing where there is none."""

import csv
import json
import random
from dataclasses import astuple
from itertools import product

import duckdb
import pytest

from tests.lag.histories import write_csv
from tests.lag.scenarios import _FIFTY, MINUTE, _between
from tests.lag.simulation import Group, simulate
from tests.lag.thread_metrics import (
    Habit,
    always,
    exposition,
    jmx_tool,
    micrometer,
    prometheus,
    samples_of,
    threads_in,
)
from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.model import Kind
from topoviz.lag.forms.take_in import Asked, take_in
from topoviz.lag.forms.thread_metrics import ThreadSeries, thread_series
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.jobs.span import Span
from topoviz.lag.jobs.threads import gather_threads, read_threads
from topoviz.lag.limits import Limits
from topoviz.lag.transforms.windows import MICROSECONDS
from topoviz.lag.upload import check

SLOW = Group(reads=0.5)
CODE, COMMITS, WAITS, PUNCTUATES = (
    always(0.9, 0.03, 0.07, 0.0), always(0.15, 0.71, 0.14, 0.0), always(0.1, 0.02, 0.88, 0.0),
    always(0.2, 0.05, 0.15, 0.6),
)  # fmt: skip
IDLE = always(0.2, 0.05, 0.75, 0.0)
SCENARIOS = {
    "code": (SLOW, lambda number: Habit(CODE, process_ms=98), "slow-code", "98 ms for each record"),
    "code-10s": (Group(reads=0.5, every=10, minutes=40), lambda number: Habit(CODE), "slow-code", "2.0 ms for each"),
    "code-without-ratios": (SLOW, lambda number: Habit(CODE, without_ratios=True), "slow-code", "% of their time in"),
    "commits": (SLOW, lambda number: Habit(COMMITS, commit_ms=2300), "slow-commits", "that take 2.3 s for each task"),
    "commits-often": (SLOW, lambda number: Habit(COMMITS, commit_ms=30), "slow-commits", "commit.interval.ms"),
    "waits": (SLOW, lambda number: Habit(WAITS), "slow-poll", "waiting for records"),
    "punctuates": (SLOW, lambda number: Habit(PUNCTUATES), "slow-punctuation", "60 % of their time in punctuators"),
    "one-instance": (
        Group(partitions=9, clients=3, slow={1: 0.15}),
        lambda number: Habit(COMMITS if number == 1 else IDLE, commit_ms=900),
        "slow-commits", "fall behind while others keep up",
    ),
    "over": (
        Group(minutes=180, capacity=_FIFTY),
        lambda number: Habit(lambda time: COMMITS(time) if 60 <= time / MINUTE < 112 else IDLE(time)),
        "slow-commits", "were behind for",
    ),
    "stalls": (
        Group(down=((41 * MINUTE, 47 * MINUTE),)),
        lambda number: Habit(lambda time: CODE(time) if 40 <= time / MINUTE < 48 else IDLE(time)), "slow-code", "stood",
    ),
    "stalls-and-behind": (
        Group(reads=0.5, down=((60 * MINUTE, 120 * MINUTE),), only=1), lambda number: Habit(CODE), "slow-code",
        "standing still since",
    ),
    "hangs": (Group(down=((41 * MINUTE, 47 * MINUTE),)), lambda number: Habit(WAITS), "stall", "stood still"),
    "hot": (Group(weights={0: 9.0}, reads=3), lambda number: Habit(CODE), "hot-partition", "times as many records"),
    "threads-differ": (SLOW, lambda number: Habit(CODE if number else WAITS), "falling-behind", "falls behind"),
    "nothing-is-most": (SLOW, lambda number: Habit(always(0.34, 0.3, 0.36, 0.0)), "falling-behind", "falls behind"),
    "healthy-and-busy": (Group(), lambda number: Habit(CODE), "", ""),
    "a-burst-later": (
        Group(load=_between(30 * MINUTE, 32 * MINUTE, 3.0)), lambda number: Habit(COMMITS), "", "",
    ),
}  # fmt: skip
FORMS = {"jmx-exporter": exposition, "micrometer": micrometer, "prometheus": prometheus, "jmx-tool": jmx_tool}
QUERY = """
WITH placed AS (
    SELECT *, floor((time - $start) / $width) AS bucket FROM told
    WHERE time >= $start AND time < $start + $width * $count
), means AS (
    SELECT thread, bucket, measure, avg(value) AS value FROM placed GROUP BY ALL
), wide AS (
    SELECT thread, bucket,
        max(value) FILTER (measure = $name || '_ratio') AS ratio,
        max(value) FILTER (measure = $name || '_rate') AS rate,
        max(value) FILTER (measure = $name || '_latency_avg') AS latency
    FROM means GROUP BY ALL
)
SELECT thread, bucket, least(coalesce(ratio, rate * latency / 1000), 1) AS share, rate, latency FROM wide
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """All histories as groups of one, and the metrics of all their threads."""
    folder = tmp_path_factory.mktemp("threads")
    rows, samples = [], []
    for name, (group, habit, _, _) in SCENARIOS.items():
        own, _ = simulate(1, name, group)
        rows += own
        processes = list(dict.fromkeys(thread.rpartition("-StreamThread-")[0] for thread in threads_in(own)))
        for thread in threads_in(own):
            number = processes.index(thread.rpartition("-StreamThread-")[0])
            samples += samples_of(thread, habit(number), group.minutes, 1)
    again = write_csv(map(astuple, samples), folder / "threads.csv", header=("time", "thread", "measure", "value"))
    return write_csv(rows, folder / "lag.csv"), prometheus(samples, folder / "threads.json"), samples, again


@pytest.fixture(scope="module")
def report(spark, made):
    return analyze_history(spark, list(made[:2]))


def about(report, name):
    """Give what is found about a group, but that its history ends before that of others."""
    own = [one for one in report.findings if any(ref.group == name for ref in one.partitions)]
    gone = f"Group `{name}` is in no sample after "
    return [one for one in own if not one.sentence.startswith(gone)]


@pytest.mark.xdist_group("spark")
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_cause_is_named_where_records_wait_and_nowhere_else(report, name):
    _, _, kind, words = SCENARIOS[name]
    own = about(report, name)
    assert [one.kind.value for one in own] == [kind][: bool(kind)], [one.sentence for one in own]
    for one in own:
        assert words in f"{one.sentence} {one.advice}"
        assert one.advice
        if kind.startswith("slow-"):
            # What the lag alone shows is said too, and the numbers are those of the sentence.
            assert "records" in one.sentence
            assert "wait" in one.sentence or "came" in one.sentence
            assert {"process_share", "commit_share", "poll_share", "threads"} <= set(one.numbers)


@pytest.mark.xdist_group("spark")
def test_a_slow_thread_is_named_with_its_instance(report):
    (one,) = about(report, "one-instance")
    (client,) = one.clients
    process = client.rpartition("-StreamThread-")[0]
    assert one.sentence.startswith(f"Slow commits, not slow code: thread 1 of instance `{process}` spends 71 % of its")


@pytest.mark.xdist_group("spark")
def test_every_share_rate_and_latency_worked_out_again(report, made):
    threads = {f"{one.process}-StreamThread-{one.thread}": one for one in report.threads}
    lines = {f"{one.process}-StreamThread-{one.thread}": one for one in report.thread_lines}
    assert len(threads) == len({one.thread for one in made[2]})
    assert len(lines) == 20
    with duckdb.connect() as database:
        database.register("told", database.read_csv(str(made[3]), header=True))
        compared = 0
        for name in ("process", "commit", "poll", "punctuate"):
            where = {"start": report.start, "width": report.bucket_seconds, "count": report.buckets, "name": name}
            database.execute(f"CREATE OR REPLACE TEMP TABLE found AS {QUERY}", where)
            means = "SELECT thread, avg(share), avg(rate), avg(latency), count(*) FROM found GROUP BY ALL"
            for thread, share, rate, latency, buckets in database.execute(means).fetchall():
                one = threads[thread]
                assert one.buckets == buckets
                assert getattr(one, f"{name}_share") == pytest.approx(share, rel=1e-9)
                assert getattr(one, f"{name}_latency_ms") == pytest.approx(latency, rel=1e-9)
                if name in ("process", "commit"):
                    assert getattr(one, f"{name}_rate") == pytest.approx(rate, rel=1e-9)
                compared += 1
            for thread, bucket, share in database.execute("SELECT thread, bucket, share FROM found").fetchall():
                if thread in lines:
                    assert getattr(lines[thread], f"{name}_share")[int(bucket)] == pytest.approx(share, rel=1e-9)
                    compared += 1
    assert compared > 5_000


@pytest.mark.xdist_group("spark")
def test_metrics_of_another_time_say_nothing(spark, report, tmp_path):
    later = samples_of("shop-1-StreamThread-1", Habit(CODE), 2, 1)
    lag = write_csv(simulate(1, "shop", Group(minutes=2))[0], tmp_path / "lag.csv")
    (tmp_path / "work").mkdir()
    taken = take_in([exposition(later, tmp_path / "threads"), lag], tmp_path / "work", Asked(), Limits())
    span = Span(round((report.end + 60) * MICROSECONDS), round((report.end + 120) * MICROSECONDS), 15.0)
    found = gather_threads(read_threads(spark, str(taken.threads)), span)
    assert (found.times, found.lines) == ((), ())
    assert "of another time than the offsets" in found.notes[0]
    assert json.loads(json.dumps(report.to_json()))["threads"][0]["commit_share"] > 0


TASKS_AGAIN = """
SELECT thread, arg_max(task, share) AS task, max(share) AS share FROM (
    SELECT column1 AS thread, column2 AS task, avg(column5) AS share FROM told
    WHERE column4 = 'active_process_ratio' GROUP BY ALL
) GROUP BY ALL
"""
AGES_AGAIN = """
SELECT column2 AS task, column3 AS node, avg(column5) FILTER (column4 = 'record_e2e_latency_avg') AS average,
    max(column5) FILTER (column4 = 'record_e2e_latency_max') AS most
FROM told WHERE column4 LIKE 'record%' GROUP BY ALL
"""


@pytest.mark.xdist_group("spark")
def test_busiest_tasks_and_ages_of_records_worked_out_again(spark, report, tmp_path):
    chance = random.Random(3)  # noqa: S311
    lines = []
    for minute in range(20):
        lines.append(f"2026-03-02T10:{minute:02}:00Z")
        for thread, task in product(("shop-1-StreamThread-1", "shop-1-StreamThread-2"), ("0_1", "1_1", "1_2")):
            labels = f'thread_id="{thread}",task_id="{task}"'
            name = "kafka_streams_stream_{}_metrics_{}"
            lines.append(f"{name.format('task', 'active_process_ratio')}{{{labels}}} {chance.random()}")
            lines.append(f"{name.format('task', 'process_rate')}{{{labels}}} {chance.random()}")
            for what in ("avg", "max"):
                node = f'{labels},processor_node_id="SINK-{task}"'
                lines.append(
                    f"{name.format('processor_node', f'record_e2e_latency_{what}')}{{{node}}} {chance.uniform(1, 9e5)}"
                )
        lines += [f'kafka_streams_stream_thread_metrics_process_ratio{{thread_id="shop-1-StreamThread-{one}"}} 0.5'
                  for one in (1, 2)]  # fmt: skip
    path = tmp_path / "threads.txt"
    path.write_text("\n".join(lines))
    (tmp_path / "work").mkdir()
    lag = write_csv(simulate(1, "shop", Group(minutes=2))[0], tmp_path / "lag.csv")
    taken = take_in([path, lag], tmp_path / "work", Asked(), Limits())
    span = Span(round(report.start * MICROSECONDS), round(report.end * MICROSECONDS), 60.0)
    found = gather_threads(read_threads(spark, str(taken.threads)), span)
    with duckdb.connect() as database:
        database.register("told", database.read_csv(str(taken.threads), header=False))
        tasks = {thread: (task, share) for thread, task, share in database.execute(TASKS_AGAIN).fetchall()}
        ages = {(task, node): row for task, node, *row in database.execute(AGES_AGAIN).fetchall()}
    for one in found.times:
        task, share = tasks[f"{one.process}-StreamThread-{one.thread}"]
        assert (one.busiest_task, one.busiest_task_share) == (task, pytest.approx(share, rel=1e-9))
    assert {one.application for one in found.end_to_end} == {"shop-1"}
    ours = {(one.task, one.node): [one.average_ms, one.most_ms] for one in found.end_to_end}
    assert ours == {key: pytest.approx(row, rel=1e-9) for key, row in ages.items()}
    assert len(ours) == 3


@pytest.mark.parametrize("form", FORMS)
def test_each_form_gives_the_same_table(form, tmp_path):
    samples = list(samples_of("shop-1-StreamThread-1", Habit(CODE), 2, 1))
    path = FORMS[form](samples, tmp_path / "threads")
    lag = write_csv(simulate(1, "shop", Group(minutes=2))[0], tmp_path / "lag.csv")
    (tmp_path / "work").mkdir()
    taken = take_in([path, lag], tmp_path / "work", Asked(), Limits())
    with taken.threads.open(newline="") as file:
        rows = sorted((int(row[0]), row[1], row[4], float(row[5])) for row in csv.reader(file))
    assert rows == sorted((one.time * 1_000_000, one.thread, one.measure, one.value) for one in samples)
    assert list(taken.uploads) == [1]
    assert not any(told.kept.counts for told in taken.told)


@pytest.mark.parametrize("form", FORMS)
def test_without_offsets_it_says_how_to_go_on(form, tmp_path):
    path = FORMS[form](samples_of("shop-1-StreamThread-1", Habit(CODE), 2, 1), tmp_path / "threads")
    assert check(path).kind in (Kind.EXPOSITION, Kind.PROMETHEUS, Kind.JMX)
    (tmp_path / "work").mkdir()
    with pytest.raises(BadHistory, match="1 thread of Kafka Streams spends time on") as raised:
        take_in([path], tmp_path / "work", Asked(), Limits())
    assert raised.value.code == "threads-alone"


THREAD = "shop-0f5c-StreamThread-2"


@pytest.mark.parametrize(
    ("name", "labels", "expected"),
    [
        ("kafka_streams_stream_thread_metrics_commit_ratio", {"thread_id": THREAD}, (THREAD, "commit_ratio")),
        ("kafka_stream_thread_poll_latency_avg", {"thread_id": THREAD, "app": "x"}, (THREAD, "poll_latency_avg")),
        ("kafka.stream.thread.process.rate", {"thread.id": THREAD}, (THREAD, "process_rate")),
        ("kafka_streams_stream_metrics_process_rate", {"client_id": THREAD}, (THREAD, "process_rate")),
        ("kafka_streams_stream_thread_process_rate", {"thread_id": THREAD}, (THREAD, "process_rate")),
        (
            "kafka_streams_stream_processor_node_metrics_record_e2e_latency_avg",
            {"thread_id": THREAD, "task_id": "1_0", "processor_node_id": "SINK"},
            (THREAD, "record_e2e_latency_avg", "1_0", "SINK"),
        ),
        ("kafka_stream_task_active_process_ratio", {"thread_id": THREAD, "task_id": "1_0"},
         (THREAD, "active_process_ratio", "1_0")),
        # A task's own rate is not that of its thread.
        ("kafka_streams_stream_task_metrics_process_rate", {"thread_id": THREAD, "task_id": "1_0"}, None),
        ("kafka_streams_stream_thread_metrics_process_rate", {"client_id": "shop-0f5c"}, None),
        ("kafka_streams_stream_thread_metrics_task_created_rate", {"thread_id": THREAD}, None),
    ],
)  # fmt: skip
def test_names_as_exporters_write_them(name, labels, expected):
    assert thread_series(name, labels) == (ThreadSeries(*expected) if expected else None)
