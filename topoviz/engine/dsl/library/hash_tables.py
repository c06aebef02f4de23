"""How long the tables of Java's hash sets and hash maps are, which decides in which order they are walked.

Source: java.util.HashMap#tableSizeFor, #resize and #putMapEntries; JDK 19 changed how copies are sized (JDK-8281631).
"""

from __future__ import annotations

from math import ceil
from typing import Final

from topoviz.engine.dsl.values import MapValue

_DEFAULT_SIZE: Final = 16
_LOAD_FACTOR: Final = 0.75


def table_size_for(capacity: int) -> int:
    """Give the table size of a new hash map with an initial capacity: the next power of two."""
    return 1 << max(capacity - 1, 0).bit_length()


def grown(table_size: int, count: int) -> int:
    """Give the table size once so many elements were added one by one; 0 is a table that Java has yet to make."""
    size = table_size or _DEFAULT_SIZE
    while count > int(size * _LOAD_FACTOR):
        size *= 2
    return size


def copied(count: int, jdk: int) -> int:
    """Give the table size of `new HashMap<>(map)`; an empty map leaves the choice open."""
    if count == 0:
        return 0
    return table_size_for(ceil(count / _LOAD_FACTOR) if jdk >= 19 else int(count / _LOAD_FACTOR + 1))


def prepare(entries: MapValue, count: int) -> None:
    """Size the table of a hash map for putAll of so many entries."""
    if count == 0:
        return
    if entries.entries:
        entries.table_size = grown(grown(entries.table_size, len(entries.entries)), count)
    else:
        # An empty map gets a table that fits, and how long that is depends on the JDK and on what it held before.
        entries.kind = "unordered map"
