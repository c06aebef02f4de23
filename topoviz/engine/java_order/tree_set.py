"""A java.util.TreeSet whose comparator may change while it is filled.

Source: java.util.TreeMap of OpenJDK.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from topoviz.engine.java_order.red_black import Node, RedBlackTree

Item = TypeVar("Item")


@dataclass(eq=False, slots=True)
class _Entry(Node, Generic[Item]):
    item: Item


@dataclass
class TreeSet(Generic[Item]):
    """A java.util.TreeSet that is only ever added to.

    Kafka Streams compares nodes by sizes that change while the nodes lie in such sets, so the result depends on the
    exact comparisons that the red-black tree makes; a sorted list would give another order.
    """

    compare: Callable[[Item, Item], int]
    _tree: RedBlackTree[_Entry[Item]] = field(default_factory=RedBlackTree, init=False)

    def add(self, item: Item) -> None:
        """Add an item, unless one that compares equal is met on the way down (TreeMap#put)."""
        parent: _Entry[Item] | None = None
        current = self._tree.root
        order = 0
        while current is not None:
            parent = current
            order = self.compare(item, current.item)
            if order == 0:
                return
            current = current.left if order < 0 else current.right
        self._tree.hang(_Entry(item), parent, leftwards=order < 0)

    def items(self) -> list[Item]:
        """List the items in order."""
        found: list[Item] = []
        stack: list[_Entry[Item]] = []
        current = self._tree.root
        while stack or current is not None:
            while current is not None:
                stack.append(current)
                current = current.left
            entry = stack.pop()
            found.append(entry.item)
            current = entry.right
        return found
