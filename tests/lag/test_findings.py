"""What is wrong with a history is found, whatever the numbers, and nothing is found where nothing is."""

from itertools import product

import pytest

from tests.lag.histories import CAUSES, history, write_csv
from topoviz.lag.findings.findings import find
from topoviz.lag.jobs.analyze import analyze_history

pytestmark = pytest.mark.xdist_group("spark")

SEEDS = (1, 2, 3, 4, 5)
CASES = list(product((None, *CAUSES), SEEDS))


def group_of(cause, seed):
    return f"{cause}-{seed}"


@pytest.fixture(scope="module")
def partitions(spark, tmp_path_factory):
    """All histories are measured in one run, each as a group of its own."""
    rows = [row for cause, seed in CASES for row in history(seed, cause=cause, group=group_of(cause, seed)).rows]
    path = write_csv(rows, tmp_path_factory.mktemp("lag") / "all.csv")
    return analyze_history(spark, [path]).partitions


@pytest.mark.parametrize(("cause", "seed"), CASES)
def test_the_cause_is_found(partitions, cause, seed):
    group = group_of(cause, seed)
    made = history(seed, cause=cause, group=group)
    findings = find(tuple(one for one in partitions if one.group == group))
    assert [one.kind.value for one in findings] == [cause or "fine"]
    if cause == "slow-instance":
        assert findings[0].clients == (made.client,)
    elif cause:
        assert [ref.partition for ref in findings[0].partitions] == [made.partition]
    assert findings[0].advice
