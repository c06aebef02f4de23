"""Threads are counted with whole tasks, and tasks that are too large for one are named."""

from topoviz.engine.advice.threads_needed import needed, partitions_needed


def test_the_pace_alone_gives_fewer_than_whole_tasks_take():
    found = needed({"0_0": 60.0, "0_1": 60.0, "0_2": 60.0}, 100.0)
    assert (found.records, found.exact, found.threads) == (180.0, 1.8, 3)


def test_small_tasks_fill_what_large_ones_leave():
    assert needed({"0_0": 70.0, "0_1": 60.0, "0_2": 40.0, "0_3": 30.0}, 100.0).threads == 2


def test_no_number_of_threads_is_enough_for_a_task_that_is_too_large():
    found = needed({"0_0": 150.0, "0_1": 10.0}, 100.0)
    assert (found.threads, found.too_large) == (None, ("0_0",))


def test_partitions_are_counted_so_that_each_is_no_more_than_a_thread():
    assert (partitions_needed(400.0, 100.0), partitions_needed(401.0, 100.0)) == (4, 5)
