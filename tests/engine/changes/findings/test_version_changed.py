"""What another version makes of files that are there: taken over, refused, or not found without an error."""

from tests.engine.changes.test_compare import side
from topoviz.engine.changes.compare import Change, compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.migration.plan import migration_of
from topoviz.engine.changes.migration.step import StepKind

PROGRAM = 'builder.stream("a").groupByKey().count(Materialized.as("n"));'


def change(before: str, now: str) -> Change:
    return compare(side(PROGRAM, version=before), side(PROGRAM, version=now), Deployment("shop"))


def test_a_version_before_3_0_starts_and_finds_nothing():
    back = change("3.9.2", "2.8.2")
    (finding,) = (one for one in back.findings if one.level > Level.NOTE)

    assert (back.verdict.certain, back.verdict.worst) == (Level.STATE_LOSS, Level.STATE_LOSS)
    assert "finds nothing in it, without an error" in finding.effect
    assert "Unknown Footer version" in finding.effect
    assert StepKind.WIPE in [step.kind for step in migration_of(back).steps]


def test_a_version_before_offsets_were_kept_in_stores_does_not_start():
    assert change("4.3.1", "3.9.2").verdict.certain is Level.WILL_NOT_START
    assert change("4.3.1", "2.8.2").verdict.certain is Level.WILL_NOT_START


def test_that_there_is_no_way_back_is_told_once():
    told = [one for one in change("2.8.2", "4.3.1").findings if "no way back" in one.effect]

    assert [one.level for one in told] == [Level.NOTE]
