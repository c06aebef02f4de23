"""What functions and loops may have done that run for elements which are not known, or not in which order.

What they assign and change becomes unknown, and so do the elements that they are given, if they do anything with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from topoviz.engine.dsl.interpreter.bound_methods import functions_meant
from topoviz.engine.dsl.interpreter.effects import forget_effects, touched_in
from topoviz.engine.dsl.interpreter.libraries import READING
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.atomics import AtomicValue
from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import (
    BoundMethod,
    Closure,
    Composed,
    Instance,
    ListValue,
    MapValue,
    Unknown,
    Value,
    taint,
)
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk


def forget_effects_of(world: World, functions: Sequence[Value], elements: Iterable[Value], why: Unknown) -> None:
    """Make unknown what functions may change that are called with some of the elements, perhaps."""
    held, waiting = list(elements), list(functions)
    while waiting:
        match waiting.pop():
            case Composed(first=first, second=second):
                waiting += [first, second]
            case Closure(node=node, scope=scope):
                forget_effects(world, node, scope, why, follows=world.has_dsl(node))
                forget_elements(world, node, {parameter.name for parameter in node.parameters} | {"it"}, held, why)
            case BoundMethod() as method if method.name not in READING:
                _forget_method(world, method, held, why)
            case _:
                pass


def forget_elements(world: World, node: tree.Node, names: Iterable[str], held: Iterable[Value], why: Unknown) -> None:
    """Make unknown what is held by elements that a part of the text sees under some names, and does something with."""
    own = {part.name for part in walk(node) if isinstance(part, tree.Declare)} | set(names)
    if own.isdisjoint(touched_in(world, node)):
        return
    sets_entries = any(isinstance(part, tree.Call) and part.name == "setValue" for part in walk(node))
    _taint_all(held, why, sets_entries=sets_entries)


def _forget_method(world: World, method: BoundMethod, held: list[Value], why: Unknown) -> None:
    declared = functions_meant(world, method)
    if isinstance(method.target, ListValue | MapValue | PropertiesValue | AtomicValue | Instance):
        taint(method.target, why.reason)
    else:
        _taint_all(held, why, sets_entries=method.name == "setValue")
    for function in declared:
        this = method.target if isinstance(method.target, Instance) else None
        scope = Scope(None, this, function.owner) if function.owner is not None else method.scope or Scope()
        forget_effects(world, function.declaration.body, scope, why, follows=world.has_dsl(function.declaration.body))
    if declared:
        _taint_all(held, why, sets_entries=True)


def _taint_all(held: Iterable[Value], why: Unknown, *, sets_entries: bool) -> None:
    """Make elements unknown; of an entry, what it holds, and the map only if the entry itself may be changed."""
    for element in held:
        if not isinstance(element, ListValue) or element.kind != "entry":
            taint(element, why.reason)
            continue
        for part in element.elements:
            taint(part, why.reason)
        if sets_entries and element.backing is not None:
            taint(element.backing, why.reason)
