"""What a finding says beside its sentence: who reads, who came and went, whether more came, what is gone."""

from dataclasses import replace

import pytest

from tests.lag.partitions import partition
from topoviz.lag.findings.falling_behind import find_falling_behind
from topoviz.lag.findings.gone import find_gone
from topoviz.lag.findings.readers import readers_in_words
from topoviz.lag.findings.same_time import with_rebalance
from topoviz.lag.findings.what_changed import with_change
from topoviz.lag.findings.words import after_first, between, duration
from topoviz.lag.report.finding import Finding, FindingKind, FindingLines, PartitionRef
from topoviz.lag.report.threads import Rebalance

CLIENT = "shop-{}-StreamThread-{}-consumer"
START, END = 1_000_000.0, 1_006_000.0


def seen(number, client=None, moves=0, until=END, topic="orders", group="shop", lag=0):
    return partition(number, group=group, topic=topic, client_id=client, moves=moves, first_seen=START, last_seen=until,
                     interval_seconds=60.0, lag_last=lag)  # fmt: skip


FOUR = tuple(seen(number, CLIENT.format("ab"[number % 2], number // 2 + 1)) for number in range(4))


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (FOUR, ""),
        (FOUR[:1], "Thread 1 of instance `shop-a` reads it, and nothing else."),
        ((FOUR[0], FOUR[2]), "Instance `shop-a` reads them, and nothing else."),
        (FOUR[:2], ""),
        ((replace(FOUR[0], moves=1),), "At the end thread 1 of instance `shop-a` reads it, and nothing else."),
        ((seen(0),), ""),
    ],
    ids=["all", "a thread", "an instance", "both instances", "it moved", "nobody is named"],
)
def test_who_reads_is_named(own, said):
    assert (
        readers_in_words(own, (*own, *(one for one in FOUR if one.partition not in {each.partition for each in own})))
        == said
    )


FINDING = Finding(
    FindingKind.FALLING_BEHIND, "It falls behind.", "Look.", partitions=(PartitionRef("shop", "orders", 0),),
    start=START + 3000, until=END,
)  # fmt: skip


def moved(start, joined=(), left=()):
    return Rebalance("shop", START + start, START + start + 60, 3, joined, left)


@pytest.mark.parametrize(
    ("rebalances", "words"),
    [
        ([moved(2900, left=("shop-b",))], "instance `shop-b` left, and 3 partitions changed their owner."),
        ([moved(2900, joined=("shop-c",))], "instance `shop-c` came, and 3 partitions changed their owner."),
        ([moved(2900)], "3 partitions changed their owner, and no instance came or went."),
        ([moved(500, left=("shop-b",))], None),
        ([moved(2900), moved(3000)], None),
    ],
    ids=["one left", "one came", "neither", "long before", "several"],
)
def test_a_rebalance_at_its_beginning_is_told(rebalances, words):
    said = with_rebalance(FINDING, rebalances, FOUR).sentence
    assert (said == FINDING.sentence) if words is None else said.endswith(words)


@pytest.mark.parametrize(("share", "is_told"), [(0.2, True), (0.5, False)])
def test_lag_that_grows_slowly_began_longer_before_it_is_seen(share, is_told):
    """A fifth of what comes is left, so that only after ten minutes records wait for two; half of it shows sooner."""
    own = replace(FOUR[0], produce_rate=100.0, peak_onset=START + 3000, peak_at=END, peak_lag=round(100 * share * 3000))
    said = with_rebalance(FINDING, [moved(2400, left=("shop-b",))], (own, *FOUR[1:])).sentence
    assert said.startswith("It falls behind. Not long before, between") is is_told


@pytest.mark.parametrize(
    ("came", "read", "words"),
    [
        ([100.0] * 50 + [300.0] * 50, [100.0] * 100, "More came than before: 300 records a second, 100 until then."),
        ([100.0] * 100, [100.0] * 50 + [40.0] * 50, "Less was read than before: 40 records a second, 100 until then."),
        ([100.0] * 100, [100.0] * 100, None),
        ([100.0] * 50 + [None] * 50, [100.0] * 100, None),
    ],
    ids=["more came", "less was read", "neither", "not known"],
)
def test_it_says_whether_more_came_or_less_was_read(came, read, words):
    lines = FindingLines(60.0, tuple([0.0] * 100), tuple(came), tuple(read))
    said = with_change(replace(FINDING, lines=lines), START).sentence
    assert (said == FINDING.sentence) if words is None else said.endswith(words)


def test_a_topic_that_ends_before_its_group_is_told():
    clicks = [seen(number, topic="clicks", until=START + 3000, lag=7) for number in range(2)]
    (one,) = find_gone([*FOUR, *clicks], END, {"shop": START})
    assert one.sentence.startswith("Topic `clicks` is in no sample after ")
    assert "when 14 records waited" in one.sentence
    assert (one.kind, one.start, one.until) == (FindingKind.NOT_KNOWN, START + 3000, END)


def test_an_application_that_got_another_id_is_told():
    old = [seen(number, until=START + 3000) for number in range(2)]
    new = [replace(seen(number, group="shop-2"), first_seen=START + 3100) for number in range(2)]
    (one,) = find_gone([*old, *new], END, {"shop": START, "shop-2": START + 3100})
    assert one.sentence.startswith("Group `shop` is in no sample after ")
    assert "Group `shop-2` is first seen at " in one.sentence
    assert one.advice.startswith("With another `application.id`")


def test_one_second_is_one():
    assert [duration(seconds) for seconds in (0.0, 0.7, 1.6, 119.0)] == [
        "0 seconds",
        "1 second",
        "2 seconds",
        "119 seconds",
    ]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "at 13:46 UTC on 12 January 1970"),
        (10, "between 13:46:40 and 13:46:50 UTC on 12 January 1970"),
        (30, "between 13:46:40 and 13:47:10 UTC on 12 January 1970"),
        (60, "between 13:46 and 13:47 UTC on 12 January 1970"),
        (86_400, "between 13:46 UTC on 12 January 1970 and 13:46 UTC on 13 January 1970"),
    ],
)
def test_times_less_than_a_minute_apart_have_seconds(seconds, said):
    assert between(START, START + seconds) == said


def test_what_explains_most_stands_after_the_first_sentence():
    assert after_first("Task `a. B` waits. It is one.", "One left.") == "Task `a. B` waits. One left. It is one."
    assert after_first("It waits.", "One left.") == "It waits. One left."


def test_tasks_that_keep_up_with_one_topic_of_two_are_told():
    slow = [
        replace(seen(number, topic="clicks", lag=90_000), task=f"0_{number}", sub_topology=0, lag_slope=15.0,
                lag_steadiness=1.0, produce_rate=100.0, consume_rate=80.0, lag_max=90_000, stalls=0, commits=90)
        for number in range(2)
    ]  # fmt: skip
    well = [replace(seen(number), task=f"0_{number}", sub_topology=0) for number in range(2)]
    (one,) = find_falling_behind(slow, [*slow, *well])
    assert one.advice.startswith("The same tasks keep up with `orders`, so look at what `clicks` alone needs")
    assert one.sentence.endswith("on 2 of its 4 partitions, on all of its 2 tasks.")
