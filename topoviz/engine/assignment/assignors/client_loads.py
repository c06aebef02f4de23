"""How many tasks each client has so far, and the clients in order of their loads.

Kafka: ClientState#hasMoreAvailableCapacityThan. Kafka looks at all clients for every task; here they are kept sorted,
and only as many are looked at as it takes.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.assignment.problem import ClientState
from topoviz.engine.java_order.hash_map import JavaHashMap
from topoviz.engine.java_order.hash_sets import grown_capacity
from topoviz.engine.java_order.strings import spread_hash
from topoviz.engine.java_order.uuids import uuid_hash, uuid_order

_LEADERS_MAP: Final = 0
"""Stands for the order of the leader's own map of clients, which is that of their numbers."""

_MOST_IN_A_LIST: Final = 8
"""A bucket of more clients may be a tree, which has another order."""

Load = tuple[float, int]
"""Tasks for each thread, and what decides among equals; the lesser has more room."""

_Place = tuple[float, int, int, int]
"""A load, a place in a table, and the client."""


@dataclass(slots=True)
class ClientLoads:
    """Clients by their numbers, which are their places in the leader's hash map, and what they have so far.

    With `prefers_larger`, of two equally loaded clients the one with more threads has more room. With
    `copies_clients`, candidates are always a set of their own, also where all clients are.
    """

    clients: Sequence[ClientState]
    prefers_larger: bool = True
    copies_clients: bool = False
    tasks: list[set[int]] = field(init=False)
    active: list[int] = field(init=False)
    _spreads: list[int] = field(init=False)
    _sorted: dict[int, list[_Place]] = field(default_factory=dict, init=False)
    _places: dict[int, list[int]] = field(default_factory=dict, init=False)
    _crowded: dict[int, bool] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        """Begin with nothing assigned."""
        self.tasks = [set() for _ in self.clients]
        self.active = [0] * len(self.clients)
        self._spreads = [spread_hash(uuid_hash(client.process_id)) for client in self.clients]

    def load(self, client: int) -> Load:
        """Give how loaded a client is; one without tasks is as good as any other without."""
        count, threads = len(self.tasks[client]), self.clients[client].threads
        return count / threads, -threads if self.prefers_larger and count else 0

    def assign(self, client: int, task: int, *, active: bool) -> None:
        """Give a task to a client."""
        before = self.load(client)
        self.tasks[client].add(task)
        self.active[client] += active
        after = self.load(client)
        for capacity, ordered in self._sorted.items():
            place = self._places[capacity][client]
            del ordered[bisect_left(ordered, (*before, place, client))]
            insort(ordered, (*after, place, client))

    def move(self, tasks: list[set[int]], active: list[int]) -> None:
        """Take over another division of the tasks."""
        self.tasks, self.active = tasks, active
        self._sorted.clear()

    def must_balance(self, client: int) -> bool:
        """Tell whether a client has a task for each thread, and another one has more room."""
        if len(self.tasks[client]) < self.clients[client].threads:
            return False
        return self._by_load(_LEADERS_MAP)[0][:2] < self.load(client)

    def least_loaded_first(self, without: Sequence[int] = ()) -> Iterator[int]:
        """Walk all clients but some: by load, and among equals as a hash set walks those that are left."""
        copies = bool(without) or self.copies_clients
        left = len(self.clients) - len(without)
        if copies and self._may_have_trees(left):
            order = copied_clients(self.clients, (n for n in range(len(self.clients)) if n not in without))
            yield from sorted(order, key=self.load)
            return
        for _, _, _, client in self._by_load(grown_capacity(left) if copies else _LEADERS_MAP):
            if client not in without:
                yield client

    def _by_load(self, capacity: int) -> list[_Place]:
        """List clients by load and then as a table of this size has them, or as the leader's map does."""
        found = self._sorted.get(capacity)
        if found is None:
            places = self._places.get(capacity) or self._places_in(capacity)
            self._places[capacity] = places
            found = sorted((*self.load(client), place, client) for client, place in enumerate(places))
            self._sorted[capacity] = found
        return found

    def _places_in(self, capacity: int) -> list[int]:
        numbers = range(len(self.clients))
        if capacity == _LEADERS_MAP:
            return list(numbers)
        places = [0] * len(self.clients)
        for place, client in enumerate(sorted(numbers, key=lambda client: self._spreads[client] & (capacity - 1))):
            places[client] = place
        return places

    def _may_have_trees(self, size: int) -> bool:
        """Tell whether so many of the clients can crowd one bucket while a set of them grows."""
        if size not in self._crowded:
            self._crowded[size] = any(self._crowds(capacity, size) for capacity in _capacities_up_to(size))
        return self._crowded[size]

    def _crowds(self, capacity: int, size: int) -> bool:
        first = capacity * 3 // 4 + 1 + len(self.clients) - size
        counts = Counter(spread & (capacity - 1) for spread in self._spreads[:first])
        return max(counts.values()) > _MOST_IN_A_LIST


def copied_clients(clients: Sequence[ClientState], numbers: Iterable[int], capacity: int = 16) -> list[int]:
    """Order clients, by their numbers, as a new hash set does to which they come one by one."""
    found: JavaHashMap[int, None] = JavaHashMap(
        lambda number: uuid_hash(clients[number].process_id),
        lambda number: uuid_order(clients[number].process_id),
        capacity,
    )
    found.add_all(numbers, None)
    return list(found)


def _capacities_up_to(size: int) -> Iterator[int]:
    capacity = 16
    while capacity < grown_capacity(size):
        yield capacity
        capacity *= 2
    yield capacity
