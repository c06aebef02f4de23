"""Whether threads come back to poll in time: one round has to fit, and not all that a poll brought."""

import pytest

from tests.engine.sizing.asking import sized
from topoviz.engine.sizing.given import Given


@pytest.mark.parametrize(
    ("milliseconds", "verdict"),
    [(None, "not-known"), (74, "fits"), (76, "polls-early"), (38_000, "may-miss"), (76_000, "misses")],
)
def test_with_twice_as_many_threads_as_cpus_all_takes_twice_as_long(milliseconds, verdict):
    """A poll brings 1,000 records, half the interval are 150 s, and each thread has two tasks."""
    found = polls(Given(cpus=1, record_ms=milliseconds))

    assert (found.verdict.value, found.slow_down) == (verdict, 2)
    assert (found.fits_to, found.may_miss_from, found.misses_from) == (75, 37_500, 75_000)


def test_the_arithmetic_is_shown():
    assert polls(Given(cpus=1, record_ms=200)).arithmetic == (
        "1,000 records × 200 ms × 2 = 6.67 min, of max.poll.interval.ms 5 min"
    )


def test_settings_of_the_main_consumer_win():
    found = polls(Given(cpus=2), max_poll_records="500", consumer_max_poll_records="100")

    assert found.fits_to == 1500


def polls(given, **settings):
    return sized(given=given, **settings).polls
