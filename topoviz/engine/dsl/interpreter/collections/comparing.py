"""Sorting by comparators, and asking the functions that the JDK makes of others.

A sort of java.util is stable, so that elements that compare equal keep their order. Where a comparator's answer is not
known for a single pair, no order is.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.arithmetic import is_string, number_of
from topoviz.engine.dsl.interpreter.collections.pipelines import CallFunction, is_function
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.derived import TESTS, Derived
from topoviz.engine.dsl.library.iteration import in_iteration_order
from topoviz.engine.dsl.library.list_changes import lose_backing
from topoviz.engine.dsl.values import (
    NULL,
    Closure,
    Constant,
    ListValue,
    MapValue,
    Value,
    truth_of,
)
from topoviz.engine.java_order.strings import utf16_key
from topoviz.engine.syntax import tree

_SORTS: Final = ("sort", "sorted", "min", "max")
_NATURAL: Final = Derived("naturalOrder")


def sorts(world: World, node: tree.Call, target: ListValue | MapValue, arguments: list[Value]) -> bool:
    """Tell whether a call sorts a collection or stream of Java by a comparator, or takes the first or last of it."""
    is_sort = node.name in _SORTS and len(arguments) == 1 and is_function(arguments[0])
    return is_sort and isinstance(target, ListValue) and not world.is_kotlin(node.span)


def sort(world: World, node: tree.Call, target: ListValue, comparator: Value, call: CallFunction) -> Step:
    """Sort a list in place or a stream, or give the least or greatest element of a stream as an Optional."""
    elements = in_iteration_order(target)
    if node.name in ("min", "max"):
        return (yield _first_or_last(node, elements, comparator, call))
    in_order = None if elements is None else (yield _in_order(elements, comparator, call))
    if node.name == "sort":
        lose_backing(target)
        if in_order is None:
            target.forget("It is sorted by something that is not followed here.")
        else:
            target.elements[:] = in_order
        return NULL
    return ListValue(list(target.elements) if in_order is None else in_order, is_exact=in_order is not None)


def _first_or_last(node: tree.Call, elements: list[Value] | None, comparator: Value, call: CallFunction) -> Step:
    """Stream#min and #max keep the first of several that compare equal (BinaryOperator#minBy, #maxBy)."""
    found = [] if elements is None else elements[:1]
    for element in (elements or [])[1:]:
        order = yield compare(comparator, found[0], element, call)
        if order is None:
            return ListValue([], "optional", is_exact=False)
        if (order > 0) if node.name == "min" else (order < 0):
            found = [element]
    return ListValue(found, "optional", is_exact=elements is not None)


def sorts_statically(owner: str, method: str, arguments: list[Value]) -> bool:
    """Tell whether a static call sorts a list or an array by a comparator."""
    is_sort = method == "sort" and owner in ("Collections", "Arrays") and len(arguments) == 2
    return is_sort and isinstance(arguments[0], ListValue) and is_function(arguments[1])


def ask(function: Derived, arguments: list[Value], call: CallFunction) -> Step:
    """Call a predicate that is made of others; a comparator is only sorted by."""
    return (yield _test(function, arguments, call)) if function.method in TESTS else None


def compare(comparator: Value, one: Value, two: Value, call: CallFunction) -> Step:
    """Come to a number below, at or above zero; None when it is not known."""
    if not isinstance(comparator, Derived):
        result = yield call(comparator, [one, two])
        number = number_of(result) if isinstance(result, Constant) else None
        return number if isinstance(number, int) else None
    parts = comparator.parts
    match comparator.method:
        case "naturalOrder":
            return _compare_naturally(one, two)
        case "reverseOrder" | "reversed":
            return (yield compare(parts[0] if parts else _NATURAL, two, one, call))
        case "comparingByKey" | "comparingByValue":
            place = 0 if comparator.method == "comparingByKey" else 1
            if not (isinstance(one, ListValue) and isinstance(two, ListValue) and one.kind == two.kind == "entry"):
                return None
            return (yield compare(parts[0] if parts else _NATURAL, one.elements[place], two.elements[place], call))
        case method if method.startswith("thenComparing"):
            first = yield compare(parts[0], one, two, call)
            if first != 0:
                return first
            return (yield compare(_next_comparator(comparator), one, two, call))
        case _:
            keys = [(yield call(parts[0], [one])), (yield call(parts[0], [two]))]
            return (yield compare(parts[1] if len(parts) > 1 else _NATURAL, keys[0], keys[1], call))


def _next_comparator(comparator: Derived) -> Value:
    """Give what `thenComparing` is given: a comparator as it is, and a function as one that compares what it gives."""
    _, given, *others = comparator.parts
    if isinstance(given, Derived) or (isinstance(given, Closure) and len(given.node.parameters) == 2):
        return given
    return Derived("comparing", (given, *others))


def _compare_naturally(one: Value, two: Value) -> int | bool | None:
    if not isinstance(one, Constant) or not isinstance(two, Constant):
        return None
    if is_string(one) and is_string(two):
        left, right = utf16_key(str(one.value)), utf16_key(str(two.value))
        return (left > right) - (left < right)
    first, second = number_of(one), number_of(two)
    if first is None or second is None or type(first) is not type(second) or is_string(one) or is_string(two):
        return None
    return (first > second) - (first < second)


def _in_order(elements: list[Value], comparator: Value, call: CallFunction) -> Step:
    """Sort by inserting one element after the other behind those that are not greater; None when that is not known."""
    placed: list[Value] = []
    for element in elements:
        low, high = 0, len(placed)
        while low < high:
            middle = (low + high) // 2
            order = yield compare(comparator, element, placed[middle], call)
            if order is None:
                return None
            low, high = (low, middle) if order < 0 else (middle + 1, high)
        placed.insert(low, element)
    return placed


def _test(function: Derived, arguments: list[Value], call: CallFunction) -> Step:
    """`negate`, `and` and `or`, of which the latter two ask the second predicate only if they must."""
    first = truth_of((yield call(function.parts[0], arguments)))
    if first is None:
        return None
    if function.method == "negate":
        return Constant(not first)
    if first == (function.method == "or"):
        return Constant(first)
    return (yield call(function.parts[1], arguments))
