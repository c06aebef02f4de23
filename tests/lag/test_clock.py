"""Where samples of a group contradict each other by their clock, nothing is said of lost records."""

from dataclasses import replace

import pytest

from tests.lag.partitions import partition
from topoviz.lag.findings.clock import find_clock, outside_mixed_times
from topoviz.lag.findings.lost import find_lost
from topoviz.lag.findings.made_anew import find_made_anew
from topoviz.lag.findings.went_back import find_went_back

STEPS = {
    "anew": {"anews": 1, "anew_end": 1_000, "anew_records": 900},
    "rewind": {"rewinds": 1, "rewind_records": 100},
    "jump": {"jumps": 1, "jump_records": 100},
}
TORN = {"torn": 9, "torn_from": 10_000.0, "torn_until": 10_200.0}
NOT_TORN = {"torn": 0}


def stepped(at, torn):
    """Both partitions make each step at a time; where the clock was set back, only the first shows it."""
    steps = {name: value for step in STEPS.values() for name, value in step.items()}
    times = {f"{step}_{edge}": at + late for step in STEPS for edge, late in (("from", 0.0), ("until", 10.0))}
    one = partition(0, **steps, **times, **torn, interval_seconds=10.0)
    return one, replace(one, partition=1, torn=0, torn_from=None, torn_until=None)


@pytest.mark.parametrize(
    ("at", "torn", "is_told"),
    [
        (10_050.0, TORN, False),
        (9_900.0, TORN, False),
        (10_300.0, TORN, False),
        (9_000.0, TORN, True),
        (11_000.0, TORN, True),
        (10_050.0, TORN | {"torn": 1}, True),
        (10_050.0, NOT_TORN, True),
    ],
    ids=[
        "within",
        "just before",
        "just after",
        "long before",
        "long after",
        "one sample came late",
        "its clock is right",
    ],
)
def test_nothing_is_said_of_steps_in_mixed_times(at, torn, is_told):
    clear = outside_mixed_times(stepped(at, torn))
    for find in (find_lost, find_made_anew):
        assert bool(find(clear)) is is_told
    # A log that went back takes the offset with it.
    rewound = outside_mixed_times([replace(one, anews=0, anew_from=None) for one in stepped(at, torn)])
    assert bool(find_went_back(rewound)) is is_told
    assert bool(find_clock(clear)) is (torn == TORN)


def test_it_says_what_cannot_be_told():
    (one,) = find_clock(stepped(10_050.0, TORN))
    assert one.sentence.endswith("Whether records were lost or read again within minutes of that time is not known.")
