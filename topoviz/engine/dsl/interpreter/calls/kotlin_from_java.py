"""What Java calls of classes that are written in Kotlin: getters of properties, and extensions as static methods.

Kotlin: https://kotlinlang.org/docs/java-to-kotlin-interop.html
"""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.interpreter.classes.constant_fields import declared_static
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.overloads import Overload, choose, fit
from topoviz.engine.dsl.values import Value
from topoviz.engine.syntax import tree


def property_read(world: World, node: tree.Call, info: ClassInfo) -> tree.Select | None:
    """Give what Kotlin would write for a getter that Java calls; None when there is no such property."""
    if node.target is None or world.is_kotlin(node.span) or not world.is_kotlin(info.declaration.span):
        return None
    name = node.name[3:4].lower() + node.name[4:] if node.name.startswith("get") else node.name
    has_one = name and (name in info.own_fields or info.find_getter(name) or declared_static(info, name) is not None)
    return tree.Select(node.span, node.target, name) if has_one else None


def find_extension(world: World, node: tree.Call, info: ClassInfo, arguments: Sequence[Value]) -> Overload | None:
    """Find the extension of a file that Java calls with what it extends as the first argument."""
    if world.is_kotlin(node.span) or not arguments:
        return None
    named = [(one, one.declaration.receiver) for one in info.functions.get(node.name, ())]
    return choose([one for one, kind in named if kind and fit(arguments[0], kind) is not False], arguments[1:])
