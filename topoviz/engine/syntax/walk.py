"""Walk a tree without recursion, whatever its depth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from topoviz.engine.syntax.tree import Node

_FIELDS: Final[dict[type[Node], tuple[str, ...]]] = {}
"""The fields of each class that may hold nodes, found once."""

_PLAIN: Final = frozenset({
    "span", "name_span", "name", "text", "path", "operator", "kind", "modifiers", "type", "reason", "package",
    "language", "safe", "label", "gives_value", "body_first", "variadic", "is_static", "is_wildcard", "is_default",
    "arrow", "receiver",
})  # fmt: skip


def children(node: Node) -> Iterator[Node]:
    """Give the nodes directly below, in the order of the class's fields, which is the order of the text."""
    kind = type(node)
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = _node_fields(kind)
    for name in names:
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


def _node_fields(kind: type[Node]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.name not in _PLAIN)
