"""Histories of topics in every form, with a history of lag and alone, laid onto a topology."""

import json

import pytest

from tests.lag.histories import START
from tests.lag.topics.clusters import (
    HOUR,
    MIB,
    Cluster,
    Topic,
    looks,
    write_capture,
    write_csv,
    write_json_lines,
    write_parquet,
)
from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.lag.bad_history import BadHistory
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.onto_topology import placement_of
from topoviz.lag.report.finding import FindingKind, Verdict

pytestmark = pytest.mark.xdist_group("spark")

PROGRAM = """
class Shop {
    public static void main(String[] args) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> orders = builder.stream("orders");
        orders.groupByKey().count(Materialized.as("per-order"));
        orders.selectKey((key, value) -> value).groupByKey().count(Materialized.as("per-customer"));
        builder.build();
    }
}
"""
CLUSTER = Cluster(
    (
        Topic("orders", partitions=4, grows_to=(1800, 6)),
        Topic("shop-per-order-changelog", partitions=4, mib=300, mib_a_day=2000, heavy=1, heavy_times=4),
        Topic("shop-per-customer-changelog", partitions=4, mib=100),
        Topic("shop-per-customer-repartition", partitions=4, mib=10),
        Topic("clicks", copies=1, min_in_sync=1),
    ),
    away=((1, 2400, 2700),),
    seconds=1.2 * HOUR,
    interval=180,
)


@pytest.fixture(scope="module")
def placement():
    (topology,) = analyze(Submission(Bundle((SourceFile("Shop.java", PROGRAM),)))).topologies
    return placement_of(topology)


@pytest.fixture(scope="module")
def rows():
    return looks(CLUSTER, 3)


@pytest.fixture(scope="module")
def lag():
    """A group that commits nothing while the broker is away."""
    lines = ["timestamp,group,topic,partition,log_end_offset,committed_offset"]
    for step in range(0, 4320, 60):
        time = START.timestamp() + step
        read = step if not 2400 <= step < 2700 else 2400
        lines += [f"{time},shop,orders,{number},{100 * step},{100 * read}" for number in range(4)]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def report(spark, placement, rows, lag, tmp_path_factory):
    """A quarter of the looks in each form, and the lag beside."""
    folder = tmp_path_factory.mktemp("topics")
    times = sorted({row["timestamp"] for row in rows})
    parts = [[row for row in rows if row["timestamp"] in times[place::4]] for place in range(4)]
    writers = (write_capture, write_csv, write_json_lines, write_parquet)
    files = [
        write(part, folder / f"part-{place}") for place, (write, part) in enumerate(zip(writers, parts, strict=True))
    ]
    (folder / "lag.csv").write_text(lag)
    return analyze_history(spark, [*files, folder / "lag.csv"], placement)


def test_every_form_is_read(report, rows):
    history = report.topic_history
    assert history.rows == len(rows)
    assert report.rows.rejected == 0
    assert (history.looks, history.interval_seconds) == (25, 180)
    assert {one.layout_looks for one in history.partitions if one.partition < 4} == {25}
    assert {one.replicas for one in history.partitions if one.partition == 1} == {(2, 3, 1)}


def test_topics_have_their_places_in_the_topology(report):
    history = report.topic_history
    assert history.application_id == "shop"
    assert {one.topic: (one.kind, one.sub_topologies) for one in history.topics} == {
        "orders": ("read", (0,)),
        "shop-per-order-changelog": ("changelog", (0,)),
        "shop-per-customer-changelog": ("changelog", (1,)),
        "shop-per-customer-repartition": ("repartition", (0, 1)),
        "clicks": ("other", ()),
    }
    assert {one.topic for one in history.partitions} == {one.topic for one in history.topics} - {"clicks"}
    assert history.topics_not_in_history == ()


def test_stores_and_tasks_have_what_they_restore(report):
    history = report.topic_history
    stores = {one.store: one for one in history.stores}
    assert stores["per-order"].size_bytes == pytest.approx((300 * 7 + 4 * 100) * MIB, rel=0.01)
    assert stores["per-order"].bytes_a_day == pytest.approx(4 * 2000 * MIB, rel=0.1)
    assert (stores["per-order"].largest_task, stores["per-customer"].sub_topology) == ("0_1", 1)
    restores = {one.task: one.restore_bytes for one in history.tasks}
    assert list(restores) == ["0_0", "0_1", "0_2", "0_3", "1_0", "1_1", "1_2", "1_3"]
    assert restores["0_1"] == pytest.approx((1200 + 100) * MIB, rel=0.01)
    assert restores["1_2"] == pytest.approx(100 * MIB, rel=0.01)


def test_a_topic_that_grew_says_what_kafka_streams_does(report):
    (found,) = (one for one in report.findings if one.kind is FindingKind.COUNT_CHANGED)
    (change,) = report.topic_history.count_changes
    assert (change.topic, change.before, change.after, change.is_refused) == ("orders", 4, 6, True)
    assert change.share_moved == pytest.approx(2 / 3)
    assert change.new_tasks == found.tasks == ("0_4", "0_5", "1_4", "1_5")
    assert "67 % of the keys" in found.sentence
    assert (
        "StreamsException: Existing internal topic shop-per-customer-changelog has invalid partitions: expected: 6; "
        "actual: 4." in found.sentence
    )
    assert report.verdict is Verdict.PROBLEM


def test_a_broker_that_was_away_is_told_with_the_tasks_that_stood_still(report):
    (found,) = (one for one in report.findings if one.kind is FindingKind.BROKER_AWAY)
    (absence,) = report.topic_history.absences
    assert (absence.broker, absence.partitions, absence.own, absence.is_open) == (2, 20, 18, False)
    assert "Copies on broker 2 of 18 partitions" in found.sentence
    assert "Tasks 0_0, 0_1, 0_2 and 0_3 committed nothing for up to 3 minutes at that time" in found.sentence
    assert {one.kind for one in report.findings} == {
        FindingKind.COUNT_CHANGED,
        FindingKind.STALL,
        FindingKind.NOT_KNOWN,
        FindingKind.BROKER_AWAY,
        FindingKind.SIZE_SKEW,
        FindingKind.GROWTH,
    }


def test_topics_alone_make_a_report_that_says_so(spark, placement, rows, tmp_path):
    rows = [{**row, "leader": "two"} if place == 0 else row for place, row in enumerate(rows)]
    path = write_csv([row for row in rows if "size_bytes" not in row], tmp_path / "topics.csv")
    report = analyze_history(spark, [path], placement)
    (rejected,) = report.rows.rejected_by_reason
    assert (rejected.reason, rejected.count) == ("the leader is no broker's number", 1)
    assert rejected.examples[0].line is not None
    assert report.tasks == report.partitions == ()
    assert report.topic_history.growth_unknown_because == "sizes were not looked at"
    assert report.topic_history.tasks[0].restore_bytes is None
    assert "No history of lag was given" in report.sight.cannot_show[0]
    text = json.dumps(report.to_json(), allow_nan=False)
    assert json.loads(text)["topic_history"]["start"] == "2026-03-02T10:00:00.000Z"


def test_rows_that_are_all_bad_are_refused_with_the_reason(spark, tmp_path):
    path = tmp_path / "topics.csv"
    path.write_text("timestamp,topic,partition,leader\nsoon,orders,0,1\n")
    with pytest.raises(BadHistory, match="the time stamp cannot be read, such as line 2"):
        analyze_history(spark, [path])
