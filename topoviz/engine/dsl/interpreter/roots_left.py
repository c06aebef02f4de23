"""Where else a program starts: functions that make a topology, and that only calls on unknown objects may lead to.

A container that is asked for an object by its name, a map of commands: the function runs, and what calls it is not
known. One that is given a builder or a stream belongs to the topology of whoever calls it, and is no start.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.interpreter.outside import BUILDERS
from topoviz.engine.dsl.interpreter.roots import Root, describe_function
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.program import FunctionInfo
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk

_GIVEN: Final = BUILDERS | {
    "KStream", "KTable", "GlobalKTable", "KGroupedStream", "KGroupedTable", "CogroupedKStream", "BranchedKStream",
    "Topology",
}  # fmt: skip
_MADE: Final = frozenset({"StreamsBuilder", "Topology"})


def roots_left(world: World) -> list[Root]:
    """List the functions left that a call on something unknown may mean, when all other starts were followed."""
    left = [
        function
        for function in world.program.all_functions()
        if function.declaration.name in world.unanswered
        and id(function.declaration) not in world.entered
        and _can_be_called_alone(function)
    ]
    making = _making(world) if left else frozenset()
    return [Root(describe_function(one), one) for one in left if _mentions_of(one.declaration.body) & making]


def _can_be_called_alone(function: FunctionInfo) -> bool:
    declaration = function.declaration
    asked = {parameter.type.simple_name for parameter in declaration.parameters if parameter.type is not None}
    is_hidden = "private" in declaration.modifiers or declaration.is_constructor
    return declaration.body is not None and not is_hidden and not asked & _GIVEN


def _making(world: World) -> frozenset[str]:
    """Collect what leads to a new builder or topology: these classes, and the functions that mention any of it."""
    found = set(_MADE)
    mentioned = [
        (function.declaration.name, _mentions_of(function.declaration.body))
        for function in world.program.all_functions()
    ]
    changed = True
    while changed:
        more = {name for name, names in mentioned if name not in found and names & found}
        found |= more
        changed = bool(more)
    return frozenset(found)


def _mentions_of(body: tree.Node | None) -> set[str]:
    found: set[str] = set()
    for part in walk(body) if body is not None else ():
        match part:
            case tree.Call(name=name) | tree.MethodReference(name=name):
                found.add(name)
            case tree.New(type=kind):
                found.add(kind.simple_name)
            case _:
                pass
    return found
