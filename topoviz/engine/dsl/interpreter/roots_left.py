"""Where else a program starts: functions that make a topology, and that nothing which was followed called.

A container is asked for an object by its name, nobody makes the subclasses of a base class, a method shares its name
with one of a map: the function may run, and what calls it is not in the text. A call that was not made, behind a
condition for example, may mean the function; then the program decides. One that is given a builder or a stream belongs
to the topology of whoever calls it, and is no start.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.interpreter.outside import BUILDERS
from topoviz.engine.dsl.interpreter.roots import Root, describe_function
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.program import FunctionInfo
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import children, walk

_GIVEN: Final = BUILDERS | {
    "KStream", "KTable", "GlobalKTable", "KGroupedStream", "KGroupedTable", "CogroupedKStream", "BranchedKStream",
    "Topology",
}  # fmt: skip
_ASKED_BY_FRAMEWORKS: Final = ("Autowired", "Bean", "Inject", "PostConstruct", "Produces", "Singleton")
_MADE: Final = frozenset({"StreamsBuilder", "Topology"})


def roots_left(world: World) -> list[Root]:
    """List what is left when all other starts were followed; what calls others of them comes first."""
    left = [one for one in world.program.all_functions() if _can_be_called_alone(world, one)]
    if not left:
        return []
    making, pending = _making(world), _pending(world)
    left = [one for one in left if one.declaration.name not in pending and _mentions_of(one.declaration.body) & making]
    called = {name for one in left for name in _mentions_of(one.declaration.body) - {one.declaration.name}}
    ordered = sorted(left, key=lambda one: one.declaration.name in called)
    return [Root(describe_function(one), one) for one in ordered]


def _can_be_called_alone(world: World, function: FunctionInfo) -> bool:
    declaration = function.declaration
    asked = {parameter.type.simple_name for parameter in declaration.parameters if parameter.type is not None}
    is_framework_s = annotated.has(declaration.annotations, *_ASKED_BY_FRAMEWORKS)
    is_hidden = "private" in declaration.modifiers or declaration.is_constructor or is_framework_s
    is_left = declaration.body is not None and id(declaration) not in world.entered
    return is_left and not is_hidden and not asked & _GIVEN


def _pending(world: World) -> set[str]:
    """Name what the functions that were followed would call, and did not."""
    found: set[str] = set()
    for function in world.program.all_functions():
        body = function.declaration.body
        if body is None or id(function.declaration) not in world.entered:
            continue
        for part in _parts_that_run(world, body):
            match part:
                case tree.Call(name=name, name_span=span) if span not in world.evaluated:
                    found.add(name)
                case tree.MethodReference(name=name):
                    found.add(name)
                case _:
                    pass
    return found


def _parts_that_run(world: World, body: tree.Node) -> Iterator[tree.Node]:
    """Walk what runs with a function: no classes in it, and of lambdas only those that were called."""
    waiting = [body]
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, tree.ClassDeclaration) or (isinstance(part, tree.Lambda) and id(part) not in world.entered):
            continue
        waiting.extend(children(part))


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
