"""The brokers of a streams group keep the settings of changelogs too, and take no others."""

from tests.engine.changes.findings.stores import COUNTED
from tests.engine.changes.test_compare import side
from topoviz.engine.changes.compare import compare
from topoviz.engine.changes.deployment import Deployment, Protocol
from topoviz.engine.changes.finding import Level


def test_another_setting_of_a_changelog_is_refused():
    old, new = (
        COUNTED.format(f'Materialized.as("n").withLoggingEnabled(Map.of("segment.bytes", "{size}"))') for size in (1, 2)
    )
    change = compare(side(old), side(new), Deployment("shop", protocol=Protocol.STREAMS))

    assert change.verdict.certain is Level.WILL_NOT_START
