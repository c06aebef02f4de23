"""Settings as StreamsConfig names them, and what a version does not take."""

import pytest

from tests.engine.analyzing import behaviours
from topoviz.engine.assignment.reading_settings import SETTINGS, BadSetting, read_settings
from topoviz.engine.assignment.settings import AssignmentSettings, RackStrategy


def test_without_any_the_defaults_of_kafka_streams_hold():
    assert read_settings({}, behaviours()) == AssignmentSettings(0, 10_000, 2, 600_000)


def test_every_setting_is_read():
    values = ["1", "5_000", "3", "60000", "zone, rack", "min_traffic", "10", "1"]
    found = read_settings(dict(zip(SETTINGS, values, strict=True)), behaviours())

    assert found == AssignmentSettings(1, 5_000, 3, 60_000, ("zone", "rack"), RackStrategy.MIN_TRAFFIC, 10, 1)


@pytest.mark.parametrize(
    ("name", "value", "version", "why"),
    [
        ("num.standby.replicas", "-1", "3.9.2", "is not a whole number from 0"),
        ("probing.rebalance.interval.ms", "1000", "3.9.2", "from 60,000"),
        ("rack.aware.assignment.strategy", "best", "3.9.2", "is not one of none, min_traffic"),
        ("rack.aware.assignment.strategy", "none", "3.5.2", "came with Kafka Streams 3.6.0; 3.5.2 does not"),
        ("max.warmup.replicas", "2", "2.5.1", "came with Kafka Streams 2.6.0"),
        ("num.stream.threads", "4", "3.9.2", "is not known here"),
    ],
)
def test_what_a_version_does_not_take_is_refused(name: str, value: str, version: str, why: str):
    with pytest.raises(BadSetting, match=why):
        read_settings({name: value}, behaviours(version))
