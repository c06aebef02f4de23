"""The number of threads that would keep up is reckoned from what those that are there read."""

from tests.lag import partitions
from topoviz.lag.findings.capacity import threads_needed
from topoviz.lag.report import InstanceLag, PartitionLag


def partition(number: int, come: float, read: float, lag: int) -> PartitionLag:
    return partitions.partition(number, produce_rate=come, consume_rate=read, lag_last=lag, task=f"0_{number}")


def instance(threads: int, partitions: int) -> InstanceLag:
    return InstanceLag("shop", "a", threads, 0.0, 60.0, partitions, None, None, None)


def test_as_many_threads_are_needed_as_what_comes_takes_and_what_waits_takes_more():
    all_of = [partition(number, come=150, read=100, lag=90_000) for number in range(4)]
    said = threads_needed(all_of, [instance(2, 4)])
    assert "2 threads read 400 records a second, 200 each, and 600 come" in said
    assert "3 threads keep up, and 4 have read in an hour what waits. Up to 4 have something to do" in said


def test_more_threads_than_tasks_do_nothing():
    said = threads_needed([partition(0, come=500, read=100, lag=10)], [instance(1, 1)])
    assert "1 thread reads 100 records a second" in said
    assert "Only 1 has something to do" in said


def test_an_instance_that_left_reads_nothing():
    assert threads_needed([partition(0, come=500, read=100, lag=10)], [instance(1, 0)]) == ""
