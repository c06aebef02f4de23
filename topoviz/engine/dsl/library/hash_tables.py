"""How long the tables of Java's hash sets and hash maps are, which decides in which order they are walked.

Source: java.util.HashMap#tableSizeFor, #resize and #putMapEntries; JDK 19 changed how copies are sized (JDK-8281631).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from topoviz.engine.dsl.numbers import LONG
from topoviz.engine.dsl.values import Key, MapValue, TypedKey, Value
from topoviz.engine.java_order import string_hash

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


def size_of(entries: MapValue) -> int:
    """Give the size of a map's table as it is now."""
    return grown(entries.table_size, len(entries.entries) - entries.is_behind)


def prepare(entries: MapValue, count: int) -> None:
    """Size the table of a hash map for putAll of so many entries."""
    if count == 0:
        return
    if entries.entries:
        entries.table_size = grown(size_of(entries), count)
    else:
        # An empty map gets a table that fits, and how long that is depends on the JDK and on what it held before.
        entries.kind = "unordered map"


_LONGEST_CHAIN: Final = 8
"""Java: HashMap#TREEIFY_THRESHOLD; one more in a bucket makes the table grow before its time, or makes it a tree."""


def put_by_function(entries: MapValue, key: Key, value: Value) -> None:
    """Put what a function made under a key, as computeIfAbsent(), compute() and merge() do.

    They put a new key before all others of its bucket, and let the table grow before that and not after it. That the
    key comes before those of other buckets too does not show.
    """
    if key in entries.entries or not entries.kind.startswith("hash"):
        entries.entries[key] = value
        return
    entries.table_size = grown(entries.table_size, len(entries.entries))
    entries.is_behind = True
    entries.entries = {key: value, **entries.entries}


def in_order(keys: Sequence[Key], table_size: int, *, is_behind: bool = False) -> list[Key] | None:
    """Give keys in the order of a hash table that they were put into one by one; None where that is not known."""
    codes = [_spread_hash(key) for key in keys]
    known = {key: code for key, code in zip(keys, codes, strict=True) if code is not None}
    if len(known) != len(keys) or _has_long_chain([*known.values()], table_size or _DEFAULT_SIZE):
        return None
    mask = grown(table_size, len(keys) - is_behind) - 1
    return sorted(keys, key=lambda key: known[key] & mask)


def _has_long_chain(codes: Sequence[int], table_size: int) -> bool:
    """Tell whether so many keys ever meet in one bucket that Java does more than to put one behind the other."""
    if len(codes) <= _LONGEST_CHAIN:
        return False
    chains: dict[int, int] = {}
    for count, code in enumerate(codes, 1):
        bucket = code & (table_size - 1)
        chains[bucket] = chains.get(bucket, 0) + 1
        if chains[bucket] > _LONGEST_CHAIN:
            return True
        if count > int(table_size * _LOAD_FACTOR):
            table_size *= 2
            chains = {}
            for before in codes[:count]:
                chains[before & (table_size - 1)] = chains.get(before & (table_size - 1), 0) + 1
    return False


def _spread_hash(key: Key) -> int | None:
    """Give a key's hash as HashMap spreads it, for the classes whose hashCode() is specified."""
    code = _hash(key)
    return None if code is None else code ^ (code >> 16)


def _hash(key: Key) -> int | None:
    match key:
        case str(text):
            return string_hash(text)
        case TypedKey(value=str(letter)):
            return string_hash(letter)
        case TypedKey(value=bool(truth)):
            return 1231 if truth else 1237
        case TypedKey(value=int(number), kind=kind) if kind == LONG:
            bits = number & ((1 << 64) - 1)
            return (bits ^ (bits >> 32)) & 0xFFFFFFFF
        # Below zero an int and a long have other hashes, and the text does not always tell which it is.
        case int(number) if not isinstance(number, bool) and number >= 0:
            return number & 0xFFFFFFFF if number < 1 << 31 else None
        case None:
            return 0
        case _:
            return None
