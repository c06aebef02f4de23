"""What it would give if threads shared their tasks: never out of order, never one task at two threads, never idle."""

import random

from tests.engine.simulation.playing import ORDERS, live, plan_of, record
from topoviz.engine.simulation.nodes.settings import NodeSettings
from topoviz.engine.simulation.settings import SimulationSettings
from topoviz.engine.simulation.shared_work import WorkLog


def shared(threads, records):
    log = WorkLog("a", threads)
    tasks = {task: log.begins(task, 0) for task, _, _ in records}
    for task, readable, cost in records:
        tasks[task].add(readable, cost, readable + cost)
    return log.share()


def test_two_tasks_that_one_thread_did_in_turn_are_done_side_by_side():
    found = shared(2, [("0_0", 0, 10), ("0_1", 0, 10), ("0_0", 0, 10), ("0_1", 0, 10)])

    assert (found.mean_if_shared, found.p99_if_shared) == (15, 20)


def test_records_of_one_task_still_come_one_after_another_however_many_threads_are_free():
    found = shared(8, [("0_0", 0, 10)] * 4)

    assert (found.mean_if_shared, found.p99_if_shared) == (25, 40)


def test_one_thread_has_nobody_to_share_with():
    assert shared(1, [("0_0", 0, 10)]) is None


def test_time_goes_on_where_nothing_waits():
    found = shared(2, [("0_0", 0, 10), ("0_1", 1_000, 10), ("0_0", 5_000, 10)])

    assert (found.mean_if_shared, found.p99_if_shared) == (10, 10)


def test_sharing_never_makes_records_wait_longer_than_the_threads_of_a_simulation_did():
    costs = SimulationSettings(nodes={"map": NodeSettings(3_000)})
    for seed in range(20):
        chance = random.Random(seed)  # noqa: S311
        weights = [chance.random() for _ in range(4)]
        records = [record(n, "orders", chance.choices(range(4), weights)[0], f"k{n}") for n in range(300)]

        (found,) = live(plan_of("3.9", [ORDERS], costs, partitions=4, threads=2), records).summary.shared_work

        assert found.records == 300
        assert 3_000 <= found.mean_if_shared <= found.mean
