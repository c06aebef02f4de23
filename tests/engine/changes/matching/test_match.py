"""Things are matched by what they are and where they stand, not by Kafka Streams' numbers."""

import pytest

from tests.engine.analyzing import analysis_of
from topoviz.engine.changes.matching.match import Matching, match
from topoviz.engine.changes.matching.thing import Sort
from topoviz.engine.changes.side import Side

NEW = "3.9.2"


def matched(old: str, new: str, *, reads_code: bool) -> Matching:
    sides = []
    for text in (old, new):
        analysis = analysis_of(f"class Shop {{ void build(StreamsBuilder builder) {{\n{text}\n}} }}", version=NEW)
        (topology,) = analysis.topologies
        sides.append(Side(topology, analysis.behaviours, analysis.submission.bundle if reads_code else None))
    return match(sides[0].topology, sides[0].written, sides[1].topology, sides[1].written)


def stores(found: Matching) -> dict[str, str]:
    return {one.old.name: one.new.name for one in found.matched if one.old.sort is Sort.STORE}


BOTH = pytest.mark.parametrize("reads_code", [True, False])


@BOTH
def test_an_inserted_step_moves_all_numbers_and_nothing_else(reads_code: bool) -> None:
    old = 'builder.stream("a").groupBy((k, v) -> v).count().toStream().to("b");'
    new = 'builder.stream("a").filter((k, v) -> true).groupBy((k, v) -> v).count().toStream().to("b");'

    found = matched(old, new, reads_code=reads_code)

    assert found.removed == ()
    assert [one.name for one in found.added] == ["KSTREAM-FILTER-0000000001"]
    assert stores(found) == {"KSTREAM-AGGREGATE-STATE-STORE-0000000002": "KSTREAM-AGGREGATE-STATE-STORE-0000000003"}


@BOTH
def test_a_store_that_gets_a_name_is_the_one_that_it_was(reads_code: bool) -> None:
    old = 'builder.stream("a").groupByKey().count();\nbuilder.stream("c").groupByKey().count();'
    new = old.replace("count()", 'count(Materialized.as("counts"))', 1)

    assert stores(matched(old, new, reads_code=reads_code)) == {
        "KSTREAM-AGGREGATE-STATE-STORE-0000000001": "counts",
        "KSTREAM-AGGREGATE-STATE-STORE-0000000004": "KSTREAM-AGGREGATE-STATE-STORE-0000000003",
    }


def test_of_two_stores_that_are_alike_nobody_can_tell_which_one_is_left_but_for_the_code() -> None:
    old = 'var grouped = builder.stream("a").groupByKey();\ngrouped.count();\ngrouped.count();'
    new = 'var grouped = builder.stream("a").groupByKey();\ngrouped.count();'

    assert stores(matched(old, new, reads_code=False)) == {}
    assert len(stores(matched(old, new, reads_code=True))) == 1


def test_a_line_that_is_moved_before_a_loop_over_alike_ones_is_still_that_line() -> None:
    grouped = 'var grouped = builder.stream("a").groupByKey();\nvar other = builder.stream("b");\n'
    loop = (
        'for (String each : List.of("x", "y", "z")) {\n'
        "other.filter((k, v) -> true);\nother.peek((k, v) -> {});\ngrouped.reduce((one, other) -> other);\n}\n"
    )
    line = "grouped.reduce((one, other) -> one);\n"

    found = stores(matched(grouped + loop + line, grouped + line + loop, reads_code=True))

    numbers = {int(old[-10:]): int(new[-10:]) for old, new in found.items()}
    assert numbers == {4: 6, 8: 10, 12: 14, 14: 2}


def test_another_topic_is_another_topic() -> None:
    old, new = 'builder.stream("a").to("b");', 'builder.stream("a").to("c");'

    found = matched(old, new, reads_code=False)

    assert [one.name for one in found.removed if one.sort is Sort.TOPIC] == ["b"]
    assert [one.name for one in found.added if one.sort is Sort.TOPIC] == ["c"]


@BOTH
def test_what_stands_behind_something_else_is_moved_and_what_a_step_was_put_before_is_not(reads_code: bool) -> None:
    old = 'KStream<String, String> a = builder.stream("a");\nKStream<String, String> b = builder.stream("b");\n'
    moved = matched(
        f'{old}a.peek(p, Named.as("look")).to("c");',
        f'{old}b.peek(p, Named.as("look")).to("c");',
        reads_code=reads_code,
    )
    pushed = matched(
        f'{old}a.peek(p, Named.as("look")).to("c");',
        f'{old}a.filter(f).peek(p, Named.as("look")).to("c");',
        reads_code=reads_code,
    )

    assert [one.new.name for one in moved.matched if one.is_moved] == ["look"]
    assert [one.new.name for one in pushed.matched if one.is_moved] == []


SWAPPED = """KStream<String, String> a = builder.stream("a");
KStream<String, String> b = builder.stream("b");
a.join(b, (x, y) -> x, JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(5))).to("c");"""


@BOTH
def test_the_stores_of_a_join_go_with_the_streams_that_fill_them(reads_code: bool) -> None:
    """Both names are there before and after, each for the rows of the other stream."""
    this, other = "KSTREAM-JOINTHIS-0000000004-store", "KSTREAM-JOINOTHER-0000000005-store"

    found = matched(SWAPPED, SWAPPED.replace("a.join(b", "b.join(a"), reads_code=reads_code)

    assert stores(found) == {this: other, other: this}
    assert stores(matched(SWAPPED, SWAPPED, reads_code=reads_code)) == {this: this, other: other}
