"""A collection that is changed while the program goes through it, which most collections refuse.

Java: java.util.ConcurrentModificationException; whether it is thrown depends on the collection and on the place.
"""

from __future__ import annotations

from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.values import ListValue, MapValue, Value
from topoviz.engine.syntax import tree


def size_of(collection: Value) -> int:
    """Give how many elements there are in a collection, or in the one that it is a view of."""
    if isinstance(collection, ListValue):
        return len(collection.elements) if collection.backing is None else size_of(collection.backing)
    return len(collection.entries) if isinstance(collection, MapValue) else 0


def doubt_if_changed(world: World, node: tree.Node, collection: Value, size: int) -> None:
    """Say that Java may throw here, when a collection is no longer as large as when the loop began."""
    if size_of(collection) == size or not isinstance(collection, ListValue | MapValue):
        return
    reason = "A collection is changed while the program goes through it, which Java may refuse."
    world.doubt("changed-in-loop", node.span, reason, "The loop goes through what was there when it began.")
