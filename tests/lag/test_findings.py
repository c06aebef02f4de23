"""What is wrong with a history is found, whatever the numbers, and nothing is found where nothing is."""

import re
from dataclasses import replace

import pytest

from tests.lag.histories import CAUSES, history, write_csv
from topoviz.lag.findings.findings import find
from topoviz.lag.findings.not_known import find_not_known
from topoviz.lag.findings.slow_instance import find_slow_instances
from topoviz.lag.findings.verdict import judged_partitions
from topoviz.lag.jobs.analyze import analyze_history
from topoviz.lag.owners import owner_of
from topoviz.lag.report.threads import InstanceLag

pytestmark = pytest.mark.xdist_group("spark")

SEED = 1
CASES = (None, *CAUSES)


def group_of(cause):
    return f"group-{cause}"


@pytest.fixture(scope="module")
def partitions(spark, tmp_path_factory):
    """All histories are measured in one run, each as a group of its own."""
    rows = [row for cause in CASES for row in history(SEED, cause=cause, group=group_of(cause)).rows]
    path = write_csv(rows, tmp_path_factory.mktemp("lag") / "all.csv")
    return analyze_history(spark, [path]).partitions


@pytest.mark.parametrize("cause", CASES)
def test_the_cause_is_found(partitions, cause):
    group = group_of(cause)
    made = history(SEED, cause=cause, group=group)
    findings = find(tuple(one for one in partitions if one.group == group))
    assert [one.kind.value for one in findings] == [cause or "fine"]
    if cause == "slow-instance":
        assert findings[0].clients == (made.client,)
    elif cause:
        assert [ref.partition for ref in findings[0].partitions] == [made.partition]
    assert findings[0].advice


@pytest.mark.parametrize("cause", CAUSES)
def test_a_problem_says_where_how_much_and_since_when(partitions, cause):
    own = tuple(one for one in partitions if one.group == group_of(cause))
    (finding,) = find(own)
    for ref in finding.partitions:
        assert re.search(rf"[Pp]artitions? [\d, and]*\b{ref.partition}\b[^.]* of `{ref.topic}`", finding.sentence)
    assert " It is partition" not in finding.sentence or not finding.sentence.startswith("Partition")
    assert re.search(r"[\d,]+ (records|seconds|minutes)|[\d.]+ hours", finding.sentence)
    assert re.search(r"\d\d:\d\d UTC on \d+ [A-Z][a-z]+ \d{4}", finding.sentence)


@pytest.mark.parametrize(
    ("lags", "left"),
    [
        ((150, 844, 47), "At the end 1,041 records were left to read, 844 of them in partition 1 of `orders`."),
        ((50, 50, 0), "At the end 100 records were left to read."),
        (
            (None, 4, 9),
            "13 records were left to read, 9 of them in partition 2 of `orders`; the lag of 1 partition is not known.",
        ),
        ((None, None, None), "How many records were left to read at the end is not known."),
    ],
)
def test_where_the_history_does_not_tell_it_says_how_many_records_wait_and_where_most_do(partitions, lags, left):
    own = [one for one in partitions if one.group == group_of(None)][: len(lags)]
    once = [replace(one, samples=1, last_seen=one.first_seen, lag_last=lag) for one, lag in zip(own, lags, strict=True)]
    (finding,) = find_not_known(once, once)
    assert finding.sentence.startswith("The history does not tell how 3 of 3 partitions are: ")
    assert finding.sentence.endswith(left)


def test_of_partitions_that_the_history_does_not_tell_it_says_how_many_they_are(partitions):
    own = [one for one in partitions if one.group == group_of(None)]
    once = replace(own[0], samples=1, last_seen=own[0].first_seen)
    for everything, which in (([once], "its only partition is"), ([once, *own[1:3]], "1 of 3 partitions is")):
        (finding,) = find_not_known(everything, [once])
        assert finding.sentence.startswith(f"The history does not tell how {which}: ")


def test_a_slow_instance_is_named_with_its_host(partitions):
    group = group_of("slow-instance")
    own = tuple(one for one in partitions if one.group == group)
    process = owner_of(history(SEED, cause="slow-instance", group=group).client).process
    there = InstanceLag(group, process, 1, 0, 1, 2, None, None, None, ("10.0.0.7",))
    (finding,), _ = find_slow_instances(own, own, [there])
    assert f"All partitions of instance `{process}` (on 10.0.0.7) fall behind" in finding.sentence


@pytest.fixture
def healthy(partitions):
    """Partitions that keep up."""
    return tuple(one for one in partitions if one.group == group_of(None))


def kinds(partitions):
    return [one.kind.value for one in find(tuple(partitions))]


def test_two_samples_do_not_show_that_all_is_fine(healthy):
    short = [replace(one, first_seen=one.last_seen - one.interval_seconds, lag_last=100_000) for one in healthy]

    (finding,) = find(tuple(short))
    assert finding.kind.value == "not-known"
    assert "does not tell" in finding.sentence
    assert len(finding.partitions) == len(healthy)


def test_where_nothing_was_committed_nothing_is_fine(healthy):
    (finding,) = find(tuple(replace(one, lag_last=None, lag_slope=None, uncommitted=one.samples) for one in healthy))

    assert finding.kind.value == "not-known"
    assert "Nothing was ever committed" in finding.sentence


def test_records_that_wait_are_told_although_lag_does_not_grow(healthy):
    stuck = replace(healthy[0], lag_last=5_000_000, catch_up_seconds=None)
    (finding,) = find((stuck, *healthy[1:]))

    assert finding.kind.value == "backlog"
    assert "wait on 1 of 8 partitions, and do not get fewer. It is partition" in finding.sentence
    assert [ref.partition for ref in finding.partitions] == [stuck.partition]


def test_a_backlog_that_is_being_read_says_when_it_is_gone(healthy):
    (finding,) = find((replace(healthy[0], lag_last=5_000_000, catch_up_seconds=7200.0), *healthy[1:]))

    assert finding.kind.value == "backlog"
    assert "will be read in about 2.0 hours at the pace of the end, at about" in finding.sentence


def test_the_few_records_that_transactions_leave_are_no_backlog(healthy):
    idle = replace(healthy[0], lag_last=1, produce_rate=0.0, consume_rate=0.0, lag_slope=0.0, catch_up_seconds=None)

    assert kinds((idle, *healthy[1:])) == ["fine"]


def test_where_nothing_moves_no_partition_is_called_fine(healthy):
    still = {"lag_last": 1, "commits": 0, "produce_rate": 0.0, "consume_rate": 0.0, "lag_slope": 0.0}
    idle = tuple(replace(one, **still) for one in healthy)

    judged = judged_partitions(idle, find(idle))

    assert kinds(idle) == ["not-known"]
    assert {(one.verdict.value, one.unknown_because) for one in judged} == {
        ("unknown", "nothing was written and nothing was read")
    }
