"""Each change has the verdict that Kafka Streams' own behaviour gives it."""

import pytest

from tests.engine.analyzing import NEW, analysis_of, analysis_of_files, described
from topoviz.engine.changes.compare import Change, Relation, compare, compare_through
from topoviz.engine.changes.deployment import Deployment, Protocol
from topoviz.engine.changes.finding import Cause, Level
from topoviz.engine.changes.side import Side
from topoviz.engine.tasks.reading_counts import read_partition_counts

BUILDER = "StreamsBuilder builder = new StreamsBuilder();"
COUNTED = 'builder.stream("a").groupByKey().count().toStream().to("b");'


def side(text: str, *, optimize: str = "none", version: str = NEW) -> Side:
    program = f"class Shop {{ void build() {{\n{BUILDER}\n{text}\nbuilder.build(); }} }}"
    analysis = analysis_of(program, optimize=optimize, version=version)
    (topology,) = analysis.topologies
    return Side(topology, analysis.behaviours, analysis.submission.bundle)


def dump_side(text: str) -> Side:
    """What describe() prints of it."""
    code = analysis_of(f"class Shop {{ void build() {{ {BUILDER} {text} builder.build(); }} }}")
    analysis = analysis_of_files({"shop.txt": described(code)})
    return Side(analysis.topologies[0], analysis.behaviours)


def change(old: str, new: str) -> Change:
    return compare(side(old), side(new), Deployment("shop"))


