"""The client with the fewest tasks per thread, of those that qualify, while tasks move between clients.

Kafka: ConstrainedPrioritySet. It polls a heap until a client qualifies and puts the others back. The heap compares
clients by loads of the moment. When the load of a client falls while it lies in the heap, others that come in or move
up may end in a wrong place; then the least loaded client is not always the one that is polled.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

from topoviz.engine.assignment.draft import NOBODY, Draft
from topoviz.engine.java_order.hash_map import JavaHashMap
from topoviz.engine.java_order.priority_queue import JavaPriorityQueue
from topoviz.engine.java_order.uuids import uuid_hash


@dataclass(frozen=True, slots=True)
class _Moved:
    """A task went from one client to another; how many tasks each has then."""

    source: int
    source_count: int
    destination: int
    destination_count: int


@dataclass
class ClientsByLoad:
    """All clients, by load and id.

    As long as the heap is in order, the least loaded is known without one. Once it may not be, and two clients qualify,
    the heap itself is filled and all that happened so far done to it again.
    """

    draft: Draft
    _counts: list[int] = field(init=False)
    _counts_at_start: tuple[int, ...] = field(init=False)
    _steps: list[Collection[int] | _Moved] = field(default_factory=list, init=False)
    _may_be_out_of_order: bool = field(default=False, init=False)
    _uses_heap: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._counts_at_start = tuple(self.draft.counts)
        self._counts = list(self.draft.counts)

    def poll(self, candidates: Collection[int]) -> int:
        """Take the least loaded of the clients that qualify; `NOBODY` where there are none."""
        if self._may_be_out_of_order and len(candidates) > 1:
            self._uses_heap = True
        if self._uses_heap:
            return self._heap.poll(candidates)
        self._steps.append(candidates)
        if not candidates:
            # Every client was polled and put back, one by one.
            self._may_be_out_of_order = False
            return NOBODY
        return min(candidates, key=self._key)

    def put_back(self, source: int, destination: int) -> None:
        """Put back the client that got a task, and then the one whose place it took; their loads have changed."""
        counts = self.draft.counts
        moved = _Moved(source, counts[source], destination, counts[destination])
        if self._uses_heap:
            self._heap.move(moved)
            return
        self._steps.append(moved)
        before = [self._key(destination), self._key(source)]
        self._counts[source], self._counts[destination] = counts[source], counts[destination]
        self._may_be_out_of_order |= self._passes_another(destination, before[0], before[1])

    def _passes_another(self, client: int, before: tuple[float, int], other_before: tuple[float, int]) -> bool:
        """Tell whether any client stands between the old and the new place of one that became lighter."""
        after = self._key(client)
        if after >= before:
            return False
        if after < other_before < before:
            return True
        return any(
            after < (count / threads, other) < before
            for other, (count, threads) in enumerate(zip(self._counts, self.draft.threads, strict=True))
            if other != client
        )

    def _key(self, client: int) -> tuple[float, int]:
        return self._counts[client] / self.draft.threads[client], client

    @cached_property
    def _heap(self) -> _Heap:
        heap = _Heap(self.draft, list(self._counts_at_start))
        for step in self._steps:
            if isinstance(step, _Moved):
                heap.move(step)
            else:
                heap.poll(step)
        return heap


class _Heap:
    """The heap as Java has it, with the order of the hash set in which polled clients wait."""

    def __init__(self, draft: Draft, counts: list[int]) -> None:
        self._counts = counts
        self._hashes = [uuid_hash(client.process_id) for client in draft.clients]
        threads = draft.threads
        self._queue: JavaPriorityQueue[int] = JavaPriorityQueue(lambda one: (counts[one] / threads[one], one))
        self._queue.offer_all(range(len(counts)))
        self._inside = set(range(len(counts)))

    def poll(self, candidates: Collection[int]) -> int:
        waiting: JavaHashMap[int, None] = JavaHashMap(self._hashes.__getitem__, lambda client: client)
        found = NOBODY
        while (client := self._queue.poll()) is not None:
            self._inside.discard(client)
            if client in candidates:
                found = client
                break
            waiting.put(client, None)
        for client in waiting:
            self._offer(client)
        return found

    def move(self, moved: _Moved) -> None:
        self._counts[moved.source] = moved.source_count
        self._counts[moved.destination] = moved.destination_count
        self._offer(moved.source)
        self._offer(moved.destination)

    def _offer(self, client: int) -> None:
        if client in self._inside:
            self._queue.remove(client)
        self._inside.add(client)
        self._queue.offer(client)
