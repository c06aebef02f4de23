"""A java.util.PriorityQueue, whose array can be walked as well as polled.

Source: java.util.PriorityQueue of OpenJDK: a binary heap in an array. Kafka Streams walks some with a for-each loop,
which goes by the array and not by priority, and compares by loads that change while items lie in the queue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")


class JavaPriorityQueue(Generic[Item]):
    """Items by what `priority_of` gives at the moment of each comparison, the least first."""

    def __init__(self, priority_of: Callable[[Item], Any], items: Iterable[Item] = ()) -> None:
        """Make a heap of items at once, as `new PriorityQueue<>(collection)` does (PriorityQueue#heapify)."""
        self._priority_of = priority_of
        self._heap: list[Item] = list(items)
        for place in range(len(self._heap) // 2 - 1, -1, -1):
            self._sift_down(place, self._heap[place])

    def __len__(self) -> int:
        return len(self._heap)

    def __iter__(self) -> Iterator[Item]:
        """Walk the array of the heap."""
        return iter(self._heap)

    def offer(self, item: Item) -> None:
        """Add an item."""
        self._heap.append(item)
        self._sift_up(len(self._heap) - 1, item)

    def offer_all(self, items: Iterable[Item]) -> None:
        """Add items one by one (AbstractQueue#addAll)."""
        for item in items:
            self.offer(item)

    def poll(self) -> Item | None:
        """Take the first item out; None of an empty queue."""
        if not self._heap:
            return None
        first, last = self._heap[0], self._heap.pop()
        if self._heap:
            self._sift_down(0, last)
        return first

    def remove(self, item: Item) -> bool:
        """Take the first item of the array that equals one out, and tell whether there was one (#removeAt)."""
        try:
            place = self._heap.index(item)
        except ValueError:
            return False
        last = self._heap.pop()
        if place < len(self._heap):
            self._sift_down(place, last)
            if self._heap[place] is last:
                self._sift_up(place, last)
        return True

    def _sift_up(self, place: int, item: Item) -> None:
        heap, priority_of = self._heap, self._priority_of
        while place > 0:
            above = (place - 1) >> 1
            if priority_of(item) >= priority_of(heap[above]):
                break
            heap[place] = heap[above]
            place = above
        heap[place] = item

    def _sift_down(self, place: int, item: Item) -> None:
        heap, priority_of = self._heap, self._priority_of
        half = len(heap) >> 1
        while place < half:
            child = 2 * place + 1
            if child + 1 < len(heap) and priority_of(heap[child]) > priority_of(heap[child + 1]):
                child += 1
            if priority_of(item) <= priority_of(heap[child]):
                break
            heap[place] = heap[child]
            place = child
        heap[place] = item
