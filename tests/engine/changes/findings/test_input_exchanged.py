"""Stores that keep their names, and are told of only where something else fills them than before."""

import pytest

from tests.engine.analyzing import analysis_of_files
from tests.engine.changes.test_compare import change
from topoviz.engine.changes.compare import compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.side import Side

SOURCES = """Topologies:
   Sub-topology: 0
    Source: read-a (topics: [a])
      --> join-a
    Source: read-b (topics: [b])
      --> {b}
    Source: read-t (topics: [t])
      --> fill
"""
FILL = """    Processor: fill (stores: [s])
      --> none
      <-- read-t
    Processor: join-a (stores: [s])
      --> out
      <-- read-a
"""
OLD = f"{SOURCES.format(b='out')}{FILL}    Sink: out (topic: o)\n      <-- join-a, read-b\n\n"
NEW = (
    f"{SOURCES.format(b='join-b')}    Processor: join-b (stores: [s])\n      --> out\n      <-- read-b\n"
    f"{FILL}    Sink: out (topic: o)\n      <-- join-a, join-b\n\n"
)

JOINED = """
KStream<String, String> orders = builder.stream("orders");
KStream<String, String> known = orders.join(builder.table("customers"), (order, customer) -> customer);
{}.join({}, (left, right) -> left, JoinWindows.of(Duration.ofMinutes(10)),
    StreamJoined.<String, String, String>as("pair").withStoreName("pair")).to("pairs");
"""


def dump(text: str) -> Side:
    analysis = analysis_of_files({"shop.txt": text})
    return Side(analysis.topologies[0], analysis.behaviours, analysis.submission.bundle)


def test_another_operator_that_looks_things_up_in_a_store_does_not_fill_it() -> None:
    """A dump prints what reads a store before what fills it, and names do not say which is which."""
    found = compare(dump(OLD), dump(NEW), Deployment())

    assert not any(one.code == "state-taken-over" for one in found.findings)


@pytest.mark.parametrize("now", ["a", "t"])
def test_a_store_that_another_topic_fills_goes_on_with_foreign_rows(now: str) -> None:
    text = 'builder.stream("a").groupByKey().count(Materialized.as("s")); builder.stream("t").to("o");'
    exchanged = text.replace('"a"', '"x"').replace('"t"', '"a"').replace('"x"', f'"{now}"')

    codes = {one.code for one in change(text, exchanged).findings}

    assert ("state-taken-over" in codes) == (now == "t")


def taken_over(old: str, new: str) -> set[tuple[tuple[str, ...], Level, bool]]:
    findings = change(old, new).findings
    return {(one.old, one.level, one.is_unsure) for one in findings if one.code == "state-taken-over"}


def test_sides_of_a_join_that_come_from_the_same_topics_are_exchanged() -> None:
    names = ("pair-this-join-store", "pair-other-join-store")

    assert taken_over(JOINED.format("orders", "known"), JOINED.format("known", "orders")) == {
        ((name,), Level.STATE_LOSS, False) for name in names
    }


def test_an_operator_before_one_side_exchanges_nothing() -> None:
    assert (
        taken_over(JOINED.format("orders", "known"), JOINED.format("orders.filter((k, v) -> true)", "known")) == set()
    )
