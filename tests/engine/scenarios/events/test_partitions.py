"""What can be said of topics that change; what comes of it is tested with topics."""

import pytest

from tests.engine.scenarios.playing import played, step_about
from topoviz.engine.scenarios.bad_scenario import BadScenario


def test_kafka_only_adds_partitions():
    found = played("{at: 0s, start: all}\n{at: 10m, partitions: {orders: 3}}")

    assert "partitions are only ever added" in step_about(found, "orders gets 3").notes[0]
    assert found.totals.rebalances == 1


def test_a_topic_that_kafka_streams_makes_itself_is_none_to_change():
    with pytest.raises(BadScenario, match="changes per-customer-repartition, which is no topic"):
        played("{at: 0s, start: all}\n{at: 10m, partitions: {per-customer-repartition: 8}}")
