"""Hash maps and priority queues, held against what a JDK printed.

The facts lie in collections.txt, with the JDK on its first line; Collections.java beside it prints them.
"""

from pathlib import Path
from uuid import UUID

import pytest

from topoviz.engine.java_order.hash_map import JavaHashMap, capacity_of_map_copy, capacity_of_set_copy
from topoviz.engine.java_order.priority_queue import JavaPriorityQueue
from topoviz.engine.java_order.uuids import uuid_hash, uuid_order

FACTS = (Path(__file__).parents[2] / "fixtures" / "java_order" / "collections.txt").read_text(encoding="utf-8")

Task = tuple[int, int]


def facts(kind: str) -> list[tuple[str, str]]:
    """What was given and what Java made of it."""
    lines = [line.removeprefix(f"{kind} ") for line in FACTS.splitlines() if line.startswith(f"{kind} ")]
    return [(given.strip(), result.strip()) for given, _, result in (line.rpartition("->") for line in lines)]


def task(text: str) -> Task:
    """Read `1_2`."""
    group, _, partition = text.partition("_")
    return int(group), int(partition)


def written(tasks: object) -> str:
    """Write tasks as the facts do."""
    return " ".join(f"{group}_{partition}" for group, partition in tasks)  # type: ignore[attr-defined]


def tasks_alike(capacity: int = 16) -> JavaHashMap[Task, None]:
    """A set of tasks, of which many have one hash."""
    return JavaHashMap(lambda one: one[0] + one[1], lambda one: one, capacity)


def test_there_are_facts_of_each_kind():
    kinds = ("set", "set_copy", "map_copy", "queue", "heap", "uuid", "uuids")
    assert [len(facts(kind)) for kind in kinds] == [60, 10, 10, 30, 30, 40, 1]


def test_a_set_is_walked_as_java_walks_it_whatever_was_added_and_removed():
    for steps, order in facts("set"):
        found = tasks_alike()
        for step in steps.split():
            one = task(step[1:])
            if step[0] == "+":
                found.put(one, None)
            else:
                found.remove(one, by_iterator=step[0] == "~")

        assert written(found) == order, steps


@pytest.mark.parametrize(("kind", "capacity"), [("set_copy", capacity_of_set_copy), ("map_copy", capacity_of_map_copy)])
def test_a_copy_begins_as_large_as_java_makes_it(kind: str, capacity):
    for given, order in facts(kind):
        tasks = [task(one) for one in given.split()]
        found = tasks_alike(capacity(len(tasks)))
        found.add_all(tasks, None)

        assert written(found) == order


def test_a_priority_queue_keeps_the_array_that_java_keeps():
    for steps, order in facts("queue"):
        queue: JavaPriorityQueue[int] = JavaPriorityQueue(lambda item: item // 10)
        for step in steps.split():
            if step == "!":
                queue.poll()
            elif step[0] == "-":
                assert queue.remove(int(step[1:])), steps
            else:
                queue.offer(int(step[1:]))

        assert list(queue) == [int(item) for item in order.split()], steps


def test_a_heap_is_made_at_once_as_java_makes_it():
    for items, order in facts("heap"):
        queue = JavaPriorityQueue(lambda item: item, [int(item) for item in items.split()])

        assert list(queue) == [int(item) for item in order.split()], items


def test_uuids_are_hashed_and_sorted_as_java_does():
    assert all(uuid_hash(UUID(text)) == int(code) for text, code in facts("uuid"))
    [(given, order)] = facts("uuids")
    assert [str(one) for one in sorted(map(UUID, given.split()), key=uuid_order)] == order.split()
