"""Nothing is called fine that is not known to be: what went wrong is found, and healthy groups are left alone."""

import re

import pytest

from tests.lag.scenarios import SCENARIOS, is_right, outcomes

pytestmark = pytest.mark.xdist_group("spark")

SEED = 1


@pytest.fixture(scope="module")
def found(spark, tmp_path_factory):
    """All scenarios are measured in one run, each as a group of its own."""
    return outcomes(spark, [SEED], tmp_path_factory.mktemp("lag"))


@pytest.mark.parametrize("number", range(len(SCENARIOS)), ids=[scenario.title for scenario in SCENARIOS])
def test_what_went_wrong_is_found_and_nothing_else(found, number):
    outcome = found[number, SEED]
    assert is_right(SCENARIOS[number], outcome), (outcome.kinds(), outcome.words())


def test_the_amount_that_is_possibly_lost_is_that_which_was(found):
    for (number, _), outcome in found.items():
        if "possibly-lost" in SCENARIOS[number].found:
            said = {one.partition: one.jump_records or 0 for one in outcome.partitions}
            # A group that reads on between two deletions was passed by small ones too; those do not show.
            is_slow = "falling-behind" in SCENARIOS[number].found
            assert said == pytest.approx(outcome.lost, rel=0.5 if is_slow else 0.1)


def test_a_time_of_day_has_its_day_and_its_zone(found):
    said = [outcome.words() for outcome in found.values()]
    said += [one.unknown_because or "" for outcome in found.values() for one in outcome.partitions]
    with_time = [one for text in said for one in re.split(r"(?<=\.) ", text) if re.search(r"\d\d:\d\d", one)]
    assert with_time
    assert [one for one in with_time if not re.search(r"\d\d:\d\d UTC on \d+ [A-Z][a-z]+ \d{4}", one)] == []


def test_each_partition_has_its_own_verdict(found):
    verdicts = {
        scenario.title: [one.verdict.value for one in found[number, SEED].partitions]
        for number, scenario in enumerate(SCENARIOS)
    }
    assert verdicts["one partition of four is passed by retention"] == ["fine", "fine", "problem", "fine"]
    assert verdicts["five samples"] == ["unknown"] * 4
    assert verdicts["even load"] == ["fine"] * 4
