"""In which order Java walks the hash sets and hash maps that were filled one by one, and nothing else.

Source: java.util.HashMap. The order hangs on how long the table is; of one that was made with a capacity, that was
copied, or from which something was taken when it was large, that is not followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from topoviz.engine.dsl.values import Key, ListValue, MapValue
from topoviz.engine.java_order.hash_sets import grown_capacity
from topoviz.engine.java_order.strings import spread_hash, string_hash

LARGEST_OF_SHORTEST: Final = 12
"""How many elements the table holds that Java makes at first."""

_LONGEST_CHAIN: Final = 8
"""Java: HashMap#TREEIFY_THRESHOLD; one more in a bucket makes the table grow before its time, or makes it a tree."""


def take_from(collection: ListValue | MapValue) -> None:
    """Note that something is taken away: a table that has grown stays as long as it is."""
    held = collection.entries if isinstance(collection, MapValue) else collection.elements
    collection.is_resized = collection.is_resized or len(held) > LARGEST_OF_SHORTEST


def doubt_last(entries: MapValue) -> None:
    """Note that a function made the last entry, which Java puts before the others of its bucket.

    The table grows later then. As long as there are few entries, each in its own bucket, that makes no difference.
    """
    buckets = {None if code is None else code & 15 for code in map(_spread_hash, entries.entries)}
    is_alone = len(buckets) == len(entries.entries) <= LARGEST_OF_SHORTEST
    entries.is_resized = entries.is_resized or not is_alone


def in_order(keys: Sequence[Key]) -> list[Key] | None:
    """Give keys in the order of a hash table that they were put into one by one; None where that is not known."""
    codes = {key: code for key in keys if (code := _spread_hash(key)) is not None}
    longest = grown_capacity(len(keys))
    if len(codes) != len(keys) or _has_long_chain([*codes.values()], longest):
        return None
    return sorted(keys, key=lambda key: codes[key] & (longest - 1))


def _has_long_chain(codes: Sequence[int], longest: int) -> bool:
    """Tell whether so many keys ever meet in one bucket that Java does more than to put one behind the other."""
    sizes = (1 << bits for bits in range(4, longest.bit_length()))
    chains = (Counter(code & (size - 1) for code in codes[: size * 3 // 4 + 1]) for size in sizes)
    return any(max(chain.values()) > _LONGEST_CHAIN for chain in chains if chain)


def _spread_hash(key: Key) -> int | None:
    """Give a key's hash as HashMap spreads it, for the classes whose hashCode() is specified."""
    code = _hash(key)
    return None if code is None else spread_hash(code)


def _hash(key: Key) -> int | None:
    match key:
        case str(text):
            return string_hash(text)
        # Below zero an int and a long have other hashes, and the text does not always tell which it is.
        case int(number) if not isinstance(number, bool) and number >= 0:
            return number & 0xFFFFFFFF if number < 1 << 31 else None
        case _:
            return None
