"""Topics that get more partitions while the application runs."""

from tests.engine.scenarios.playing import JOINED, REKEYED, played, step_about

STATELESS = 'builder.stream("orders").mapValues(v -> v).to("out");'
GROWS = "{at: 0s, start: all}\n{at: 10m, partitions: {orders: 6}}"


def test_without_internal_topics_there_are_more_tasks():
    found = played(GROWS, program=STATELESS)

    noticed = step_about(found, "other partition counts")
    assert noticed.at_ms <= 600_000 + 300_000 + 3_000
    assert len(noticed.rebalance.application.tasks) == 6
    assert found.refusal is None


def test_an_internal_topic_of_the_old_count_stops_the_application():
    found = played(GROWS, program=REKEYED)

    assert "has invalid partitions: expected: 6; actual: 4" in found.refusal
    assert found.steps[-1].event == "The rebalance fails."
    assert {one.to_ms for one in found.steps[-1].without_owner} == {None}
    assert found.totals.stable_at_ms is None


def test_joined_topics_must_grow_together():
    apart = played(GROWS, program=JOINED, partitions="orders=4\nnames=4")

    assert "Topics not co-partitioned: [{names=4, orders=6}]" in apart.refusal
