"""In which order the leader walks the consumers of one client.

Source: StreamsPartitionAssignor.ClientMetadata: a HashSet until 2.5, a TreeSet since 2.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from topoviz.engine.java_order.hash_map import JavaHashMap, capacity_of_set_copy
from topoviz.engine.java_order.strings import string_hash, utf16_key


def sorted_consumers(consumers: Iterable[str]) -> tuple[str, ...]:
    """Give ids as a TreeSet has them."""
    return tuple(sorted(consumers, key=utf16_key))


def hashed_consumers(consumers: Iterable[str]) -> tuple[str, ...]:
    """Give ids as a HashSet has them to which they were added one by one."""
    found: JavaHashMap[str, None] = JavaHashMap(string_hash, utf16_key)
    found.add_all(consumers, None)
    return tuple(found)


def copied_consumers(consumers: Sequence[str], jdk: int) -> tuple[str, ...]:
    """Give ids of a HashSet, in its order, as a copy of it has them (`new HashSet<>(consumers)`)."""
    found: JavaHashMap[str, None] = JavaHashMap(string_hash, utf16_key, capacity_of_set_copy(len(consumers), jdk))
    found.add_all(consumers, None)
    return tuple(found)
