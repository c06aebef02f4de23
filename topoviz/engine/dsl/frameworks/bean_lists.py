"""Which beans a framework gives for a type: the only one, or all where a collection of them is asked for.

Spring: DefaultListableBeanFactory#resolveMultipleBeans, which sorts a list by @Order. Beans that it orders nowhere come
as they were registered: methods of one class as they stand there, classes as they are found, which no text tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.beans import Bean, bean_name, given_to, is_below, is_for, managed, producers_of
from topoviz.engine.dsl.frameworks.conditions import is_there
from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import BuilderValue
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Constant, Instance, Key, ListValue, MapValue, Value
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import TypeName

COLLECTIONS: Final = {"List": "list", "Collection": "list", "Set": "set", "Map": "map"}
_NAMED: Final = ("Qualifier", "Named")
_ORDERS: Final = ("Order", "Priority")
_LAST: Final = 2**31 - 1
_PRECEDENCES: Final = {"HIGHEST_PRECEDENCE": -(2**31), "LOWEST_PRECEDENCE": _LAST}
Placed = tuple[Bean, Value, int | None]
"""A bean, what it is, and the number by which it is sorted, if that is known."""


def all_beans(world: World, wanted: TypeName) -> list[Bean]:
    """List the beans of a type, those that methods make first, but for those that are switched off."""
    classes = world.classes_here()
    made: list[Bean] = [one for info in classes for one in producers_of(info) if _makes(world, one, wanted)]
    return [one for one in (*made, *managed(classes, wanted)) if is_there(world, given_to(one)) is not False]


def one_bean(world: World, wanted: TypeName, given: Sequence[tree.Annotation], name: str) -> Bean | None:
    """Find the bean that a framework gives for a type; one that a method makes comes before one of a class.

    Of several it is the one asked for by name, the primary one, or the one called like what it is given to.
    """
    asked = annotated.text(given, *_NAMED)
    beans = all_beans(world, wanted)
    for kind in (FunctionInfo, ClassInfo):
        found = [one for one in beans if isinstance(one, kind)]
        primary = [one for one in found if annotated.has(one.declaration.annotations, "Primary")]
        if len(primary) == 1 and not asked:
            return primary[0]
        if asked or len(found) > 1:
            found = [one for one in found if (asked or name) in _names(one)]
        if len(found) == 1:
            return found[0]
    return None


def _names(bean: Bean) -> tuple[str, str]:
    return bean_name(bean), annotated.text(bean.declaration.annotations, *_NAMED)


def collect(world: World, wanted: TypeName, beans: Sequence[Bean], values: Sequence[Value]) -> Step:
    """Give beans as what is asked for: a list in the order of Spring, a map by their names.

    Those of which the order does not follow from the text are remembered.
    """
    kind = COLLECTIONS[wanted.simple_name]
    orders: list[int | None] = []
    for bean, value in zip(beans, values, strict=True):
        orders.append((yield _order(world, bean, value)))
    found = list(zip(beans, values, orders, strict=True))
    if kind == "list" and None not in orders:
        found.sort(key=lambda one: one[2] or 0)
    if not all(_comes_before(one, other, is_sorted=kind == "list") for one, other in pairwise(found)):
        names = ", ".join(one.declaration.name for one in beans)
        reason = f"In which order a framework gives {names} does not follow from their text."
        world.unordered.update({id(value): (value, reason) for value in values})
    if kind != "map":
        return ListValue([value for _, value, _ in found], kind)
    entries: dict[Key, Value] = dict(zip(map(bean_name, beans), values, strict=True))
    return MapValue(entries, "map")


def tell_order(world: World, bean: Value, span: Span) -> None:
    """Doubt what is being built when a bean of no known order begins its part of it."""
    _, reason = world.unordered[id(bean)]
    for builder in (one for one in world.builders if one.topology is None):
        doubt_order(world, builder, reason, span, "Give each an @Order, in the order that is meant.")


def doubt_order(world: World, builder: BuilderValue, reason: str, span: Span, next_step: str = "") -> None:
    """Say why it is not known in which order beans add to a builder."""
    effect = "They are taken in the order of the text; all numbers are unsure."
    world.unsure("order-of-beans", span, reason, effect, next_step)
    builder.plan.doubt(reason)


def _makes(world: World, function: FunctionInfo, wanted: TypeName) -> bool:
    returned = function.declaration.return_type
    if returned is None or returned.simple_name == wanted.simple_name:
        return returned is not None and is_for(wanted, returned)
    info = world.program.find_class(returned.name, function.owner)
    return info is not None and not returned.dimensions and is_below(wanted, info)


def _order(world: World, bean: Bean, value: Value) -> Step:
    """Come to the number by which Spring sorts a bean: as its method or class is annotated, or as its object says."""
    info = value.info if isinstance(value, Instance) else bean if isinstance(bean, ClassInfo) else None
    by_method = annotated.find(bean.declaration.annotations, *_ORDERS) if isinstance(bean, FunctionInfo) else None
    asked = None if info is None or by_method is not None else info.find_function("getOrder", 0)
    if asked is not None:
        number = yield invoke(world, asked, value if isinstance(value, Instance) else None, [], None)
    else:
        given = by_method or (None if info is None else annotated.find(info.declaration.annotations, *_ORDERS))
        said = annotated.argument(given, "value")
        name = said.name if isinstance(said, tree.Select) else said.text if isinstance(said, tree.Name) else ""
        if said is None or name in _PRECEDENCES:
            return _PRECEDENCES.get(name, _LAST)
        number = yield evaluate(world, said, Scope(None, None, info))
    return number.value if isinstance(number, Constant) and isinstance(number.value, int) else None


def _comes_before(one: Placed, other: Placed, *, is_sorted: bool) -> bool:
    """Tell whether a bean certainly comes before another: by its number, else as methods of one class stand there."""
    owners = [bean.owner if isinstance(bean, FunctionInfo) else None for bean in (one[0], other[0])]
    in_one_class = owners[0] is not None and owners[0] is owners[1]
    if one[2] is None or other[2] is None or not is_sorted:
        return in_one_class and not is_sorted
    return one[2] < other[2] or (one[2] == other[2] and in_one_class)
