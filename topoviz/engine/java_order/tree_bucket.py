"""A bucket of a hash map that has become a tree, as far as it decides in which order its keys are walked.

Source: java.util.HashMap.TreeNode of OpenJDK. Keys are walked by links from one to the next, not down the tree; but a
new key is linked in behind its parent, and the root is always moved to the front, so the red-black tree shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from topoviz.engine.java_order.red_black import Node, RedBlackTree

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(eq=False, slots=True)
class Entry(Node, Generic[Key, Value]):
    """A key of a hash map with its spread hash and what it is sorted by; where it hangs matters inside a tree only."""

    key: Key
    value: Value
    hash: int
    order: Any

    @property
    def rank(self) -> tuple[int, Any]:
        """Java compares hashes as signed ints that were shifted right, so only their sign decides as it does here."""
        signed = self.hash - (1 << 32) if self.hash & 0x80000000 else self.hash
        return signed, self.order


class TreeBucket(Generic[Key, Value]):
    """Entries in the order in which they are walked, and the red-black tree over them."""

    def __init__(self, entries: list[Entry[Key, Value]]) -> None:
        """Make a tree of a list, entry by entry (TreeNode#treeify)."""
        self.entries = list(entries)
        self._tree: RedBlackTree[Entry[Key, Value]] = RedBlackTree()
        for entry in self.entries:
            entry.parent = entry.left = entry.right = None
            self._insert(entry)
        self._move_root_to_front()

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry[Key, Value]]:
        return iter(self.entries)

    def add(self, entry: Entry[Key, Value]) -> None:
        """Link a new entry in behind its parent (TreeNode#putTreeVal)."""
        parent = self._insert(entry)
        self.entries.insert(len(self.entries) if parent is None else self.entries.index(parent) + 1, entry)
        self._move_root_to_front()

    def remove(self, entry: Entry[Key, Value], *, moves_root: bool) -> bool:
        """Take an entry out, and tell whether a tree is left; a small one becomes a list (TreeNode#removeTreeNode)."""
        self.entries.remove(entry)
        root = self._tree.root
        if not self.entries or root is None:
            return False
        if moves_root and (root.right is None or root.left is None or root.left.left is None):
            return False
        self._delete(entry)
        if moves_root:
            self._move_root_to_front()
        return True

    def _move_root_to_front(self) -> None:
        if self._tree.root is not None and self.entries[0] is not self._tree.root:
            self.entries.remove(self._tree.root)
            self.entries.insert(0, self._tree.root)

    def _insert(self, entry: Entry[Key, Value]) -> Entry[Key, Value] | None:
        """Hang an entry into the tree and balance it; give the parent below which it was hung."""
        parent: Entry[Key, Value] | None = None
        current = self._tree.root
        goes_left = False
        while current is not None:
            parent = current
            goes_left = entry.rank <= current.rank
            current = current.left if goes_left else current.right
        self._tree.hang(entry, parent, leftwards=goes_left)
        return parent

    def _delete(self, entry: Entry[Key, Value]) -> None:
        """Take an entry out of the tree; one with two children first changes places with its successor."""
        if entry.left is not None and entry.right is not None:
            self._swap_with_successor(entry, entry.right)
        child = entry.left if entry.left is not None else entry.right
        if child is not None:
            self._replace(entry, child)
            if not entry.is_red:
                self._balance_deletion(child)
        else:
            if not entry.is_red:
                self._balance_deletion(entry)
            self._replace(entry, None)
        entry.parent = entry.left = entry.right = None

    def _swap_with_successor(self, entry: Entry[Key, Value], right: Entry[Key, Value]) -> None:
        successor = right
        while successor.left is not None:
            successor = successor.left
        successor.is_red, entry.is_red = entry.is_red, successor.is_red
        below, above, left = successor.right, successor.parent, entry.left
        self._replace(entry, successor)
        if successor is right:
            successor.right = entry
            entry.parent = successor
        else:
            assert above is not None
            above.left = entry
            entry.parent = above
            successor.right = right
            right.parent = successor
        successor.left = left
        if left is not None:
            left.parent = successor
        entry.left = None
        entry.right = below
        if below is not None:
            below.parent = entry

    def _replace(self, entry: Entry[Key, Value], other: Entry[Key, Value] | None) -> None:
        """Put another entry, or none, below the parent of one."""
        parent = entry.parent
        if other is not None:
            other.parent = parent
        if parent is None:
            self._tree.root = other
        elif entry is parent.left:
            parent.left = other
        else:
            parent.right = other

    def _balance_deletion(self, entry: Entry[Key, Value]) -> None:
        """Restore the red-black rules where a black entry went (TreeNode#balanceDeletion)."""
        current = entry
        while current is not self._tree.root and not current.is_red:
            parent = current.parent
            assert parent is not None
            is_left = current is parent.left
            sibling = parent.right if is_left else parent.left
            if sibling is not None and sibling.is_red:
                sibling.is_red = False
                parent.is_red = True
                self._tree.rotate(parent, leftwards=is_left)
                sibling = parent.right if is_left else parent.left
            if sibling is None:
                current = parent
                continue
            near, far = (sibling.left, sibling.right) if is_left else (sibling.right, sibling.left)
            if not _is_red(near) and not _is_red(far):
                sibling.is_red = True
                current = parent
                continue
            if not _is_red(far):
                assert near is not None
                near.is_red = False
                sibling.is_red = True
                self._tree.rotate(sibling, leftwards=not is_left)
                sibling = parent.right if is_left else parent.left
                assert sibling is not None
                far = sibling.right if is_left else sibling.left
            sibling.is_red = parent.is_red
            parent.is_red = False
            if far is not None:
                far.is_red = False
            self._tree.rotate(parent, leftwards=is_left)
            return
        current.is_red = False


def _is_red(entry: Entry[Any, Any] | None) -> bool:
    return entry is not None and entry.is_red