@pytest.mark.parametrize(
    ("old", "new", "level", "code"),
    [
        (COUNTED, COUNTED.replace(".groupByKey", ".peek(p).groupByKey"), Level.STATE_LOSS, "changelog-renamed"),
        (COUNTED, COUNTED.replace('.to("b")', '.peek(p).to("b")'), Level.NOTE, "steps-changed"),
        (COUNTED, COUNTED.replace('.to("b")', '.to("d")'), Level.NOTE, "output-added"),
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


def test_known_counts_tell_what_would_be_refused_and_which_tasks_there_are() -> None:
    old = 'builder.stream("a").groupBy((k, v) -> v).count(Materialized.as("n"));'
    new = old.replace('stream("a")', 'stream(Arrays.asList("a", "c"))')
    counts = read_partition_counts("a=4\nc=6")

    found = compare(side(old), side(new), Deployment("shop", counts=counts))

    assert found.compared.tasks is not None
    assert (found.compared.tasks.before, found.compared.tasks.now) == (8, 12)
    assert found.verdict.certain is Level.WILL_NOT_START
    assert {one.old for one in found.findings if one.code == "internal-count-changed"} == {
        ("n-repartition",),
        ("n-changelog",),
    }


@pytest.mark.parametrize(
    ("before", "after", "level"),
    [
        ("3.9.2", "4.3.1", Level.NOTE),
        ("4.3.1", "3.9.2", Level.WILL_NOT_START),
        ("3.9.2", "2.8.2", Level.STATE_LOSS),
        ("2.3.1", "2.8.2", Level.STOP_ALL),
    ],
)
def test_another_version_asks_for_something_by_itself(before: str, after: str, level: Level) -> None:
    text = 'builder.stream("a").groupByKey().count(Materialized.as("n"));'

    found = compare(side(text, version=before), side(text, version=after), Deployment("shop"))

    assert found.verdict.certain is level


def test_a_streams_group_refuses_what_its_brokers_can_see_and_nothing_else() -> None:
    streams = Deployment("shop", protocol=Protocol.STREAMS)
    visible = COUNTED.replace("count()", 'count(Materialized.as("n"))')
    invisible = COUNTED.replace('.to("b")', '.peek(p).to("b")')

    def compared(new: str) -> Level:
        sides = (side(text, version="4.3.1") for text in (COUNTED, new))
        return compare(*sides, streams).verdict.certain

    assert compared(visible) is Level.WILL_NOT_START
    assert compared(invisible) is Level.NOTE


def test_what_is_not_certain_is_never_compatible() -> None:
    text = "void build(StreamsBuilder builder) { builder.stream(topic()).to(other()); }"
    analysis = analysis_of(f"class Shop {{ {text} }}")
    (topology,) = analysis.topologies
    unsure = Side(topology, analysis.behaviours, analysis.submission.bundle)

    found = compare(unsure, unsure, Deployment("shop"))

    assert not found.verdict.is_known
    assert found.verdict.words.startswith("Cannot tell")
    assert found.relation is Relation.SAME


def test_what_the_version_alone_brings_is_told_apart_from_the_edit() -> None:
    """`all` takes the changelog of a table away, whatever is edited; the new store is the edit's."""
    old = 'builder.table("t", Materialized.as("rows")).toStream().to("b");'
    new = old + ' builder.stream("a").groupByKey().count(Materialized.as("n"));'

    found = compare_through(side(old), side(old, optimize="all"), side(new, optimize="all"), Deployment("shop"))

    by = {one.code: one.by for one in found.findings}
    assert by["changelog-is-source"] is Cause.VERSION
    assert by["store-added"] is Cause.EDIT
    assert by["source-added"] is Cause.EDIT


def test_what_has_hardly_anything_in_common_is_said_to_be_unrelated() -> None:
    other = 'builder.stream("x").mapValues(v -> v).filter(p).groupBy(s).reduce(r).toStream().peek(p).to("y");'

    assert change(COUNTED, other).relation is Relation.UNRELATED
    # The same operators in a row do not make it the same.
    shop = f"""{COUNTED} KTable<String, String> t = builder.table("t");
    builder.<String, String>stream("c").selectKey(k).join(t, j).groupByKey().windowedBy(w).count().toStream().to("d");
    builder.stream("e").groupByKey().reduce(r, Materialized.as("n")).toStream().to("f");"""
    assert change(shop, other).relation is Relation.UNRELATED
    assert change(COUNTED, COUNTED.replace('"a"', '"x"')).relation is Relation.CHANGED
    assert change(COUNTED, COUNTED).relation is Relation.SAME


def test_records_of_a_merged_topic_that_is_divided_again_are_waited_for() -> None:
    """The topic stays, and one of two operators does not read it any more."""
    text = (
        'KStream<String, String> keyed = builder.<String, String>stream("a").selectKey((k, v) -> v);'
        'keyed.groupByKey().count(Materialized.as("one")); keyed.groupByKey().count(Materialized.as("two"));'
    )

    found = compare(side(text, optimize="all"), side(text), Deployment("shop"))

    (left,) = [one for one in found.findings if one.code == "repartition-reader-gone"]
    assert (left.level, left.old) == (Level.STATE_LOSS, ("one-repartition",))
    assert len(left.new) == 1


def test_records_of_a_repartition_topic_that_another_topic_follows_now_get_there_still() -> None:
    """What was read from the topic right away is read from one behind it."""
    old = (
        'builder.<String, String>stream("a").repartition(Repartitioned.as("one"))'
        '.groupByKey().count(Materialized.as("n"));'
    )
    behind = old.replace(".groupByKey", '.repartition(Repartitioned.as("two")).groupByKey')
    cut = old.replace(".groupByKey", '.to("c"); builder.<String, String>stream("c").groupByKey')

    for new, added in ((behind, "repartition-topic-added"), (cut, "source-added")):
        codes = {one.code for one in change(old, new).findings}
        assert added in codes
        assert "repartition-reader-gone" not in codes


def test_of_stores_that_are_alike_each_may_be_another_where_one_has_another_number() -> None:
    """By names alone, nobody can tell which of the two behind one another went behind the table between them."""
    count = "grouped.count();"
    start = 'KGroupedTable<String, String> grouped = builder.<String, String>table("a").groupBy(f);'
    old, new = (
        dump_side(f"{start}{text}")
        for text in (f'{count}builder.table("c");{count}', f'builder.table("c");{count}{count}')
    )

    found = compare(old, new, Deployment())
    moved, stays = (
        next(one for one in found.findings if one.code == name) for name in ("changelog-renamed", "state-taken-over")
    )
    assert moved.is_unsure
    assert stays.is_unsure
    assert stays.old[0] == stays.new[0] != moved.old[0]
