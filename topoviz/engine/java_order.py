"""The order in which Java walks its hash sets and sorts its tree sets, as far as it shows in describe().

Source: java.util.HashMap, java.util.HashSet and java.util.TreeMap of OpenJDK; String#hashCode is specified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Generic, TypeVar

_DEFAULT_CAPACITY: Final = 16

Item = TypeVar("Item")


def wrap_int(value: int) -> int:
    """Bring a number into Java's int range by wrapping round, as Java's own arithmetic does."""
    return ((value + 0x80000000) & 0xFFFFFFFF) - 0x80000000


@lru_cache(maxsize=1 << 16)
def string_hash(text: str) -> int:
    """String#hashCode as an unsigned number: over UTF-16 code units."""
    value = 0
    if text.isascii():
        for byte in text.encode():
            value = (value * 31 + byte) & 0xFFFFFFFF
        return value
    units = text.encode("utf-16-le", errors="surrogatepass")
    for low, high in zip(units[::2], units[1::2], strict=True):
        value = (value * 31 + low + (high << 8)) & 0xFFFFFFFF
    return value


def compare_strings(left: str, right: str) -> int:
    """String#compareTo, as far as its sign goes: by UTF-16 code units."""
    if not (left.isascii() and right.isascii()):
        left_units, right_units = left.encode("utf-16-be", "surrogatepass"), right.encode("utf-16-be", "surrogatepass")
        return (left_units > right_units) - (left_units < right_units)
    return (left > right) - (left < right)


def utf16_key(text: str) -> bytes:
    """Give a key that sorts strings as String#compareTo does."""
    return text.encode("utf-16-be", "surrogatepass")


def grown_capacity(size: int) -> int:
    """Give the table size of a hash set that was filled one by one."""
    capacity = _DEFAULT_CAPACITY
    while size * 4 > capacity * 3:
        capacity *= 2
    return capacity


def copied_capacity(size: int, jdk: int) -> int:
    """Give the table size of `new HashSet<>(collection)`; JDK 19 changed how it is reckoned (JDK-8284780)."""
    wanted = -(-max(size, 12) * 4 // 3) if jdk >= 19 else max(int(size / 0.75) + 1, _DEFAULT_CAPACITY)
    capacity = 1
    while capacity < wanted:
        capacity *= 2
    return max(capacity, grown_capacity(size))


def hash_order(items: Iterable[str], capacity: int) -> list[str]:
    """Order strings as a hash set of that table size gives them back: by bucket, and within one as they came."""
    mask = capacity - 1
    spread = {}
    for item in items:
        code = string_hash(item)
        spread[item] = (code ^ (code >> 16)) & mask
    return sorted(spread, key=spread.__getitem__)


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


@dataclass(eq=False, slots=True)
class _Entry(Generic[Item]):
    item: Item
    parent: _Entry[Item] | None
    left: _Entry[Item] | None = None
    right: _Entry[Item] | None = None
    is_red: bool = False


@dataclass
class TreeSet(Generic[Item]):
    """A java.util.TreeSet that is only ever added to.

    Kafka Streams compares nodes by sizes that change while the nodes lie in such sets, so the result depends on the
    exact comparisons that the red-black tree makes; a sorted list would give another order.
    """

    compare: Callable[[Item, Item], int]
    _root: _Entry[Item] | None = field(default=None, init=False)

    def add(self, item: Item) -> None:
        """Add an item, unless one that compares equal is met on the way down (TreeMap#put)."""
        if self._root is None:
            self._root = _Entry(item, None)
            return
        current: _Entry[Item] | None = self._root
        parent = self._root
        order = 0
        while current is not None:
            parent = current
            order = self.compare(item, current.item)
            if order == 0:
                return
            current = current.left if order < 0 else current.right
        entry = _Entry(item, parent)
        if order < 0:
            parent.left = entry
        else:
            parent.right = entry
        self._balance(entry)

    def items(self) -> list[Item]:
        """List the items in order."""
        found: list[Item] = []
        stack: list[_Entry[Item]] = []
        current = self._root
        while stack or current is not None:
            while current is not None:
                stack.append(current)
                current = current.left
            entry = stack.pop()
            found.append(entry.item)
            current = entry.right
        return found

    def _balance(self, entry: _Entry[Item]) -> None:
        """Restore the red-black rules after an insertion (TreeMap#fixAfterInsertion)."""
        entry.is_red = True
        current = entry
        while current.parent is not None and current.parent.is_red:
            parent = current.parent
            grandparent = parent.parent
            if grandparent is None:
                break
            parent_is_left = parent is grandparent.left
            uncle = grandparent.right if parent_is_left else grandparent.left
            if uncle is not None and uncle.is_red:
                parent.is_red = uncle.is_red = False
                grandparent.is_red = True
                current = grandparent
                continue
            if current is (parent.right if parent_is_left else parent.left):
                current = parent
                self._rotate(current, leftwards=parent_is_left)
                parent = current.parent  # type: ignore[assignment]  # the rotation put a parent above it
            parent.is_red = False
            grandparent.is_red = True
            self._rotate(grandparent, leftwards=not parent_is_left)
        if self._root is not None:
            self._root.is_red = False

    def _rotate(self, entry: _Entry[Item], *, leftwards: bool) -> None:
        riser = entry.right if leftwards else entry.left
        if riser is None:
            return
        inner = riser.left if leftwards else riser.right
        if leftwards:
            entry.right, riser.left = inner, entry
        else:
            entry.left, riser.right = inner, entry
        if inner is not None:
            inner.parent = entry
        above = entry.parent
        riser.parent, entry.parent = above, riser
        if above is None:
            self._root = riser
        elif above.left is entry:
            above.left = riser
        else:
            above.right = riser
