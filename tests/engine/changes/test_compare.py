"""Each change has the verdict that Kafka Streams' own behaviour gives it."""

import pytest

from tests.engine.analyzing import analysis_of
from topoviz.engine.changes.compare import Change, compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.side import Side

BUILDER = "StreamsBuilder builder = new StreamsBuilder();"
COUNTED = 'builder.stream("a").groupByKey().count().toStream().to("b");'


def side(text: str, *, optimize: str = "none") -> Side:
    analysis = analysis_of(
        f"class Shop {{ void build() {{\n{BUILDER}\n{text}\nbuilder.build(); }} }}", optimize=optimize
    )
    (topology,) = analysis.topologies
    return Side(topology, analysis.behaviours, analysis.submission.bundle)


def change(old: str, new: str) -> Change:
    return compare(side(old), side(new), Deployment("shop"))


@pytest.mark.parametrize(
    ("old", "new", "level", "code"),
    [
        (COUNTED, COUNTED.replace(".groupByKey", ".peek(p).groupByKey"), Level.STATE_LOSS, "changelog-renamed"),
        (COUNTED, COUNTED.replace('.to("b")', '.peek(p).to("b")'), Level.NOTE, "steps-changed"),
        (COUNTED, COUNTED.replace("count()", 'count(Materialized.as("n"))'), Level.STATE_LOSS, "changelog-renamed"),
        (COUNTED, f'{COUNTED} builder.stream("c").to("d");', Level.STOP_ALL, "source-added"),
        (
            'builder.stream("a").repartition(Repartitioned.numberOfPartitions(2).withName("r")).to("b");',
            'builder.stream("a").repartition(Repartitioned.numberOfPartitions(3).withName("r")).to("b");',
            Level.WILL_NOT_START,
            "repartition-count-changed",
        ),
        (
            'builder.stream("a").groupByKey().count(Materialized.as("n"));',
            'builder.stream("a").groupByKey().windowedBy(TimeWindows.of(d)).count(Materialized.as("n"));',
            Level.STATE_LOSS,
            "store-kind-changed",
        ),
        (
            'builder.stream("a").groupByKey().count(Materialized.as("n"));',
            'builder.stream("a").groupByKey().count(Materialized.as("n").withLoggingDisabled());',
            Level.STATE_LOSS,
            "logging-changed",
        ),
    ],
)  # fmt: skip
def test_a_change_has_its_level(old: str, new: str, level: Level, code: str) -> None:
    found = change(old, new)

    assert found.verdict.certain is level
    assert code in {one.code for one in found.findings if one.level is level}


def test_the_same_is_compatible() -> None:
    assert change(COUNTED, COUNTED).verdict.certain is Level.COMPATIBLE
    assert change(COUNTED, COUNTED).findings == ()


def test_a_name_that_keeps_the_old_topic_loses_nothing() -> None:
    """What the finding advises is what helps."""
    new = COUNTED.replace(".groupByKey", ".peek(p).groupByKey")
    kept = new.replace("count()", 'count(Materialized.as("KSTREAM-AGGREGATE-STATE-STORE-0000000001"))')

    assert change(COUNTED, new).verdict.certain is Level.STATE_LOSS
    assert change(COUNTED, kept).verdict.certain is Level.NOTE


def test_a_number_that_another_store_had_before_is_the_worst_of_all() -> None:
    old = 'builder.stream("a").groupByKey().count();\nbuilder.stream("c").groupByKey().count();'
    new = 'builder.stream("c").groupByKey().count();\nbuilder.stream("a").groupByKey().count();'

    assert "state-taken-over" in {one.code for one in change(old, new).findings}
