"""A forecast keeps what it promises, and says nothing where it cannot."""

import random

import pytest

from topoviz.lag.forecast import Trend, behind_per_hour, next_round, when_reached

STEPS, WIDTH = 7, 300.0


def trend(changes, lag=1000.0):
    """A trend out of the changes from one stretch to the next, of ten records a second."""
    mean = sum(changes) / len(changes)
    deviation = (sum((one - mean) ** 2 for one in changes) / (len(changes) - 1)) ** 0.5
    return Trend(len(changes), mean, deviation, lag, 10.0, WIDTH, 0.0, (len(changes) + 1) * WIDTH)


def test_lag_that_grows_evenly_is_reached_at_one_time():
    first, last = when_reached(trend([100.0] * STEPS), 2000.0)
    assert first == last == pytest.approx(10 * WIDTH)


def test_nineteen_of_twenty_intervals_hold():
    chance = random.Random(3)  # noqa: S311
    held, said = 0, 0
    for _ in range(600):
        found = when_reached(trend([chance.gauss(100, 30) for _ in range(STEPS)]), 1600.0)
        lag, steps = 1000.0, 0
        while lag < 1600:
            before, lag, steps = lag, lag + chance.gauss(100, 30), steps + 1
        if found is not None:
            said += 1
            held += found[0] <= WIDTH * (steps - 1 + (1600 - before) / (lag - before)) <= found[1]
    assert said > 500
    assert held / said > 0.93


@pytest.mark.parametrize(
    ("changes", "records"),
    [
        ([100.0, -90.0, 110.0, -80.0, 120.0, -100.0, 60.0], 2000.0),
        ([100.0] * STEPS, 500.0),
        ([100.0] * STEPS, 1_000_000.0),
        ([100.0] * 3, 2000.0),
    ],
    ids=["to and fro", "the other way", "far ahead", "too few"],
)
def test_nothing_is_said_of_what_is_not_known(changes, records):
    assert when_reached(trend(changes), records) is None


def test_lag_that_shrinks_is_worked_off():
    first, last = when_reached(trend([-100.0, -90.0, -110.0, -105.0, -95.0, -100.0, -100.0]), 0.0)
    assert first < 10 * WIDTH < last


def test_how_much_further_behind_each_hour():
    assert behind_per_hour(trend([300.0] * STEPS)) == pytest.approx(360.0)
    assert behind_per_hour(trend([300.0, -300.0] * 3)) is None


@pytest.mark.parametrize(
    ("records", "expected"), [(0, 2), (7, 10), (900, 2000), (399_999, 500_000), (1_700_000, 5_000_000)]
)
def test_the_next_round_amount_is_well_above(records, expected):
    assert next_round(records) == expected
