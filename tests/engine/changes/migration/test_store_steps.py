"""What lies on disk in another form is deleted, and topics are altered, before the new version starts."""

from tests.engine.changes.findings.stores import WINDOWED
from tests.engine.changes.test_compare import change
from topoviz.engine.changes.migration.plan import migration_of
from topoviz.engine.changes.migration.step import StepKind

SIZE = "TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes({}))"
DAYS = ".withRetention(Duration.ofDays({}))"


def steps(old, new):
    return {one.kind: one for one in migration_of(change(old, new)).steps}


def test_another_retention_asks_for_a_wipe_and_for_the_topic():
    old, new = (WINDOWED.format(SIZE.format(5), DAYS.format(days)) for days in (1, 3))
    found = steps(old, new)

    assert list(found) == [StepKind.STOP, StepKind.WIPE, StepKind.ALTER, StepKind.START]
    assert found[StepKind.WIPE].commands == ("rm -r STATE_DIR/shop",)
    (command,) = found[StepKind.ALTER].commands
    assert "--alter --entity-type topics --entity-name shop-n-changelog --add-config retention.ms=345600000" in command


def test_a_wipe_says_what_it_loses_beside():
    unlogged = 'builder.table("b", Materialized.as("t").withLoggingDisabled());'
    old, new = (WINDOWED.format(SIZE.format(5), DAYS.format(days)) + unlogged for days in (1, 3))

    assert "What is in `t` is lost by it" in steps(old, new)[StepKind.WIPE].why


def test_windows_that_mean_something_else_are_filled_anew():
    old, new = (WINDOWED.format(SIZE.format(minutes), DAYS.format(1)) for minutes in (5, 10))

    assert steps(old, new)[StepKind.FILL].sentence.startswith("Decide for `n`:")
