"""Durations as the library prints them and takes them."""

import pytest

from topoviz.engine.dsl.library.durations import DurationValue, call_duration, make_duration
from topoviz.engine.dsl.values import Constant

SECOND = 1_000_000_000


@pytest.mark.parametrize(
    ("nanos", "text", "milliseconds"),
    [
        (0, "PT0S", 0),
        (1, "PT0.000000001S", 0),
        (1_500_000_000, "PT1.5S", 1500),
        (-1, "PT-0.000000001S", 0),
        (-1_500_000, "PT-0.0015S", -1),
        (90 * SECOND, "PT1M30S", 90_000),
        (-90 * SECOND, "PT-1M-30S", -90_000),
        (25 * 3600 * SECOND, "PT25H", 90_000_000),
        (3600 * SECOND + 1, "PT1H0.000000001S", 3_600_000),
        (2**63 * 1_000_000, "PT2562047788015H12M55.808S", None),
    ],
)
def test_a_duration_prints_and_counts_as_in_java(nanos: int, text: str, milliseconds: int | None):
    duration = DurationValue(nanos)

    assert str(duration) == text
    assert duration.milliseconds == milliseconds


def test_durations_are_added_and_multiplied():
    minute = make_duration("ofMinutes", [Constant(1)])
    assert isinstance(minute, DurationValue)

    assert call_duration(minute, "plusSeconds", [Constant(30)]) == DurationValue(90 * SECOND)
    assert call_duration(minute, "multipliedBy", [Constant(3)]) == DurationValue(180 * SECOND)
    assert call_duration(minute, "minus", [minute]) == DurationValue(0)
    assert call_duration(minute, "toMillis", []) == Constant(60_000)


def test_what_is_not_known_stays_so():
    assert make_duration("ofMinutes", []) is None
    assert make_duration("parse", [Constant("PT1M")]) is None
