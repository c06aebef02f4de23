"""Threads, partitions and shared work as a report says them, held against what was made."""

from dataclasses import fields

import pytest

from tests.engine.advice.threads_group import Group, measure
from tests.lag.partitions import partition
from topoviz.lag.advice.advise import advise, threads_in_short
from topoviz.lag.advice.threads import beside_causes
from topoviz.lag.report.advice import AdviceKind
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.threads import ThreadTime

CLIENT = "shop-StreamThread-{}-consumer"


def made(come, owners, pace, waiting=None, at_end=None, **more):
    """Advice on tasks 0_0, 0_1, … of which so much comes, and at the end, each with the number of its thread."""
    tasks: dict[str, tuple[str, ...]] = {}
    for number, thread in enumerate(owners):
        name = CLIENT.format(thread)
        tasks[name] = (*tasks.get(name, ()), f"0_{number}")
    group = Group({f"0_{number}": rate for number, rate in enumerate(come)}, tasks, dict.fromkeys(tasks, pace), **more)
    partitions = [read(number, rate, pace, (waiting or {}).get(number, 0), at_end) for number, rate in enumerate(come)]
    return {one.kind: one for one in advise(measure(group), partitions, 1_772_445_600.0)}


def read(number, rate, pace, lag=0, at_end=None):
    most = min(rate, pace)
    return partition(
        number, task=f"0_{number}", sub_topology=0, produce_rate=rate, consume_rate=most, lag_last=lag,
        recent_produce_rate=rate if at_end is None else at_end,
    )  # fmt: skip


def test_as_many_threads_as_what_comes_takes_at_the_pace_of_busy_ones():
    advice = made([150.0] * 4, [1, 1, 2, 2], 200.0)[AdviceKind.THREADS]
    assert advice.sentence == "2 threads are there, and 600 records a second come. 4 threads keep up with that."
    assert advice.numbers["threads_by_pace"] == pytest.approx(3.0)
    assert "600 ÷ 200 = 3.00 threads" in " ".join(advice.arithmetic)


def test_what_comes_at_the_end_is_told_where_other_threads_keep_up_with_it():
    advice = made([150.0] * 4, [1, 1, 2, 2], 200.0, at_end=40.0)[AdviceKind.THREADS]
    assert "4 threads keep up with that. That is the mean of the history: at the end 160" in advice.sentence
    assert "needs no more threads" in advice.next_step


def test_what_keeps_threads_from_reading_is_looked_at_before_more_of_them():
    advice = tuple(made([150.0] * 4, [1, 1, 2, 2], 200.0).values())
    slow = Finding(FindingKind.SLOW_COMMITS, "Slow commits.", "", (), ())
    first = {one.kind: one.next_step for one in beside_causes(advice, (slow,))}
    assert first[AdviceKind.THREADS].startswith("First see why threads spend so much of their time in commits")
    assert beside_causes(advice, ()) == advice


def test_what_waits_takes_more_the_sooner_it_shall_be_read():
    advice = made([60.0] * 4, [1, 1, 1, 1], 200.0, dict.fromkeys(range(4), 90_000))[AdviceKind.THREADS]
    rows = {row[0]: row[1:] for row in advice.tables[0].rows}
    # 360,000 records in an hour are 100 a second, beside 240.
    assert rows["have read in an hour what waits, beside what comes"] == ("340", "1.70", "2")
    assert rows["have read in 15 minutes what waits, beside what comes"] == ("640", "3.20", "4")
    assert advice.numbers["threads_in_an_hour"] == 2


def test_the_busiest_time_has_a_row_with_its_hour():
    advice = made([150.0, 50.0], [1, 2], 100.0, burst=(600, 660, 2.0))[AdviceKind.THREADS]
    what, records, *_ = advice.tables[0].rows[1]
    assert (what, records) == ("keep up with the busiest 60 seconds, from 10:10 UTC on 2 March 2026", "400")


def test_no_number_of_threads_helps_a_task_that_is_too_large():
    advice = made([150.0, 10.0], [1, 2], 100.0)[AdviceKind.THREADS]
    assert "No number of threads keeps up with that: task 0_0 gets more than one thread reads" in advice.sentence
    assert "threads_needed" not in advice.numbers
    assert "num.stream.threads" not in advice.next_step


