"""Write the common tree as text, one node a line, for tests and for seeing what an adapter made.

It keeps a stack of its own, so that deep trees can be written as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from topoviz.engine.syntax.tree import Node, TypeName

_DEEPEST_TYPE = 8


def dump(root: Node) -> str:
    """Write a tree: the field a child stands in, its class, and its plain fields that are not empty.

    A call of `to` on `x` is `Call to`, and below it `target: Name x`. Spans are left out.
    """
    lines: list[str] = []
    waiting: list[tuple[int, str, Node]] = [(0, "", root)]
    while waiting:
        depth, field, node = waiting.pop()
        words = " ".join((type(node).__name__, *_words(node)))
        lines.append("  " * depth + (f"{field}: {words}" if field else words))
        waiting += [(depth + 1, name, child) for name, child in _children(node)][::-1]
    return "\n".join(lines)


def _children(node: Node) -> Iterator[tuple[str, Node]]:
    for field in fields(node):
        value = getattr(node, field.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Node):
                yield field.name, item


def _words(node: Node) -> Iterator[str]:
    for field in fields(node):
        value = getattr(node, field.name)
        match value:
            case _ if field.name == "language":
                continue
            case True if field.name != "value":
                yield field.name
            case str() if field.name == "value":
                yield repr(value)
            case str() if value:
                yield value
            case bool() | int() | float() | None if field.name == "value" and type(node).__name__ == "Literal":
                yield str(value)
            case frozenset() if value:
                yield "+".join(sorted(value))
            case TypeName():
                yield f"<{_type_text(value, _DEEPEST_TYPE)}>"
            case tuple() if any(isinstance(item, TypeName) for item in value):
                yield " ".join(f"<{_type_text(item, _DEEPEST_TYPE)}>" for item in value)


def _type_text(type_: TypeName, levels: int) -> str:
    """Write a type as Java does; what is nested too deep is cut short, so this ends."""
    if not levels:
        return "…"
    arguments = ", ".join(_type_text(argument, levels - 1) for argument in type_.arguments)
    return type_.name + (f"<{arguments}>" if arguments else "") + "[]" * type_.dimensions
