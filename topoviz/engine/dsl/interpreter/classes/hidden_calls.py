"""Methods that Java's own classes call where no call stands: toString() in a text, hashCode() and equals() in a set.

They are not followed there. That is right for all that only say what an object is; one that changes anything else is
told where an object of its class is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk

_CALLED_BY_JAVA: Final = {"compare": 2, "compareTo": 1, "equals": 1, "hashCode": 0, "toString": 0}
"""How many arguments Java gives each."""
_CHANGING: Final = frozenset({
    "append", "clear", "compute", "computeIfAbsent", "merge", "next", "poll", "pop", "push", "put", "remove", "set",
})  # fmt: skip
_BEGIN_OF_CHANGING: Final = ("add", "getAnd", "increment", "decrement", "offer", "put", "remove", "set", "updateAnd")


def tell_hidden_calls(world: World, info: ClassInfo, span: Span | None) -> None:
    """Doubt all that is made after an object whose methods change something when Java calls them."""
    found = next(_changing(info), None)
    if found is None:
        return
    reason = f"{info.name or 'An object'}#{found.declaration.name}() changes something, and Java calls it by itself."
    world.doubt(
        "hidden-call",
        found.declaration.span,
        reason,
        "When it does is not followed; all names and numbers from the first such object on are unsure.",
        f"Let {found.declaration.name}() change nothing.",
    )
    if world.assumption is None:
        world.assume(reason)


def _changing(info: ClassInfo) -> Iterator[FunctionInfo]:
    for one in info.lineage():
        for name in _CALLED_BY_JAVA.keys() & one.functions.keys():
            for function in one.functions[name]:
                body = function.declaration.body
                own = {part.name for part in function.declaration.parameters}
                is_meant = len(own) == _CALLED_BY_JAVA[name] and not function.declaration.is_static
                if body is not None and is_meant and _changes(body, own, name):
                    yield function


def _changes(body: tree.Node, own: set[str], method: str) -> bool:
    """Tell whether a part changes what is not its own; hashCode() may keep its result in a field."""
    own = own | {""} | {part.name for part in walk(body) if isinstance(part, tree.Declare)}
    for part in walk(body):
        match part:
            case tree.Assign(target=target) | tree.Unary(operator="++" | "--", operand=target):
                if method != "hashCode" and _base(target) not in own:
                    return True
            case tree.Call(name=name, target=target):
                changes = name in _CHANGING or name.startswith(_BEGIN_OF_CHANGING)
                if changes and target is not None and _base(target) not in own:
                    return True
            case _:
                pass
    return False


def _base(node: tree.Node | None) -> str | None:
    """Name the variable that an expression starts from; None for a field of this object, nothing for a new one."""
    while isinstance(node, tree.Call | tree.Select | tree.Index):
        if isinstance(node, tree.Select) and isinstance(node.target, tree.Name) and node.target.text == "this":
            return None
        node = node.target
    return node.text if isinstance(node, tree.Name) else ""
