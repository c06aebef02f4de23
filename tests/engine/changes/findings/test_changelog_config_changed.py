"""Kafka Streams never alters a topic that is there."""

from tests.engine.changes.findings.stores import COUNTED, certain
from topoviz.engine.changes.finding import Level

LOGGED = 'Materialized.as("n").withLoggingEnabled(Map.of("{}", "{}"))'


def test_a_topic_is_altered_by_hand():
    old = COUNTED.format(LOGGED.format("cleanup.policy", "compact"))
    new = COUNTED.format(LOGGED.format("segment.bytes", "1000"))
    finding = certain("changelog-config-changed", old, new)

    assert finding.level is Level.NOTE
    assert finding.way_out == (
        "Alter the topic with `kafka-configs.sh`: add `segment.bytes=1000` and delete `cleanup.policy`."
    )