def test_topics_with_too_few_partitions_are_named_with_the_least_that_do():
    advice = made([150.0, 150.0], [1, 2], 100.0)[AdviceKind.THREADS]
    assert (
        "Sub-topology 0 needs 3.00 threads and has 2 tasks: orders has too few partitions. With keys spread evenly, 3 "
        "are the least." in advice.arithmetic
    )


def test_where_threads_always_had_time_left_what_they_can_is_not_known():
    found = made([50.0] * 2, [1, 2], 500.0)
    assert (
        "how many fewer would do, or how much more they could read, is not known" in found[AdviceKind.THREADS].sentence
    )
    assert "no sooner than now" in found[AdviceKind.WORK_SHARING].sentence
    assert threads_in_short(tuple(found.values())) == ""


def test_a_slow_thread_is_named_with_how_many_would_do_without_it():
    tasks = {CLIENT.format(1): ("0_0",), CLIENT.format(2): ("0_1",)}
    group = Group({"0_0": 100.0, "0_1": 110.0}, tasks, dict(zip(tasks, (40.0, 120.0), strict=True)))
    partitions = [read(0, 100.0, 40.0), read(1, 110.0, 120.0)]
    threads = next(one for one in advise(measure(group), partitions, 0.0) if one.kind is AdviceKind.THREADS)
    assert "Look first why `shop-StreamThread-1-consumer` is slow" in threads.next_step
    assert threads.next_step.endswith("were all as fast as the fastest, 2 threads would keep up.")
    assert any("Threads are not alike: they read from 40 to 110" in one for one in threads.rests_on)


def test_shared_work_says_the_wait_with_and_without():
    advice = made([60.0, 60.0, 10.0], [1, 1, 2], 100.0)[AdviceKind.WORK_SHARING]
    numbers = advice.numbers
    assert numbers["wait_apart"] > 100 > 1 > numbers["wait_shared_in_group"]
    assert advice.sentence.startswith(
        "If all 2 threads shared their work, a record would wait less than a second in the mean and not "
    )


def test_the_finding_that_all_is_too_slow_says_the_same_number():
    found = made([150.0] * 4, [1, 1, 2, 2], 200.0)
    said = threads_in_short(tuple(found.values()))
    assert found[AdviceKind.THREADS].sentence in said
    assert "Up to 4 threads have something to do" in said


def test_without_clients_there_is_no_advice():
    assert advise(None, [], 0.0) == ()


def test_metrics_of_threads_say_how_many_would_do_where_all_keep_up():
    tasks = {CLIENT.format(1): ("0_0",), CLIENT.format(2): ("0_1",)}
    group = Group({"0_0": 50.0, "0_1": 50.0}, tasks, dict.fromkeys(tasks, 500.0))
    times = [busy(number, 0.15, 0.05) for number in (1, 2)]
    found = advise(measure(group), [read(0, 50.0, 500.0), read(1, 50.0, 500.0)], 0.0, times)
    threads = next(one for one in found if one.kind is AdviceKind.THREADS)
    # 50 in a fifth of the time are 250 a second.
    assert threads.numbers["thread_pace"] == pytest.approx(250, rel=0.01)
    assert threads.sentence.endswith("1 would be enough for that, so the number of threads is not what is missing.")
    assert threads.arithmetic[0].startswith("By their own metrics threads were busy in 20 % of their time")


def busy(number, process, commit):
    known = {"process": "shop", "thread": number, "process_share": process, "commit_share": commit}
    return ThreadTime(**dict.fromkeys((one.name for one in fields(ThreadTime)), None) | known)


def test_topics_that_the_threads_read_beside_the_topology_are_named():
    group = Group({"0_0": 150.0}, {CLIENT.format(1): ("0_0",)}, {CLIENT.format(1): 100.0})
    beside = partition(0, topic="old", client_id=CLIENT.format(1), consume_rate=30.0)
    found = advise(measure(group), [read(0, 150.0, 100.0), beside], 0.0)
    assert all("The same threads read `old` too, which this topology does not" in one.rests_on[-1] for one in found)
