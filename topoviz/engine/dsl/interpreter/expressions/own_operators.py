"""Signs of Kotlin that call a function which the text declares with `operator`, as a member or as an extension.

Kotlin Specification 1.9, chapter 8: `a + b` is `a.plus(b)`, `a in b` is `b.contains(a)`, and so on.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.interpreter.calls.kotlin_extensions import call_extension, find_extension
from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Instance, Opaque, Unknown, Value
from topoviz.engine.syntax import tree

OF_TWO: Final = {"+": "plus", "-": "minus", "*": "times", "/": "div", "%": "rem"}
OF_ONE: Final = {"+": "unaryPlus", "-": "unaryMinus", "!": "not", "++": "inc", "--": "dec"}


def call_own_operator(
    world: World, node: tree.Node, name: str, target: Value, arguments: list[Value], scope: Scope
) -> Step:
    """Call what a sign means on a value; None when that is no function of the text."""
    if not name or not world.is_kotlin(node.span) or name not in world.program.operators:
        return None
    if isinstance(target, Unknown | Opaque) and not target.type_name:
        return None  # it may be a number
    if isinstance(target, Instance):
        function = target.info.find_function(name, len(arguments))
        if function is not None:
            return (yield invoke(world, function, target, arguments, node.span, target.scope))
    call = tree.Call(node.span, None, name, (), node.span)
    extension = find_extension(world, call, target, arguments, scope)
    return None if extension is None else (yield call_extension(world, node, extension, target, arguments))
