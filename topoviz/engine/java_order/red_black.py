"""The red-black tree that java.util.TreeMap and the trees in the buckets of java.util.HashMap have in common.

Source: TreeMap#fixAfterInsertion, HashMap.TreeNode#balanceInsertion, #rotateLeft, #rotateRight of OpenJDK. Both turn
the same way, so that what depends on the shape of a tree comes out as in Java.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, Self, TypeVar


@dataclass(eq=False, slots=True)
class Node:
    """Something that hangs in a tree; those who use it say by what it is sorted."""

    parent: Self | None = field(default=None, init=False, repr=False)
    left: Self | None = field(default=None, init=False, repr=False)
    right: Self | None = field(default=None, init=False, repr=False)
    is_red: bool = field(default=False, init=False, repr=False)


AnyNode = TypeVar("AnyNode", bound=Node)


class RedBlackTree(Generic[AnyNode]):
    """A tree that keeps its balance when something is hung into it."""

    def __init__(self) -> None:
        self.root: AnyNode | None = None

    def hang(self, node: AnyNode, parent: AnyNode | None, *, leftwards: bool) -> None:
        """Hang a node below another that has none on this side, or make it the root."""
        node.parent = parent
        if parent is None:
            node.is_red = False
            self.root = node
            return
        if leftwards:
            parent.left = node
        else:
            parent.right = node
        self._balance(node)

    def rotate(self, node: AnyNode, *, leftwards: bool) -> None:
        """Turn a node below its child of the other side."""
        riser = node.right if leftwards else node.left
        if riser is None:
            return
        inner = riser.left if leftwards else riser.right
        if leftwards:
            node.right, riser.left = inner, node
        else:
            node.left, riser.right = inner, node
        if inner is not None:
            inner.parent = node
        above = node.parent
        riser.parent, node.parent = above, riser
        if above is None:
            self.root = riser
            riser.is_red = False
        elif above.left is node:
            above.left = riser
        else:
            above.right = riser

    def _balance(self, node: AnyNode) -> None:
        """Restore the rules after an insertion: no red node below a red one, as many black ones on every way down."""
        node.is_red = True
        current = node
        while (parent := current.parent) is not None and parent.is_red and (above := parent.parent) is not None:
            is_left = parent is above.left
            uncle = above.right if is_left else above.left
            if uncle is not None and uncle.is_red:
                uncle.is_red = parent.is_red = False
                above.is_red = True
                current = above
                continue
            if current is (parent.right if is_left else parent.left):
                current = parent
                self.rotate(current, leftwards=is_left)
                assert current.parent is not None
                parent = current.parent
            parent.is_red = False
            above.is_red = True
            self.rotate(above, leftwards=not is_left)
        if current.parent is None:
            current.is_red = False
