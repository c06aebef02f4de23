"""What objects look like where a string is made of them: by their own toString(), or by that of their kind.

java.lang.Enum, java.lang.Record (as java.lang.runtime.ObjectMethods writes it), java.lang.Throwable,
java.util.AbstractCollection and java.util.AbstractMap. What Object#toString gives differs in every run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.engine.dsl.interpreter.classes.functions import invoke
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.statements.exceptions import call_behind
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.exceptions import ExceptionValue, exception_text
from topoviz.engine.dsl.library.iteration import in_iteration_order
from topoviz.engine.dsl.values import Constant, Instance, LibraryClass, ListValue, MapValue, Value, join_text
from topoviz.engine.source import Span

_LISTS: Final = ("list", "list of fixed length", "set")
_MAKE_TEXTS: Final = frozenset({"append", "format", "formatted", "insert", "toString", "valueOf"})
"""Methods of strings and their builders that make a text of what they are given."""

_DEEPEST: Final = 20


def text_of_object(world: World, value: Value, span: Span, depth: int = 0) -> Step:
    """Come to the text of an object; what has none that is known stays as it is."""
    if depth > _DEEPEST:
        return value
    match value:
        case Instance():
            return (yield _text_of_instance(world, value, span, depth))
        case ExceptionValue():
            return exception_text(value)
        case ListValue(kind="entry", backing=None, elements=elements) if world.is_kotlin(span):
            return _within("(", (yield _joined(world, elements, ", ", span, depth)), ")")
        case ListValue(kind="entry", elements=[key, held]):
            return (yield _joined(world, (key, held), "=", span, depth))
        case ListValue(kind="optional", is_exact=True, elements=elements, element_type=of_numbers):
            if not elements:
                return Constant(f"Optional{of_numbers}.empty")
            return _within(f"Optional{of_numbers}[", (yield text_of_object(world, elements[0], span, depth + 1)), "]")
        case ListValue(kind=kind) | MapValue(kind=kind):
            in_order = in_iteration_order(value)
            if in_order is None or not (isinstance(value, MapValue) or kind in _LISTS or kind.endswith(" set")):
                return value
            start, end = ("{", "}") if isinstance(value, MapValue) else ("[", "]")
            return _within(start, (yield _joined(world, in_order, ", ", span, depth)), end)
        case _:
            return value


def as_texts(world: World, target: Value, method: str, arguments: list[Value], span: Span) -> Step:
    """Give the arguments of a method that makes a text of them as the texts that they become there."""
    makes_text = (
        (isinstance(target, LibraryClass) and target.name in ("String", "Objects"))
        or (isinstance(target, ListValue) and target.kind == "text")
        or (isinstance(target, Constant) and isinstance(target.value, str))
    )
    if not makes_text or method not in _MAKE_TEXTS:
        return arguments
    texts: list[Value] = []
    for argument in arguments:
        is_text = isinstance(argument, ListValue) and argument.kind in ("text", "array")
        texts.append(argument if is_text else (yield text_of_object(world, argument, span)))
    return texts


def _text_of_instance(world: World, value: Instance, span: Span, depth: int) -> Step:
    own = value.info.find_function("toString", 0)
    if own is not None:
        return (yield invoke(world, own, value, [], span, value.scope))
    if "name()" in value.fields:
        return value.fields["name()"]
    if value.info.declaration.kind == "record":
        result: Value = Constant(f"{value.info.name}[")
        for index, component in enumerate(value.info.declaration.parameters):
            result = join_text(result, Constant(f"{', ' if index else ''}{component.name}="))
            held = value.fields.get(component.name)
            if held is None:
                return value
            result = join_text(result, (yield text_of_object(world, held, span, depth + 1)))
        return join_text(result, Constant("]"))
    inherited = yield call_behind(world, value, "toString", [], span)
    return value if inherited is None else inherited


def _joined(world: World, values: Sequence[Value], between: str, span: Span, depth: int) -> Step:
    result: Value = Constant("")
    for index, value in enumerate(values):
        if index:
            result = join_text(result, Constant(between))
        result = join_text(result, (yield text_of_object(world, value, span, depth + 1)))
    return result


def _within(start: str, text: Value, end: str) -> Value:
    return join_text(join_text(Constant(start), text), Constant(end))
