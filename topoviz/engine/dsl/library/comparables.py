"""What Java refuses to compare: things of two classes, and things that have no order of their own.

Java: java.lang.Comparable, and java.lang.ClassCastException, which sorted collections and sorting throw. A collection
with a comparator is none of those that are looked at here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.numbers import CHARACTER, FLOAT, LONG
from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.dsl.values import Constant, Instance, ListValue, MapValue, Opaque, Value, is_null, value_of_key
from topoviz.engine.refusal import Why
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

_NOT_COMPARABLE: Final = "not comparable"
_PERHAPS_INT: Final = "a whole number"
_WHOLE: Final = (_PERHAPS_INT, LONG, "short", "byte")
_OF_KEYS: Final = frozenset({
    "add", "contains", "containsKey", "get", "getOrDefault", "merge", "put", "putIfAbsent", "remove", "compute",
    "computeIfAbsent", "computeIfPresent",
})  # fmt: skip
_SORTED: Final = ("sorted set", "sorted map")


def refuse_unlike_keys(
    world: World, target: ListValue | MapValue, method: str, arguments: Sequence[Value], span: Span
) -> None:
    """Raise what a sorted collection throws of a key that it cannot compare with itself or with those it holds."""
    if method == "sort" and isinstance(target, ListValue) and arguments and is_null(arguments[0]):
        refuse_to_sort(world, target, span)
    if target.kind not in _SORTED or not target.is_exact or method not in _OF_KEYS or not arguments:
        return
    held = [value_of_key(key) for key in target.entries] if isinstance(target, MapValue) else target.elements
    is_refused = _sort_of(arguments[0]) == _NOT_COMPARABLE or (bool(held) and _are_unlike(arguments[0], held[0]))
    _refuse(world, is_refused, method, span)


def refuse_to_sort(world: World, elements: Value, span: Span) -> None:
    """Raise what sorting throws of elements that cannot all be compared with each other."""
    if isinstance(elements, ListValue) and elements.is_exact and len(elements.elements) > 1:
        first, *others = elements.elements
        answers = [_are_unlike(first, other) for other in others]
        _refuse(world, True if True in answers else None if None in answers else False, "sort", span)


def _refuse(world: World, is_refused: bool | None, method: str, span: Span) -> None:
    if is_refused:
        raise ProgramThrows(Why.WRONG_CLASS, "ClassCastException", None, world.origin(span))
    if is_refused is None:
        reason = f"{method}() compares numbers that may be of two classes, which Java refuses."
        world.unsure("refused-comparison", span, reason, "Java may end the program here.")
        world.doubt_all(reason)


def _are_unlike(one: Value, other: Value) -> bool | None:
    """Tell whether Java refuses to compare two values; None when one may be an int or a long."""
    sorts = [_sort_of(one), _sort_of(other)]
    if _NOT_COMPARABLE in sorts:
        return True
    if None in sorts or sorts[0] == sorts[1]:
        return False
    return None if _PERHAPS_INT in sorts and all(sort in _WHOLE for sort in sorts) else True


def _sort_of(value: Value) -> str | None:
    """Give what a value can be compared with; None when that is not known."""
    match value:
        case Constant(value=None):
            return None
        case Constant(value=str(), kind=kind):
            return CHARACTER if kind == CHARACTER else "text"
        case Constant(value=bool()):
            return "truth"
        case Constant(value=float(), kind=kind):
            return FLOAT if kind == FLOAT else "double"
        case Constant(kind=kind):
            return kind if kind in _WHOLE else _PERHAPS_INT
        case ListValue(kind=kind):
            return _NOT_COMPARABLE if kind in ("array", "list") or kind.endswith("set") else None
        case MapValue() | Opaque(type_name="Object"):
            return _NOT_COMPARABLE
        case Instance(info=info):
            lineage = list(info.lineage())
            written = {supertype.simple_name for one in lineage for supertype in one.declaration.supertypes}
            is_plain = all(one.declaration.kind in ("class", "record", "interface") for one in lineage)
            return _NOT_COMPARABLE if is_plain and written <= {one.name for one in lineage} else None
        case _:
            return None
