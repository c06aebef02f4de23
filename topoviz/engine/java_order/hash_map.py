"""A java.util.HashMap that is walked exactly as Java walks it, whatever was put in and taken out, in which order.

Source: java.util.HashMap of OpenJDK 8 to 25. Buckets are lists, in the order in which keys came; a bucket of nine and
more becomes a tree, and then a new key stands behind its parent in the tree. Tables never shrink.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from topoviz.engine.java_order.strings import spread_hash
from topoviz.engine.java_order.tree_bucket import Entry, TreeBucket

_DEFAULT_CAPACITY: Final = 16
_TREE_FROM: Final = 9
_LIST_UP_TO: Final = 6
_SMALLEST_TABLE_WITH_TREES: Final = 64

Key = TypeVar("Key")
Value = TypeVar("Value")
Bucket = list[Entry[Key, Value]] | TreeBucket[Key, Value]


def capacity_for(expected: int) -> int:
    """Give the table size of `new HashMap<>(expected)`: the next power of two."""
    capacity = 1
    while capacity < expected:
        capacity *= 2
    return capacity


def capacity_of_set_copy(size: int, jdk: int = 17) -> int:
    """Give the table size with which `new HashSet<>(collection)` begins (JDK-8284780 changed it in 19)."""
    return capacity_for(-(-max(size, 12) * 4 // 3) if jdk >= 19 else max(int(size / 0.75) + 1, _DEFAULT_CAPACITY))


def capacity_of_map_copy(size: int, jdk: int = 17) -> int:
    """Give the table size with which `new HashMap<>(map)` begins (JDK-8281631 changed it in 19)."""
    return capacity_for(-(-size * 4 // 3) if jdk >= 19 else int(size / 0.75 + 1.0))


@dataclass
class JavaHashMap(Generic[Key, Value]):
    """A hash map whose keys have `hash_of`, Java's hashCode() as a signed or unsigned int.

    `order_of` gives a key that sorts as compareTo() of Java's class does; it decides inside buckets that are trees. A
    set is a map to None.
    """

    hash_of: Callable[[Key], int]
    order_of: Callable[[Key], Any]
    capacity: int = _DEFAULT_CAPACITY
    _entries: dict[Key, Entry[Key, Value]] = field(default_factory=dict, init=False)
    _buckets: dict[int, Bucket[Key, Value]] = field(default_factory=dict, init=False)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: Key) -> bool:
        return key in self._entries

    def __getitem__(self, key: Key) -> Value:
        return self._entries[key].value

    def get(self, key: Key) -> Value | None:
        """Give the value of a key, or None."""
        entry = self._entries.get(key)
        return None if entry is None else entry.value

    def put(self, key: Key, value: Value) -> None:
        """Put a value; a key that is there keeps its place (HashMap#putVal)."""
        known = self._entries.get(key)
        if known is not None:
            known.value = value
            return
        entry = Entry(key, value, spread_hash(self.hash_of(key)), self.order_of(key))
        index = entry.hash & (self.capacity - 1)
        bucket = self._buckets.setdefault(index, [])
        if isinstance(bucket, TreeBucket):
            bucket.add(entry)
        else:
            bucket.append(entry)
            if len(bucket) >= _TREE_FROM:
                self._plant(index, bucket)
        self._entries[key] = entry
        if len(self._entries) * 4 > self.capacity * 3:
            self._double()

    def add_all(self, keys: Iterable[Key], value: Value) -> None:
        """Put the same value for every key, in this order."""
        for key in keys:
            self.put(key, value)

    def remove(self, key: Key, *, by_iterator: bool = False) -> Value | None:
        """Take a key out as HashMap does, or as its iterators do, which leave the roots of trees in place."""
        entry = self._entries.pop(key, None)
        if entry is None:
            return None
        index = entry.hash & (self.capacity - 1)
        bucket = self._buckets[index]
        if isinstance(bucket, TreeBucket):
            if not bucket.remove(entry, moves_root=not by_iterator):
                self._buckets[index] = bucket.entries
        else:
            bucket.remove(entry)
        if not self._buckets[index]:
            del self._buckets[index]
        return entry.value

    def __iter__(self) -> Iterator[Key]:
        """Walk the keys in Java's order, as they are now; what changes on the way is not seen."""
        found = [entry.key for index in sorted(self._buckets) for entry in self._buckets[index]]
        return iter(found)

    def items(self) -> list[tuple[Key, Value]]:
        """List keys and values in Java's order."""
        return [(key, self._entries[key].value) for key in self]

    def _plant(self, index: int, bucket: list[Entry[Key, Value]]) -> None:
        """Make a tree of a long bucket, or rather a larger table where that is small (HashMap#treeifyBin)."""
        if self.capacity < _SMALLEST_TABLE_WITH_TREES:
            self._double()
        else:
            self._buckets[index] = TreeBucket(bucket)

    def _double(self) -> None:
        """Split every bucket in two, each in its order (HashMap#resize)."""
        half = self.capacity
        self.capacity *= 2
        split: dict[int, Bucket[Key, Value]] = {}
        for index, bucket in self._buckets.items():
            low = [entry for entry in bucket if not entry.hash & half]
            high = [entry for entry in bucket if entry.hash & half]
            for place, part in ((index, low), (index + half, high)):
                if not part:
                    continue
                if not isinstance(bucket, TreeBucket) or len(part) <= _LIST_UP_TO:
                    split[place] = part
                elif len(part) == len(bucket):
                    split[place] = bucket
                else:
                    split[place] = TreeBucket(part)
        self._buckets = split
