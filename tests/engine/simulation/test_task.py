"""What a task does with records is what the real task did, and the rules that people trip over read as they are."""

import pytest

from tests.oracle.runtime.asking_engine import answers_of_engine
from tests.oracle.runtime.recording import LIVES, RECORDED, recorded
from topoviz.engine.simulation.task.punctuations import Schedule
from topoviz.engine.simulation.task.readiness.model import Cause, Ready, Waits
from topoviz.engine.simulation.task.record import Record
from topoviz.engine.simulation.task.running_task import Processed, RunningTask, TaskSettings
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.versions import Behaviours, parse_version

ORDERS, PRICES = TopicPartition("orders", 0), TopicPartition("prices", 0)


def task_of(version, **settings):
    return RunningTask((ORDERS, PRICES), TaskSettings(**settings), Behaviours(parse_version(version)))


def records(*times, first=0):
    return [Record(first + number, time) for number, time in enumerate(times)]


@pytest.mark.parametrize("version", RECORDED)
def test_every_recorded_life_is_lived_in_the_same_way(version):
    lives = recorded(version)

    assert len(lives) == LIVES
    for life in lives:
        assert answers_of_engine(version, [call for call, _ in life]) == [answer for _, answer in life]


def test_the_head_with_the_lowest_time_is_next_and_stream_time_never_goes_back():
    task = task_of("3.9")
    task.add(ORDERS, records(10, 40), 0)
    task.add(PRICES, records(20, 5), 0)

    order = [task.process(0) for _ in range(3)]

    assert [(one.partition, one.record.timestamp) for one in order] == [(ORDERS, 10), (PRICES, 20), (PRICES, 5)]
    assert task.group.stream_time == 20


def test_with_no_idle_time_an_empty_partition_is_waited_for_only_since_3_0():
    before, since = task_of("2.8"), task_of("3.9")
    for task in (before, since):
        task.add(ORDERS, records(10), 0)

    assert before.process(0) == Processed(before.group.queues[ORDERS], Record(0, 10), Ready(without=(PRICES,)))
    assert since.process(0) == Waits(Cause.LAG_NOT_KNOWN, PRICES)
    since.update_lags({PRICES: 3})
    assert since.process(0) == Waits(Cause.NOT_FETCHED, PRICES, 3)
    since.update_lags({PRICES: 0})
    assert since.process(0).ready == Ready(without=(PRICES,))


def test_the_idle_time_ends_the_wait_for_a_partition_without_lag():
    task = task_of("4.3", idle_ms=100)
    task.add(ORDERS, records(10), 1_000)
    task.update_lags({PRICES: 0})

    assert task.process(1_000) == Waits(Cause.IDLING, PRICES, 0, until=1_100)
    assert task.process(1_099) == Waits(Cause.IDLING, PRICES, 0, until=1_100)
    assert task.process(1_100).partition == ORDERS


def test_a_partition_is_paused_above_the_limit_and_fetched_again_at_the_next_turn():
    task = task_of("4.3", idle_ms=-1, most_buffered=2)
    task.add(ORDERS, records(1, 2, 3), 0)
    assert task.paused == {ORDERS}

    task.process(0)

    assert task.paused == {ORDERS}
    task.resume_partitions()
    assert task.paused == set()


def test_a_punctuator_is_called_once_however_many_intervals_have_passed():
    task = task_of("4.3", idle_ms=-1)
    calls = []
    task.by_stream_time.add(Schedule("s", 0, 10))
    for time in (3, 10, 47, 50):
        task.add(ORDERS, [Record(time, time)], 0)
        task.process(0)
        task.punctuate_by_stream_time(lambda schedule, now: calls.append((schedule.name, now)))

    assert calls == [("s", 3), ("s", 10), ("s", 47), ("s", 50)]


def test_what_could_not_be_read_is_passed_over_by_a_commit_since_3_2():
    unreadable = [Record(7, 10, is_readable=False)]

    for version, committed in (("3.1", {}), ("3.9", {ORDERS: (8, -1)})):
        task = task_of(version, idle_ms=-1)
        task.add(ORDERS, unreadable, 0)
        task.process(0)
        assert task.commit() == committed
