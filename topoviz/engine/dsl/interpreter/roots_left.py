"""Where else a program starts: functions that make a topology, and that nothing which was followed called.

A container is asked for an object by its name, nobody makes the subclasses of a base class, a method shares its name
with one of a map: the function may run, and what calls it is not in the text. A call that was not made, behind a
condition for example, may mean the function; then the program decides. One that is given a builder or a stream belongs
to the topology of whoever calls it, and is no start.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.dsl.call_graph.graph import reached
from topoviz.engine.dsl.call_graph.parts import Part
from topoviz.engine.dsl.classes import FunctionInfo
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.interpreter.outside import BUILDERS
from topoviz.engine.dsl.interpreter.roots import Root, describe_function
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.program import DSL_TYPES
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import children

_GIVEN: Final = BUILDERS | DSL_TYPES
_ASKED_BY_FRAMEWORKS: Final = ("Autowired", "Bean", "Inject", "PostConstruct", "Produces", "Singleton")


def roots_left(world: World) -> list[Root]:
    """List what is left when all other starts were followed; what calls others of them comes first."""
    making = world.graph.leading_to_makers()
    left = [one for one in world.program.all_functions() if _can_be_called_alone(world, one)]
    left = [one for one in left if _part(world, one) in making]
    if not left:
        return []
    pending = _pending(world)
    left = [one for one in left if _part(world, one) not in pending]
    parts = {part: one for one in left if (part := _part(world, one)) is not None}
    ordered = sorted(parts, key=lambda part: len(reached([part], world.graph.callers).intersection(parts)) > 1)
    return [Root(describe_function(parts[part]), parts[part]) for part in ordered]


def _part(world: World, function: FunctionInfo) -> Part | None:
    return world.graph.parts.of_function(function.declaration)


def _can_be_called_alone(world: World, function: FunctionInfo) -> bool:
    declaration = function.declaration
    asked = {parameter.type.simple_name for parameter in declaration.parameters if parameter.type is not None}
    is_framework_s = annotated.has(declaration.annotations, *_ASKED_BY_FRAMEWORKS)
    is_hidden = "private" in declaration.modifiers or declaration.is_constructor or is_framework_s
    is_left = declaration.body is not None and id(declaration) not in world.entered
    return is_left and not is_hidden and not asked & _GIVEN


def _pending(world: World) -> set[Part]:
    """Collect what the functions that were followed would run, and did not."""
    found: set[Part] = set()
    for part in world.graph.parts.whole:
        if part.declaration is None or id(part.declaration) not in world.entered:
            continue
        for node in _nodes_that_run(world, part):
            if not isinstance(node, tree.Call) or node.name_span not in world.evaluated:
                found.update(world.graph.targets.get(id(node), ()))
    return found


def _nodes_that_run(world: World, part: Part) -> Iterator[tree.Node]:
    """Walk what runs with a function: no classes in it, and of lambdas only those that were called."""
    waiting = list(part.nodes)
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, tree.ClassDeclaration) or (isinstance(node, tree.Lambda) and id(node) not in world.entered):
            continue
        waiting.extend(children(node))
