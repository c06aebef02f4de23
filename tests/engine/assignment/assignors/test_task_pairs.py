"""Which tasks have met on a client, held against a set of pairs."""

import random

from topoviz.engine.assignment.assignors.task_pairs import TaskPairs


def test_pairs_are_those_that_a_set_of_them_holds_also_after_tasks_were_moved():
    chance = random.Random(5)  # noqa: S311
    tasks, clients = 40, 5
    pairs = TaskPairs(tasks, clients)
    seen: set[frozenset[int]] = set()
    on: list[set[int]] = [set() for _ in range(clients)]
    for step in range(150):
        if step == 60:
            moved = [task for client in on for task in client]
            on = [set(moved[number::clients]) for number in range(clients)]
            pairs.move([list(client) for client in on])
        task, client = chance.randrange(tasks), chance.randrange(clients)
        if task in on[client]:
            continue
        assert pairs.has_new(task, client) == any(frozenset((task, other)) not in seen for other in on[client])
        pairs.add(task, client)
        seen |= {frozenset((task, other)) for other in on[client]}
        on[client].add(task)


def test_once_all_pairs_have_met_there_is_no_new_one():
    pairs = TaskPairs(2, 2)
    pairs.add(0, 0)
    pairs.add(1, 0)

    assert not pairs.has_new(1, 1)
