"""The order in which Java walks a hash set of strings that is filled and then only read.

Source: java.util.HashMap and java.util.HashSet of OpenJDK.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from topoviz.engine.java_order.hash_map import capacity_of_set_copy
from topoviz.engine.java_order.strings import spread_hash, string_hash

_DEFAULT_CAPACITY: Final = 16


def grown_capacity(size: int) -> int:
    """Give the table size of a hash set that was filled one by one."""
    capacity = _DEFAULT_CAPACITY
    while size * 4 > capacity * 3:
        capacity *= 2
    return capacity


def copied_capacity(size: int, jdk: int) -> int:
    """Give the table size of `new HashSet<>(collection)`; JDK 19 changed how it is reckoned (JDK-8284780)."""
    return max(capacity_of_set_copy(size, jdk), grown_capacity(size))


def hash_order(items: Iterable[str], capacity: int) -> list[str]:
    """Order strings as a hash set of that table size gives them back: by bucket, and within one as they came."""
    mask = capacity - 1
    buckets = {item: spread_hash(string_hash(item)) & mask for item in items}
    return sorted(buckets, key=buckets.__getitem__)


def filled_order(items: Sequence[str]) -> list[str]:
    """Order strings as a hash set filled one by one gives them back."""
    unique = list(dict.fromkeys(items))
    return hash_order(unique, grown_capacity(len(unique)))


def sized_order(items: Sequence[str], expected: int) -> list[str]:
    """Order strings as `new HashSet<>(expected)`, filled one by one, gives them back."""
    unique = list(dict.fromkeys(items))
    capacity = 1
    while capacity < expected or capacity * 3 < len(unique) * 4:
        capacity *= 2
    return hash_order(unique, capacity)


def copied_order(items: Sequence[str], jdk: int) -> list[str]:
    """Order strings as `new HashSet<>(items)` gives them back."""
    return hash_order(items, copied_capacity(len(items), jdk))
