"""A window store knows where its windows begin: another size makes other windows of them."""

import pytest

from tests.engine.changes.findings.stores import JOINED, WINDOWED, certain
from topoviz.engine.changes.finding import Level

KEPT = ".withRetention(Duration.ofDays(1))"
TIME = "TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes({}))"
SLIDING = "SlidingWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes({}))"
SESSION = "SessionWindows.ofInactivityGapWithNoGrace(Duration.ofMinutes({}))"
GRACE = "TimeWindows.ofSizeAndGrace(Duration.ofMinutes(5), Duration.ofMinutes({}))"
HOPPING = f"{TIME.format(5)}.advanceBy(Duration.ofMinutes({{}}))"


@pytest.mark.parametrize(
    ("old", "new", "level"),
    [
        (TIME.format(5), TIME.format(10), Level.STATE_LOSS),
        (SLIDING.format(5), SLIDING.format(10), Level.STATE_LOSS),
        (TIME.format(5), SLIDING.format(5), Level.STATE_LOSS),
        (SESSION.format(5), SESSION.format(10), Level.NOTE),
        (GRACE.format(1), GRACE.format(2), Level.NOTE),
        (HOPPING.format(1), HOPPING.format(2), Level.NOTE),
    ],
)
def test_windows_are_read_as_the_new_program_has_them(old, new, level):
    assert certain("window-changed", WINDOWED.format(old, KEPT), WINDOWED.format(new, KEPT)).level is level


def test_a_join_goes_on_with_the_records_that_it_keeps():
    old, new = (JOINED.format(f"JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes({n}))") for n in (5, 10))

    assert certain("window-changed", old, new).level is Level.NOTE
