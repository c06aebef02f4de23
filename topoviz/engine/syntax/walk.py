"""Walk a tree without recursion, whatever its depth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

from topoviz.engine.syntax.tree import Node


def children(node: Node) -> Iterator[Node]:
    """Give the nodes directly below, in the order of the class's fields, which is the order of the text."""
    for name in _node_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Node))


def walk(node: Node) -> Iterator[Node]:
    """Give the node and everything below it, depth first."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(list(children(current))))


@cache
def _node_fields(kind: type[Node]) -> tuple[str, ...]:
    plain = {"span", "name_span", "name", "text", "path", "operator", "kind", "modifiers", "type", "reason", "package"}
    return tuple(field.name for field in fields(kind) if field.name not in plain)
