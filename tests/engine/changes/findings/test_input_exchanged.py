"""Stores that keep their names and are filled from elsewhere."""

from tests.engine.changes.test_compare import side
from topoviz.engine.changes.compare import compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Level

JOINED = """
KStream<String, String> orders = builder.stream("orders");
KStream<String, String> known = orders.join(builder.table("customers"), (order, customer) -> customer);
{}.join({}, (left, right) -> left, JoinWindows.of(Duration.ofMinutes(10)),
    StreamJoined.<String, String, String>as("pair").withStoreName("pair")).to("pairs");
"""


def found(old, new):
    change = compare(side(old), side(new), Deployment("shop"))
    return {(one.old, one.level, one.is_unsure) for one in change.findings if one.code == "state-taken-over"}


def test_sides_of_a_join_that_come_from_the_same_topics_are_exchanged():
    names = ("pair-this-join-store", "pair-other-join-store")

    assert found(JOINED.format("orders", "known"), JOINED.format("known", "orders")) == {
        ((name,), Level.STATE_LOSS, False) for name in names
    }


def test_an_operator_before_one_side_exchanges_nothing():
    assert found(JOINED.format("orders", "known"), JOINED.format("orders.filter((k, v) -> true)", "known")) == set()
