"""Methods of lists, arrays, sets, iterators, map entries and Optional that take no function."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.library.collectors import CollectorValue, collect
from topoviz.engine.dsl.library.fixed import FIXED_LENGTH
from topoviz.engine.dsl.library.iteration import has_changed, in_iteration_order
from topoviz.engine.dsl.library.late_binding import has_other_size, shown_of
from topoviz.engine.dsl.library.list_changes import (
    are_constants,
    are_distinguishable,
    change_list_or_set,
    lose_backing,
    natural_order,
)
from topoviz.engine.dsl.library.map_views import MapView, change_view, remove_last_given
from topoviz.engine.dsl.library.maps import put_entry
from topoviz.engine.dsl.library.object_classes import UNNAMED
from topoviz.engine.dsl.library.properties import or_default
from topoviz.engine.dsl.library.texts import call_string_builder
from topoviz.engine.dsl.numbers import LONG, fits
from topoviz.engine.dsl.throws import NO_MESSAGE, ProgramThrows
from topoviz.engine.dsl.values import NULL, Constant, ListValue, MapValue, Shown, Unknown, Value, join_text
from topoviz.engine.refusal import Why
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World


def call_list(world: World, elements: ListValue, method: str, arguments: list[Value], span: Span) -> Value | None:
    """Call a method of a list, array, set or stream that takes no function; None when it is not known here."""
    match elements.kind:
        case "text":
            return call_string_builder(elements, method, arguments)
        case "entry":
            return _call_entry(world, span, elements, method, arguments)
        case "optional":
            return _call_optional(world, elements, method, arguments, span)
        case "iterator":
            return _call_iterator(world, elements, method, span)
    if isinstance(elements, MapView):
        if method in ("add", "addAll"):
            raise ProgramThrows(Why.FIXED_COLLECTION, "UnsupportedOperationException", NO_MESSAGE, world.origin(span))
        taken = change_view(elements, method, arguments)
        if taken is not None:
            return taken
    if elements.shown is not None and elements.shown.count is not None:
        _look_behind(world, elements, span)
    changed = change_list_or_set(elements, method, arguments)
    if changed is not None:
        lose_backing(elements)
        return changed
    _refuse_place(world, elements, method, arguments, span)
    is_empty = elements.is_exact and not elements.elements and elements.kind == "list"
    if is_empty and not arguments and method in _OF_DEQUES and not world.is_kotlin(span):
        raise ProgramThrows(Why.NOTHING_THERE, "NoSuchElementException", NO_MESSAGE, world.origin(span))
    answer = _ask(elements, method, arguments)
    if answer is None and method in _QUESTIONS:
        return world.unknown(world.text_at(span), "The elements are not known for certain.", span)
    return answer


def _look_behind(world: World, part: ListValue, span: Span) -> None:
    """A part of a list, whose list may have changed (java.util.ArrayList.SubList#checkForComodification)."""
    assert part.shown is not None
    if has_other_size(part.shown):
        raise ProgramThrows(Why.CHANGED_WHILE_WALKED, "ConcurrentModificationException", NO_MESSAGE, world.origin(span))
    if has_changed(part.shown):
        part.elements, part.is_exact = [], False


def _refuse_place(world: World, elements: ListValue, method: str, arguments: list[Value], span: Span) -> None:
    """Tell of a place that a list does not have; what Java says of it is up to the class of the list."""
    at = arguments[0].value if arguments and isinstance(arguments[0], Constant) else None
    has_place = (method, len(arguments)) in (("add", 2), ("set", 2), ("addAll", 2), ("remove", 1), ("get", 1))
    if not has_place or not isinstance(at, int) or isinstance(at, bool) or not elements.is_exact:
        return
    last = len(elements.elements) - (0 if method.startswith("add") else 1)
    if not 0 <= at <= last and not elements.kind.endswith("set") and not (method == "remove" and elements.elements):
        reason = f"{method}() names the place {at} of {len(elements.elements)} elements."
        world.doubt("refused-place", span, reason, "Java ends the program here, unless the exception is caught.")


_OF_DEQUES: Final = frozenset({"pop", "remove", "removeFirst", "removeLast", "element", "getFirst", "getLast"})


_QUESTIONS: Final = frozenset({
    "get", "elementAt", "getFirst", "getLast", "peekFirst", "peekLast", "element", "first", "last", "size", "count",
    "isEmpty", "contains", "containsAll", "indexOf", "lastIndexOf", "equals", "hashCode", "toString",
})  # fmt: skip
"""Methods that change nothing; where the answer is not known, nothing else is lost."""


def _ask(elements: ListValue, method: str, arguments: list[Value]) -> Value | None:
    """Call a method that changes nothing."""
    first = arguments[0] if arguments else None
    match method:
        case "toArray" if isinstance(first, ListValue) and len(first.elements) > len(elements.elements):
            in_order = in_iteration_order(elements)
            known = list(elements.elements) if in_order is None else in_order
            rest = [NULL, *first.elements[len(known) + 1 :]]
            return ListValue(
                [*known, *rest], "array", in_order is not None and first.is_exact, class_name=first.class_name
            )
        case "stream" | "iterator" | "toList" | "parallelStream" | "toArray" | "boxed" | "sequential" | "listIterator":
            made = _in_order(elements, {"toArray": "array", "iterator": "iterator"}.get(method, "list"), method)
            if method == "toArray" and not elements.kind.endswith("stream"):
                made.class_name = first.class_name if isinstance(first, ListValue) else "" if arguments else "Object[]"
            elif method == "toList" and elements.kind.endswith("stream"):
                made.class_name = UNNAMED
            return made
        case "collect" if isinstance(first, CollectorValue):
            return collect(first, in_iteration_order(elements))
        case _ if not elements.is_exact:
            return None
        case "get" | "elementAt" if isinstance(first, Constant) and isinstance(first.value, int):
            if 0 <= first.value < len(elements.elements):
                return elements.elements[first.value]
        case "getFirst" | "peekFirst" | "element" | "first" | "getLast" | "peekLast" | "last" if elements.elements:
            in_order = in_iteration_order(elements)
            return None if in_order is None else in_order[-1 if method.lower().endswith("last") else 0]
        case "toString" if not arguments:
            return join_text(Constant(""), elements)
        case "clone" if elements.kind == "array" and not arguments:
            return ListValue(list(elements.elements), "array", class_name=elements.class_name)
        case "sum" | "max" | "min" if not arguments and elements.kind != "array":
            return _reduced(elements, method)
        case "size" | "count":
            return Constant(len(elements.elements), LONG if "stream" in elements.kind else "")
        case "isEmpty":
            return Constant(not elements.elements)
        case "contains" if first is not None and are_distinguishable([*elements.elements, first]):
            return Constant(first in elements.elements)
        case "indexOf" if first is not None and are_constants([*elements.elements, first]):
            return Constant(elements.elements.index(first) if first in elements.elements else -1)
        case "limit" | "skip" if isinstance(first, Constant) and isinstance(first.value, int) and first.value >= 0:
            in_order = in_iteration_order(elements)
            if in_order is not None:
                return ListValue(in_order[: first.value] if method == "limit" else in_order[first.value :])
        case "sorted" if not arguments:
            in_order = natural_order(elements)
            return None if in_order is None else ListValue(in_order)
        case "distinct" if not arguments and are_constants(elements.elements):
            in_order = in_iteration_order(elements)
            return None if in_order is None else ListValue(list(dict.fromkeys(in_order)))
        case "subList" if len(arguments) == 2:
            return _sub_list(elements, arguments)
        case _:
            pass
    return None


def _reduced(elements: ListValue, method: str) -> Value | None:
    """Add the whole numbers of a stream up, or give the greatest or least as an Optional."""
    numbers = [one.value for one in elements.elements if isinstance(one, Constant) and type(one.value) is int]
    if len(numbers) != len(elements.elements):
        return None
    kind = LONG if any(isinstance(one, Constant) and one.kind == LONG for one in elements.elements) else ""
    if method == "sum":
        return Constant(sum(numbers), kind) if fits(sum(numbers), 64 if kind else 32) else None
    found = (max(numbers) if method == "max" else min(numbers)) if numbers else None
    of_numbers = "Long" if kind else "Int"
    return ListValue([] if found is None else [Constant(found, kind)], "optional", element_type=of_numbers)


def _call_entry(world: World, span: Span, entry: ListValue, method: str, arguments: list[Value]) -> Value | None:
    """A map's entry; setValue changes the map as well."""
    match method, arguments:
        case "getKey", []:
            return entry.elements[0]
        case "getValue", []:
            return entry.elements[1]
        case "setValue", [_] if isinstance(entry.backing, MapValue) and entry.backing.is_fixed:
            words = NO_MESSAGE if entry.backing.kind != "unordered map" else "not supported"  # as Map.of has it
            raise ProgramThrows(Why.FIXED_COLLECTION, "UnsupportedOperationException", words, world.origin(span))
        case "setValue", [value]:
            before, entry.elements[1] = entry.elements[1], value
            if isinstance(entry.backing, MapValue):
                put_entry(entry.backing, entry.elements[0], value)
            return before
        case _:
            return None


def _call_optional(world: World, optional: ListValue, method: str, arguments: list[Value], span: Span) -> Value | None:
    """An Optional holds one element or none; one that is not exact may be empty all the same."""
    held = optional.elements
    match method, arguments:
        case (("get" | "orElseThrow" | "getAsInt" | "getAsLong" | "getAsDouble"), []) if optional.is_exact and not held:
            raise ProgramThrows(Why.NOTHING_THERE, "NoSuchElementException", "No value present", world.origin(span))
        case "stream", [] if optional.is_exact:
            return ListValue(list(held))
        case (("equals" | "hashCode" | "toString"), _):
            return world.unknown(world.text_at(span), "What an Optional holds is not known for certain.", span)
        case "isPresent", [] if optional.is_exact:
            return Constant(bool(held))
        case "isEmpty", [] if optional.is_exact:
            return Constant(not held)
        case (("get" | "orElseThrow" | "getAsInt" | "getAsLong" | "getAsDouble"), _) if held:
            return held[0]
        case "orElse", [other] if optional.is_exact:
            return held[0] if held else other
        case "orElse", [other] if held:
            return or_default(world, held[0], other, span) or held[0]
        case _:
            pass
    if method in ("stream", "or", "ifPresent"):
        return None
    return Unknown(method, "Whether there is a value is not known.") if not held else held[0]


def _call_iterator(world: World, iterator: ListValue, method: str, span: Span) -> Value | None:
    if iterator.shown is not None and iterator.is_exact and has_changed(iterator.shown):
        reason = "A collection is changed while the program goes through it, which Java may refuse."
        world.doubt("changed-in-loop", span, reason, "What the iterator gives from here on is not known.")
        iterator.is_exact = False
    match method:
        case "remove" if iterator.is_exact and remove_last_given(iterator):
            return NULL
        case "hasNext" if iterator.is_exact:
            return Constant(bool(iterator.elements))
        case "next" if iterator.is_exact and iterator.elements:
            if iterator.shown is not None and iterator.shown.elements is not None:
                at = len(iterator.shown.elements) - len(iterator.elements)
                iterator.shown = replace(iterator.shown, start=at, count=1)
            return iterator.elements.pop(0)
        case "next" if iterator.is_exact:
            raise ProgramThrows(Why.NOTHING_THERE, "NoSuchElementException", NO_MESSAGE, world.origin(span))
        case "hasNext" | "next":
            return world.unknown(world.text_at(span), "The elements are not known for certain.", span)
        case _:
            lose_backing(iterator)
            return None


def _in_order(elements: ListValue, kind: str, method: str) -> ListValue:
    in_order = in_iteration_order(elements)
    backing = elements if method in ("iterator", "listIterator") else None
    known = list(elements.elements) if in_order is None else in_order
    made = ListValue(known, kind, in_order is not None, backing, is_fixed=method == "toList")
    if method in _SHOWING and "stream" not in elements.kind:
        made.shown = shown_of(elements)
    return made


_SHOWING: Final = frozenset({"stream", "parallelStream", "iterator", "listIterator"})


def _sub_list(elements: ListValue, bounds: list[Value]) -> ListValue | None:
    start, end = (bound.value if isinstance(bound, Constant) else None for bound in bounds)
    if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start <= end <= len(elements.elements):
        return None
    shown = Shown(elements, list(elements.elements), start=start, count=end - start)
    kind = FIXED_LENGTH if elements.kind in ("array", FIXED_LENGTH) else "list"
    part = ListValue(elements.elements[start:end], kind, backing=elements, shown=shown, class_name=UNNAMED)
    part.is_fixed, part.lets_through = elements.is_fixed, elements.lets_through
    return part
