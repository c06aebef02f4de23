"""A part of the truth table: causes are named first and at their place, and what is healthy is fine."""

import pytest

from tests.lag.truth import CAUSES, HEALTHY, SAMPLINGS, judged

pytestmark = pytest.mark.xdist_group("spark")

SEED = 11
CASES = tuple(
    case
    for case in (*CAUSES, *HEALTHY)
    if case.title
    in {
        "a thread hangs for 10 minutes",
        "a transaction hangs, and all wait for it",
        "a task pauses for 200 s every 15 minutes",
        "one instance begins anew every 6 minutes",
        "a broker loses the last records",
        "an instance was too slow for 50 minutes",
        "all are too slow from some moment on",
        "a thread is slow",
        "instances are restarted in turn",
        "all comes in the last half hour",
        "a record in four minutes",
    }
)


@pytest.fixture(scope="module")
def found(spark, compiled, tmp_path_factory):
    """All cases are looked at each minute, by a collector that was away twice."""
    return judged(spark, [SEED], tmp_path_factory.mktemp("lag"), SAMPLINGS[-1], CASES)


def test_every_case_is_there():
    assert len(CASES) == 11


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case.title for case in CASES])
def test_what_is_said_is_true(found, number):
    one = found[number, SEED]
    said = [finding.sentence for finding in one.outcome.findings]
    assert (one.is_first, one.is_placed, one.false_ones, one.because) == (True, True, (), ""), said
