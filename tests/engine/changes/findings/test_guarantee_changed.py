"""A guarantee that is gone is refused in Kafka's words; another one is noted, or asks for a stop."""

import pytest

from tests.engine.changes.findings.stores import COUNTED
from tests.engine.changes.test_compare import side
from topoviz.engine.changes.compare import compare
from topoviz.engine.changes.deployment import Deployment, Guarantee
from topoviz.engine.changes.finding import Finding, Level

PROGRAM = COUNTED.format('Materialized.as("n")')
ONCE, V1, V2 = Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE_V2


def findings(before: Guarantee, now: Guarantee, version: str, since: str = "3.9.2") -> dict[str, Finding]:
    old, new = side(PROGRAM, version=since), side(PROGRAM, version=version)
    return {one.code: one for one in compare(old, new, Deployment("shop", now, guarantee_before=before)).findings}


def test_the_old_exactly_once_is_refused_from_4_0_on():
    finding = findings(V1, V1, "4.3.1")["guarantee-gone"]

    assert finding.level is Level.WILL_NOT_START
    assert "Invalid value exactly_once for configuration processing.guarantee" in finding.effect
    assert "guarantee-gone" not in findings(V1, V1, "3.9.2")


@pytest.mark.parametrize(
    ("before", "now", "level"),
    [(V1, V2, Level.NOTE), (V2, V1, Level.STOP_ALL), (ONCE, V2, Level.NOTE), (V2, ONCE, Level.NOTE)],
)
def test_members_of_two_guarantees_work_side_by_side_as_far_as_that_was_seen(before, now, level):
    assert findings(before, now, "3.9.2")["guarantee-changed"].level is level


def test_a_version_before_the_newer_exactly_once_is_stopped():
    assert findings(V1, V2, "3.9.2", since="2.5.1")["guarantee-changed"].level is Level.STOP_ALL


def test_the_same_guarantee_is_no_change():
    assert "guarantee-changed" not in findings(V2, V2, "3.9.2")
