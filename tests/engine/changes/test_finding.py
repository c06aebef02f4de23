"""A verdict says what is certain beside what may be worse."""

import pytest

from topoviz.engine.changes.finding import Level, Verdict


@pytest.mark.parametrize(
    ("certain", "worst", "words"),
    [
        (Level.STOP_ALL, Level.STOP_ALL, "Stop all, then start"),
        (Level.NOTE, Level.STATE_LOSS, "Cannot tell: it may be “State is lost unless it is migrated”"),
        (
            Level.STATE_LOSS,
            Level.WILL_NOT_START,
            "Cannot tell: at least “State is lost unless it is migrated”, and it may be “Will not start”",
        ),
    ],
)
def test_what_is_certain_is_said_where_it_asks_for_something(certain, worst, words):
    assert Verdict(certain, worst).words == words
