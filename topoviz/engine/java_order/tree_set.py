"""A java.util.TreeSet whose comparator may change while it is filled.

Source: java.util.TreeMap of OpenJDK.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item")


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
