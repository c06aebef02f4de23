"""Which two tasks have been on one client: the sticky assignors try to bring new pairs together.

Kafka: StickyTaskAssignor.TaskPairs, which keeps every pair in a hash set. Here a task is a bit, and the tasks that it
has met are found from the groups in which it was.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.java_order.strings import wrap_int


def no_pairs_yet(task_count: int, client_count: int, who: str) -> TaskPairs:
    """Begin without any pair; raises AssignmentFails where `who` reckons a number of pairs below zero.

    Then Kafka's `new HashSet<>(maxPairs)` throws.
    """
    pairs = TaskPairs(task_count, client_count)
    if pairs.most < 0:
        raise AssignmentFails(
            "IllegalArgumentException",
            f"Illegal initial capacity: {pairs.most}",
            f"{who} the pairs of {task_count} tasks in 32 bits.",
        )
    return pairs


@dataclass(slots=True)
class _Group:
    """Tasks on one client, one bit each: `present` were there from the start, unpaired, and `added` came later."""

    present: int = 0
    added: int = 0


@dataclass(slots=True)
class TaskPairs:
    """The pairs of tasks that were together on a client, for so many tasks and clients, by their numbers."""

    task_count: int
    client_count: int
    most: int = field(init=False)
    """How many pairs there can be, as Kafka reckons it: in 32 bits, so that it goes wrong from 46,342 tasks on."""

    _groups: list[_Group] = field(init=False)
    _groups_of: dict[int, list[_Group]] = field(default_factory=dict, init=False)
    _size: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Begin without any pair."""
        self._groups = [_Group() for _ in range(self.client_count)]
        self.most = int(wrap_int(self.task_count * (self.task_count - 1)) / 2)

    @property
    def is_full(self) -> bool:
        """Tell whether there are as many pairs as there can be, as Kafka reckons it."""
        return self._size == self.most

    def has_new(self, task: int, client: int) -> bool:
        """Tell whether a client has a task that this one has never met; never once there are as many as can be."""
        if self.is_full:
            return False
        return self._on(client) & ~self._met_by(task) != 0

    def add(self, task: int, client: int) -> None:
        """Pair a task with all that are on the client to which it comes."""
        group = self._groups[client]
        self._size += ((group.present | group.added) & ~self._met_by(task)).bit_count()
        group.added |= 1 << task
        self._groups_of.setdefault(task, []).append(group)

    def move(self, on_clients: list[list[int]]) -> None:
        """Take over which tasks are where from now on, after they were moved without being paired."""
        self._groups = []
        for tasks in on_clients:
            group = _Group(sum(1 << task for task in tasks))
            self._groups.append(group)
            for task in tasks:
                self._groups_of.setdefault(task, []).append(group)

    def _on(self, client: int) -> int:
        group = self._groups[client]
        return group.present | group.added

    def _met_by(self, task: int) -> int:
        """Give the tasks that one has met, and perhaps itself."""
        found = 0
        bit = 1 << task
        for group in self._groups_of.get(task, ()):
            found |= group.added
            if group.added & bit:
                found |= group.present
        return found
