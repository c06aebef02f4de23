"""What Java may refuse to compare: things of two classes, and things that have no order of their own.

Java: java.lang.Comparable, and java.lang.ClassCastException, which sorted collections and sorting throw. A collection
with a comparator is none of those that are looked at here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.values import Constant, Instance, ListValue, MapValue, Opaque, Value, is_null, value_of_key
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

_NOT_COMPARABLE: Final = "not comparable"
_OF_KEYS: Final = frozenset({
    "add", "contains", "containsKey", "get", "getOrDefault", "merge", "put", "putIfAbsent", "remove", "compute",
    "computeIfAbsent", "computeIfPresent",
})  # fmt: skip
_SORTED: Final = ("sorted set", "sorted map")


def doubt_unlike_keys(
    world: World, target: ListValue | MapValue, method: str, arguments: Sequence[Value], span: Span
) -> None:
    """Tell of a key that a sorted collection may not compare with itself or with those it holds."""
    if method == "sort" and isinstance(target, ListValue) and arguments and is_null(arguments[0]):
        doubt_sorting(world, target, span)
    if target.kind in _SORTED and target.is_exact and method in _OF_KEYS and arguments:
        held = [value_of_key(key) for key in target.entries] if isinstance(target, MapValue) else target.elements
        _doubt(world, [arguments[0], *held[:1]], method, span)


def doubt_sorting(world: World, elements: Value, span: Span) -> None:
    """Tell of elements that may not all be compared with each other."""
    if isinstance(elements, ListValue) and elements.is_exact and len(elements.elements) > 1:
        _doubt(world, elements.elements, "sort", span)


def _doubt(world: World, compared: Iterable[Value], method: str, span: Span) -> None:
    sorts = {_sort_of(one) for one in compared} - {""}
    if len(sorts) > 1 or _NOT_COMPARABLE in sorts:
        reason = f"{method}() compares what may be of two classes, or have no order, which Java refuses."
        world.doubt("refused-comparison", span, reason, "Java may end the program here.")


def _sort_of(value: Value) -> str:
    """Give what a value can be compared with; nothing when that is not known."""
    match value:
        case Constant(value=known, kind=kind):
            return "" if known is None else f"{type(known).__name__} {kind}"
        case ListValue(kind=kind):
            return _NOT_COMPARABLE if kind in ("array", "list") or kind.endswith("set") else ""
        case MapValue() | Opaque(type_name="Object"):
            return _NOT_COMPARABLE
        case Instance(info=info):
            lineage = list(info.lineage())
            written = {supertype.simple_name for one in lineage for supertype in one.declaration.supertypes}
            is_plain = all(one.declaration.kind in ("class", "record", "interface") for one in lineage)
            return _NOT_COMPARABLE if is_plain and written <= {one.name for one in lineage} else ""
        case _:
            return ""
