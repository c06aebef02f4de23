"""Methods that change lists, sets and arrays in place, as far as their effect is certain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from topoviz.engine.dsl.budget import check_elements
from topoviz.engine.dsl.library import hash_tables
from topoviz.engine.dsl.library.iteration import in_iteration_order
from topoviz.engine.dsl.library.late_binding import write_part
from topoviz.engine.dsl.objects import InPlan, StoreBuilderValue
from topoviz.engine.dsl.values import NULL, Constant, Instance, ListValue, Unknown, Value
from topoviz.engine.java_order.strings import utf16_key


def change_lists(owner: str, method: str, arguments: list[Value]) -> Value | None:
    """Call a static method that changes a list or array in place, or give None when it is none."""
    target = arguments[0] if arguments else None
    if owner not in ("Collections", "Arrays", "System") or not isinstance(target, ListValue):
        return None
    match owner, method, arguments[1:]:
        case "Collections", "addAll", rest:
            return _add_all(target, rest[0] if len(rest) == 1 and _is_array(rest[0]) else ListValue(rest))
        case "Collections", "reverse", []:
            target.elements.reverse()
        case (("Collections" | "Arrays"), "sort", [] | [Constant(value=None)]):
            _sort(target)
        case "Arrays", "fill", [value]:
            target.elements[:] = [value] * len(target.elements)
        case "System", "arraycopy", rest:
            _copy_elements(target, rest)
        case _, ("sort" | "shuffle" | "rotate" | "fill" | "swap" | "parallelSort" | "setAll" | "replaceAll"), _:
            _lose_elements(target, f"{owner}.{method}() changes it in a way that is not followed here.")
        case _:
            return None
    lose_backing(target)
    return NULL


def change_list_or_set(elements: ListValue, method: str, arguments: list[Value]) -> Value | None:
    """Call a method that changes the collection, as far as its effect is certain; None for all others."""
    if method in ("add", "addLast", "offer", "offerLast") and len(arguments) == 1:
        return _add(elements, arguments[0])
    if method == "addAll" and len(arguments) == 1:
        return _add_all(elements, arguments[0])
    if method == "clear":
        hash_tables.take_from(elements)
        elements.elements.clear()
        elements.is_exact = True
        return NULL
    if not elements.is_exact:
        return None
    return _change_set(elements, method, arguments) if _is_set(elements) else _change_list(elements, method, arguments)


def lose_backing(elements: ListValue) -> None:
    """A view was changed: what it is a view of changes with it, which is followed for a part of a list only."""
    if elements.backing is not None and not write_part(elements):
        elements.backing.forget("It was changed through a view.")


def are_constants(values: Sequence[Value]) -> bool:
    """Tell whether all are constants that are equal when their values are: `1`, `1L` and `true` are not."""
    constants = [value for value in values if isinstance(value, Constant)]
    return len(constants) == len(values) and _are_alike(constants)


def _are_alike(constants: Iterable[Constant]) -> bool:
    """Tell whether there is one class at most of numbers and booleans, and one of texts and letters."""
    sorts = {(type(one.value), one.kind) for one in constants if one.value is not None}
    return sum(1 for kind, _ in sorts if kind is str) < 2 and sum(1 for kind, _ in sorts if kind is not str) < 2


def are_distinguishable(values: Sequence[Value]) -> bool:
    """Tell whether equals() is certain: of constants, and of objects whose class does not say otherwise.

    Streams, tables, groupings and store builders are equal to themselves alone.
    """
    return _are_alike(value for value in values if isinstance(value, Constant)) and all(
        isinstance(value, Constant | StoreBuilderValue | InPlan)
        or (
            isinstance(value, Instance)
            and value.info.declaration.kind != "record"
            and value.info.declaration.modifiers.isdisjoint(("data", "value", "inline"))
            and value.info.find_function("equals", 1) is None
        )
        for value in values
    )


def _add(elements: ListValue, added: Value) -> Value:
    """Add an element; a set keeps the first of equal ones, which is certain of constants and of plain objects."""
    if not _is_set(elements):
        elements.elements.append(added)
        return Constant(True)
    if not elements.is_exact or not are_distinguishable([*elements.elements, added]):
        elements.elements.append(added)
        elements.is_exact = False
        return Unknown("add()", "Whether the set holds an equal element is not known.")
    is_new = added not in elements.elements
    if is_new:
        elements.elements.append(added)
    return Constant(is_new)


def _add_all(elements: ListValue, added: Value) -> Value:
    others = in_iteration_order(added)
    if others is None:
        elements.elements.extend(added.elements if isinstance(added, ListValue) else ())
        elements.is_exact = False
        return Unknown("addAll()", "What is added is not known for certain.")
    before = len(elements.elements)
    check_elements(before + len(others))
    for other in others:
        _add(elements, other)
    return Constant(len(elements.elements) > before)


def _change_set(elements: ListValue, method: str, arguments: list[Value]) -> Value | None:
    if method != "remove" or len(arguments) != 1 or not are_distinguishable([*elements.elements, *arguments]):
        return None
    hash_tables.take_from(elements)
    is_there = arguments[0] in elements.elements
    if is_there:
        elements.elements.remove(arguments[0])
    return Constant(is_there)


def _change_list(elements: ListValue, method: str, arguments: list[Value]) -> Value | None:
    held = elements.elements
    match method, arguments:
        case "add", [Constant(value=int(at)), added] if 0 <= at <= len(held):
            held.insert(at, added)
            return NULL
        case "set", [Constant(value=int(at)), value] if 0 <= at < len(held):
            before, held[at] = held[at], value
            return before
        case (("addFirst" | "push" | "offerFirst"), [added]):
            held.insert(0, added)
            return NULL
        case "remove", [Constant(value=int(at)) as given] if (
            not isinstance(given.value, bool) and 0 <= at < len(held) and not _hold_numbers(held)
        ):
            return held.pop(at)
        case "remove", [Constant(value=str()) as gone] if are_constants(held):
            is_there = gone in held
            if is_there:
                held.remove(gone)
            return Constant(is_there)
        case (("remove" | "removeFirst" | "poll" | "pollFirst" | "pop"), []) if held:
            return held.pop(0)
        case (("removeLast" | "pollLast"), []) if held:
            return held.pop()
        case (("poll" | "pollFirst" | "pollLast"), []):
            return NULL
        case "sort", [Constant(value=None)]:
            _sort(elements)
            return NULL
        case _:
            return None


def _sort(elements: ListValue) -> None:
    in_order = natural_order(elements)
    if in_order is None:
        _lose_elements(elements, "It is sorted by something that is not followed here.")
    else:
        elements.elements[:] = in_order


def natural_order(elements: ListValue) -> list[Value] | None:
    """Sort strings or numbers as they compare by themselves; None for anything else."""
    held = [one for one in elements.elements if isinstance(one, Constant) and not isinstance(one.value, bool)]
    texts = [one.value for one in held if isinstance(one.value, str)]
    numbers = [one.value for one in held if isinstance(one.value, int | float)]
    if not elements.is_exact or len(elements.elements) < 2:
        return list(elements.elements) if elements.is_exact else None
    places = range(len(held))
    if len(texts) == len(elements.elements):
        return [held[at] for at in sorted(places, key=lambda at: utf16_key(texts[at]))]
    if len(numbers) == len(elements.elements):
        return [held[at] for at in sorted(places, key=numbers.__getitem__)]
    return None


def _copy_elements(source: ListValue, arguments: list[Value]) -> None:
    """System.arraycopy(source, from, target, to, count)."""
    match arguments:
        case [
            Constant(value=int(start)),
            ListValue() as target,
            Constant(value=int(at)),
            Constant(value=int(count)),
        ] if source.is_exact and start + count <= len(source.elements) and at + count <= len(target.elements):
            target.elements[at : at + count] = source.elements[start : start + count]
        case [_, ListValue() as target, *_]:
            _lose_elements(target, "It is not known what is copied into it.")
        case _:
            pass


def _lose_elements(elements: ListValue, reason: str) -> None:
    """Forget which elements stand where, but nothing about what they hold."""
    elements.forget(reason)
    lose_backing(elements)


def _is_set(elements: ListValue) -> bool:
    return elements.kind.endswith("set")


def _is_array(value: Value) -> bool:
    return isinstance(value, ListValue) and value.kind == "array"


def _hold_numbers(values: Iterable[Value]) -> bool:
    """Tell whether `remove(1)` may mean the element 1 as well as the place 1."""
    return any(
        isinstance(value, Unknown) or (isinstance(value, Constant) and isinstance(value.value, int)) for value in values
    )
