"""The moments of events: since the beginning, after the event before, or when nothing changes any more."""

import pytest

from topoviz.engine.scenarios.bad_scenario import BadScenario
from topoviz.engine.scenarios.events.event import When
from topoviz.engine.scenarios.reading.scenario_file import read_scenario_file


def moments(*written: str) -> list[tuple[int, When]]:
    """Read events at these moments."""
    events = ", ".join(f"{{at: {moment}, kill: b}}" for moment in written)
    return [(event.at_ms, event.when) for event in read_scenario_file(f"events: [{events}]").events]


def test_a_plus_is_counted_from_the_event_before_or_from_the_beginning():
    assert moments("+1m", "+30s", "2m", "+0s") == [(ms, When.AT) for ms in (60_000, 90_000, 120_000, 120_000)]


def test_after_rest_only_playing_shows_when_it_is():
    assert moments("1m", "rest", "+30s", "rest") == [
        (60_000, When.AT),
        (0, When.REST),
        (30_000, When.AFTER),
        (0, When.REST),
    ]


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (("rest", "10m"), "Line 1 of the scenario has the moment 10m after an event at rest"),
        (("+2m", "1m"), "an event that is earlier than the one before it"),
        (("calm",), "has the moment 'calm'; known are 10m since the beginning, +10m after the event before, and rest."),
        (("-3m",), "has the moment '-3m'"),
        (("+10",), "'10' is no span of time"),
        (("+364d", "+2d"), "has an event after 366 d; 365 days are the most here"),
    ],
)
def test_a_moment_that_nobody_can_know_is_refused(written, words):
    with pytest.raises(BadScenario) as raised:
        moments(*written)

    assert words in str(raised.value)


def test_an_event_keeps_the_words_in_which_it_is_written():
    text = "events: [{at: 1m, threads: {client: a, threads: 2}}, {at: 2m, start: [a, b]}]"

    assert [event.words for event in read_scenario_file(text).events] == [
        "threads: {client: a, threads: 2}",
        "start: [a, b]",
    ]
