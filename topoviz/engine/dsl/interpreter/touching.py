"""What a part of the text does to what stands around it: what it assigns, calls, gives to calls and writes into.

What functions of the text do that it may run counts too. It is looked up once for each part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from topoviz.engine.dsl.call_graph.parts import Part
from topoviz.engine.dsl.interpreter.expressions.variables import value_in_scope
from topoviz.engine.dsl.interpreter.libraries import ANSWERING, JAVAS_OWN, READING, is_harmless_function, is_harmless_on
from topoviz.engine.dsl.interpreter.static_effects import statics_in
from topoviz.engine.dsl.interpreter.touched import Touching
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk


def touching(world: World, node: tree.Node, scope: Scope | None) -> Touching:
    """Collect what a part of the text does that stands in a scope, and all that it may run."""
    nodes = list(walk(node))
    begins = tuple(dict.fromkeys(part for one in nodes for part in world.graph.targets.get(id(one), ())))
    return _together((_touching(world, nodes, scope, frozenset(), scope), _behind(world, begins)))


def _behind(world: World, begins: tuple[Part, ...]) -> Touching:
    known = world.touching_behind.get(begins)
    if known is None:
        known = _together([_of_part(world, part) for part in world.graph.behind(begins)])
        world.touching_behind[begins] = known
    return known


def _together(found: Sequence[Touching]) -> Touching:
    return Touching(
        tuple(dict.fromkeys(name for one in found for name in one.assigned)),
        tuple(dict.fromkeys(name for one in found for name in one.touched)),
        tuple(dict.fromkeys(each for one in found for each in one.statics)),
        tuple(call for one in found for call in one.giving),
        any(one.sets_system_property for one in found),
        any(one.changes for one in found),
    )


def _of_part(world: World, part: Part) -> Touching:
    known = world.touching.get(part)
    if known is None:
        nodes = list(part.walk())
        known = _touching(world, nodes, None, _own_names(part, nodes), Scope(None, None, part.owner))
        world.touching[part] = known
    return known


def _touching(
    world: World, nodes: list[tree.Node], scope: Scope | None, own: frozenset[str], around: Scope | None
) -> Touching:
    targets = [each for one in nodes for each in _targets(world, one, scope)]
    assigned = [one for one, is_assigned in targets if is_assigned]
    changed = [one for one, is_assigned in targets if not (is_assigned and isinstance(one, tree.Name))]
    return Touching(
        tuple(name for name in dict.fromkeys(map(_last_name, assigned)) if name and name not in own),
        tuple(name for name in dict.fromkeys(map(_first_name, changed)) if name and name not in own),
        () if around is None else statics_in(world, targets, around, own),
        tuple(_giving(world, nodes)),
        any(map(_sets_system_property, nodes)),
        any(map(_changes_something, nodes)),
    )


def _own_names(part: Part, nodes: Iterable[tree.Node]) -> frozenset[str]:
    """Name the parameters and variables of a function, which hide fields and what stands around it."""
    if part.declaration is None:
        return frozenset()
    kinds = (tree.Declare, tree.Parameter, tree.ForEach)
    inside = {one.name for one in nodes if isinstance(one, kinds)}
    return frozenset(inside | {parameter.name for parameter in part.declaration.parameters})


def _giving(world: World, nodes: Iterable[tree.Node]) -> Iterator[tree.Call]:
    for one in nodes:
        is_outside = isinstance(one, tree.Call) and not world.graph.may_run(one)
        if isinstance(one, tree.Call) and is_outside and one.name_span not in world.dsl_calls and one.arguments:
            yield one


def _changes_something(part: tree.Node) -> bool:
    match part:
        case tree.Assign() | tree.Unary(operator="++" | "--"):
            return True
        case tree.Call(name=name) | tree.MethodReference(name=name):
            return name in _CHANGING or name.startswith(_BEGIN_OF_CHANGING)
        case _:
            return False


_CHANGING: Final = frozenset({
    "accept", "apply", "call", "clear", "compute", "computeIfAbsent", "computeIfPresent", "delete", "deleteCharAt",
    "insert", "merge", "next", "previous", "replaceAll", "reverse", "run", "sort", "test",
})  # fmt: skip
_BEGIN_OF_CHANGING: Final = (
    "add", "append", "getAnd", "increment", "decrement", "offer", "poll", "pop", "push", "put", "remove", "retain",
    "set", "updateAnd",
)  # fmt: skip
"""Methods of Java's own objects that change them, or that run a function."""


def _sets_system_property(part: tree.Node) -> bool:
    return (
        isinstance(part, tree.Call)
        and part.name in ("setProperty", "clearProperty", "setProperties")
        and isinstance(part.target, tree.Name)
        and part.target.text == "System"
    )


def _targets(world: World, part: tree.Node, scope: Scope | None) -> Iterator[tuple[tree.Node, bool]]:
    """Give what a part assigns, and what it calls, gives to calls or writes into."""
    match part:
        case tree.Assign(target=target) | tree.Unary(operator="++" | "--", operand=target):
            yield target, True
        case tree.Call(name=name, target=target, arguments=arguments) if not is_harmless(world, part):
            if name in READING and _is_javas_own(world, scope, target):
                return
            if name not in READING and target is not None:
                yield target, False
            for argument in arguments:
                if not isinstance(argument, tree.Call) or argument.name not in ANSWERING:
                    yield argument, False
        case tree.MethodReference(name=name, target=target) if name not in READING and target is not None:
            yield target, False
        case _:
            pass


def is_harmless(world: World, call: tree.Call) -> bool:
    return is_harmless_function(world, call) if call.target is None else is_harmless_on(world, call.target)


def _is_javas_own(world: World, scope: Scope | None, node: tree.Node | None) -> bool:
    return scope is not None and isinstance(value_in_scope(world, scope, _first_name(node)), JAVAS_OWN)


def _last_name(node: tree.Node) -> str:
    """Give the variable or field that an assignment names, whatever object it is of."""
    return node.text if isinstance(node, tree.Name) else node.name if isinstance(node, tree.Select) else ""


def _first_name(node: tree.Node | None) -> str:
    """Give the variable or field that an expression starts from: `a` of `a.b[0].c()`, `b` of `this.b`."""
    while True:
        match node:
            case tree.Name(text=text):
                return text
            case tree.Select(target=tree.Name(text="this"), name=name):
                return name
            case tree.Select(target=target) | tree.Index(target=target) | tree.Call(target=target):
                node = target
            case _:
                return ""
