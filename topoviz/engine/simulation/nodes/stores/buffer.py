"""The buffer of suppress(): the last update of each key, by the time at which its first one came.

Source: InMemoryTimeOrderedKeyValueBuffer, since 3.5 InMemoryTimeOrderedKeyValueChangeBuffer.
"""

from __future__ import annotations

from heapq import heappop, heappush

from topoviz.engine.simulation.nodes.moving import Key, Moving, WindowedKey
from topoviz.engine.simulation.nodes.operations import StorePlan


class Buffer:
    """The store of one task; its changelog gets what has changed with each commit."""

    __slots__ = ("_dirty", "_heap", "_is_logged", "_updates", "name", "writes")

    merged = 0

    def __init__(self, plan: StorePlan) -> None:
        self.name = plan.name
        self.writes = 0
        self._is_logged = plan.is_logged
        self._heap: list[tuple[int, bytes, int, Key]] = []
        self._updates: dict[Key, Moving] = {}
        self._dirty: set[Key] = set()

    def __len__(self) -> int:
        return len(self._updates)

    @property
    def least(self) -> int | None:
        """Give the lowest time in it."""
        return self._heap[0][0] if self._heap else None

    def put(self, time: int, update: Moving) -> None:
        """Keep an update; it takes the place of one that is there."""
        key = update.key
        assert key is not None
        before = self._updates.get(key)
        if before is None:
            heappush(self._heap, (time, *_order(key), key))
        else:
            update = update._replace(old=before.old)
        self._updates[key] = update
        self._dirty.add(key)

    def pop(self) -> Moving:
        """Take out what has the lowest time."""
        key = heappop(self._heap)[3]
        self._dirty.add(key)
        return self._updates.pop(key)

    def commit(self) -> None:
        """Write what has changed to the changelog."""
        self.writes += len(self._dirty) * self._is_logged
        self._dirty.clear()


def _order(key: Key) -> tuple[bytes, int]:
    """Order keys as their bytes are: the key, and then the start of its window, or the end of its session."""
    return (key.key.encode(), key.start) if isinstance(key, WindowedKey) else (key.encode(), 0)
