"""Standbys on clients whose tags differ from those that have the task already: rack.aware.assignment.tags.

Kafka: ClientTagAwareStandbyTaskAssignor#assign (KIP-708).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from topoviz.engine.assignment.draft import Draft
from topoviz.engine.assignment.result import Because, Reason
from topoviz.engine.assignment.standbys.remaining import assign_to_least_loaded, load_facts, loads
from topoviz.engine.java_order.hash_map import JavaHashMap, capacity_of_set_copy
from topoviz.engine.java_order.strings import string_hash, utf16_key

Tag = tuple[str, str]


def assign_standbys_by_tags(draft: Draft) -> None:
    """Give copies to clients with other tags as far as there are such, the rest to the least loaded."""
    spreading = _Spreading(draft)
    remaining = {task: spreading.spread(task) for task in draft.stateful}
    if any(remaining.values()):
        heap = loads(draft)
        for task in _in_hash_order(draft, remaining):
            assign_to_least_loaded(draft, heap, task, remaining[task], Because.NOTHING_BETTER)


def _in_hash_order(draft: Draft, remaining: dict[int, int]) -> Iterable[int]:
    """Give the tasks of which copies remain as a HashMap walks them that once had all."""
    task_hash = draft.problem.task_hash
    tasks: JavaHashMap[int, None] = JavaHashMap(lambda task: task_hash(draft.tasks[task]), lambda task: task)
    tasks.add_all(remaining, None)
    for task, count in remaining.items():
        if not count:
            tasks.remove(task)
    return tasks


@dataclass
class _Alike:
    """Clients with the same tags, by load."""

    tags: tuple[Tag, ...]
    heap: list[tuple[float, int]]


@dataclass
class _Spreading:
    """Knows which tags there are, and the clients of each set of tags by load."""

    draft: Draft
    _keys: tuple[str, ...] = field(init=False)
    _values: dict[str, set[str]] = field(default_factory=dict, init=False)
    _alike: dict[tuple[Tag, ...], _Alike] = field(default_factory=dict, init=False)
    _tags: list[tuple[Tag, ...]] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        settings = self.draft.problem.settings
        names = settings.rack_aware_assignment_tags
        self._keys = _walked(names, capacity_of_set_copy(len(names), self.draft.problem.behaviours.jdk))
        for client, state in enumerate(self.draft.clients):
            tags = tuple((key, state.tags[key]) for key in _walked(state.tags))
            self._tags.append(tags)
            for key, value in tags:
                self._values.setdefault(key, set()).add(value)
            alike = self._alike.setdefault(tuple(sorted(tags)), _Alike(tags, []))
            alike.heap.append((self.draft.load(client), client))
        for alike in self._alike.values():
            heapify(alike.heap)

    def spread(self, task: int) -> int:
        """Give copies of a task to clients with other tags, and tell how many copies remain."""
        wanted = remaining = self.draft.problem.settings.num_standby_replicas
        owner = last = self.draft.owners[task]
        used: set[Tag] = set()
        while remaining:
            self._use(last, 1 + wanted - remaining, used)
            found = self._poll(task, used)
            if found is None:
                break
            self._assign(found, task, remaining, used)
            last = found
            remaining -= 1
        if remaining:
            self.draft.warnings.append(self._warning(task, remaining, wanted, owner))
        return remaining

    def _use(self, client: int, count_of_clients: int, used: set[Tag]) -> None:
        """Put aside the tags of a client; those of a key with too few values for all clients no longer count."""
        for key, value in self._tags[client]:
            if key not in self._keys:
                self.draft.warnings.append(
                    f"Client tag with key [{key}] will be ignored when computing rack aware standby task assignment "
                    f"because it is not part of the configured rack awareness [{self._written_keys()}]."
                )
            elif len(self._values[key]) <= count_of_clients:
                used.difference_update([tag for tag in used if tag[0] == key])
            else:
                used.add((key, value))

    def _poll(self, task: int, used: set[Tag]) -> int | None:
        """Find the least loaded client that has neither the task nor a tag put aside."""
        tops = (self._top(alike.heap, task) for alike in self._alike.values() if used.isdisjoint(alike.tags))
        best = min((top for top in tops if top is not None), default=None)
        return None if best is None else best[1]

    def _top(self, heap: list[tuple[float, int]], task: int) -> tuple[float, int] | None:
        """Find the least loaded client of a heap that lacks the task; entries of older loads are dropped."""
        aside = []
        while heap:
            load, client = heap[0]
            is_current = load == self.draft.load(client)
            if is_current and not self.draft.has(client, task):
                break
            entry = heappop(heap)
            if is_current:
                aside.append(entry)
        top = heap[0] if heap else None
        for entry in aside:
            heappush(heap, entry)
        return top

    def _assign(self, client: int, task: int, remaining: int, used: set[Tag]) -> None:
        facts = load_facts(self.draft, client, remaining)
        if used:
            facts |= {"tags": _written(self._tags[client]), "apart_from": _written(sorted(used))}
        why = Reason(Because.OTHER_TAGS if used else Because.LEAST_LOADED, facts)
        self.draft.add_standby(client, task, why)
        heappush(self._alike[tuple(sorted(self._tags[client]))].heap, (self.draft.load(client), client))

    def _warning(self, task: int, remaining: int, wanted: int, owner: int) -> str:
        return (
            f"Rack aware standby task assignment was not able to assign {remaining} of {wanted} standby tasks for the "
            f"active task [{self.draft.tasks[task]}] with the rack aware assignment tags {self._written_keys()}. This "
            "may happen when there aren't enough application instances on different tag dimensions compared to an "
            "active and corresponding standby task. Consider launching application instances on different tag "
            f"dimensions than [{{{_written(self._tags[owner])}}}]. Standby task assignment will fall back to assigning "
            "standby tasks to the least loaded clients."
        )

    def _written_keys(self) -> str:
        """Write the configured keys as Java prints a set."""
        return f"[{', '.join(self._keys)}]"


def _walked(names: Iterable[str], capacity: int = 16) -> tuple[str, ...]:
    """Give strings in the order of a hash set that was filled one by one."""
    found: JavaHashMap[str, None] = JavaHashMap(string_hash, utf16_key, capacity)
    found.add_all(names, None)
    return tuple(found)


def _written(tags: Iterable[Tag]) -> str:
    return ", ".join(f"{key}={value}" for key, value in tags)
