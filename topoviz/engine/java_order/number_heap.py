"""A java.util.PriorityQueue of distinct whole numbers, from the middle of which numbers are taken quickly.

Source: java.util.PriorityQueue of OpenJDK. Java looks through the whole array for what it takes out; here each number
knows its place, and the array is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class NumberHeap:
    """Numbers, the least first; walked by the array of the heap."""

    def __init__(self, numbers: Iterable[int]) -> None:
        """Make a heap of numbers at once, as `new PriorityQueue<>(collection)` does (PriorityQueue#heapify)."""
        self._heap = list(numbers)
        self._places = {number: place for place, number in enumerate(self._heap)}
        for place in range(len(self._heap) // 2 - 1, -1, -1):
            self._sift_down(place, self._heap[place])

    def __len__(self) -> int:
        return len(self._heap)

    def __contains__(self, number: int) -> bool:
        return number in self._places

    def __iter__(self) -> Iterator[int]:
        """Walk the array of the heap."""
        return iter(self._heap)

    def poll(self) -> int | None:
        """Take the least number out; None of an empty heap."""
        if not self._heap:
            return None
        first = self._heap[0]
        self.remove(first)
        return first

    def remove(self, number: int) -> None:
        """Take out a number that is there (PriorityQueue#removeAt); a KeyError tells of one that is not."""
        place = self._places.pop(number)
        last = self._heap.pop()
        if place < len(self._heap):
            self._sift_down(place, last)
            if self._heap[place] == last:
                self._sift_up(place, last)

    def _sift_up(self, place: int, number: int) -> None:
        heap = self._heap
        while place > 0 and number < heap[above := (place - 1) >> 1]:
            self._put(place, heap[above])
            place = above
        self._put(place, number)

    def _sift_down(self, place: int, number: int) -> None:
        heap = self._heap
        size = len(heap)
        half = size >> 1
        while place < half:
            child = 2 * place + 1
            if child + 1 < size and heap[child] > heap[child + 1]:
                child += 1
            if number <= heap[child]:
                break
            self._put(place, heap[child])
            place = child
        self._put(place, number)

    def _put(self, place: int, number: int) -> None:
        self._heap[place] = number
        self._places[number] = place
