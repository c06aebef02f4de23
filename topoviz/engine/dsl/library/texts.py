"""java.lang.String, as far as topic, store and operator names are made with it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from topoviz.engine.dsl.values import Constant, ListValue, Text, Unknown, Value, join_text, text_of
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World


def call_text(world: World, text: Value, method: str, arguments: list[Value], span: Span) -> Value:
    """Call a method of a string, known or partly known."""
    if method == "concat" and arguments:
        return join_text(text, arguments[0])
    if method in ("toString", "intern", "strip", "trim") and isinstance(text, Text | Unknown):
        return text
    known = text.value if isinstance(text, Constant) else None
    constants = [argument.value for argument in arguments if isinstance(argument, Constant)]
    if isinstance(known, str) and len(constants) == len(arguments):
        result = _call_known(known, method, constants)
        if result is not None:
            return result
    if method in ("format", "formatted") and isinstance(known, str):
        return format_text(world, known, arguments, span)
    return world.unknown(world.text_at(span), "The text does not determine this string.", span, "String")


def _call_known(text: str, method: str, arguments: Sequence[object]) -> Value | None:
    match method, arguments:
        case (("toString" | "intern"), []):
            return Constant(text)
        case "toUpperCase", _:
            return Constant(text.upper())
        case "toLowerCase", _:
            return Constant(text.lower())
        case (("trim" | "strip"), []):
            return Constant(text.strip())
        case "length", []:
            return Constant(len(text))
        case (("isEmpty" | "isBlank"), []):
            return Constant(not (text.strip() if method == "isBlank" else text))
        case "equals", [other]:
            return Constant(text == other)
        case "equalsIgnoreCase", [str(other)]:
            return Constant(text.lower() == other.lower())
        case "startsWith", [str(other)]:
            return Constant(text.startswith(other))
        case "endsWith", [str(other)]:
            return Constant(text.endswith(other))
        case "contains", [str(other)]:
            return Constant(other in text)
        case "replace", [str(old), str(new)]:
            return Constant(text.replace(old, new))
        case "repeat", [int(count)] if 0 <= count * len(text) <= 100_000:
            return Constant(text * count)
        case "substring", [int(start)] if 0 <= start <= len(text):
            return Constant(text[start:])
        case "substring", [int(start), int(end)] if 0 <= start <= end <= len(text):
            return Constant(text[start:end])
        case "split", [str(separator), *_] if re.fullmatch(r"[\w\s,;:/-]+", separator) and text:
            parts: list[Value] = [Constant(part) for part in text.split(separator)]
            while len(parts) > 1 and parts[-1] == Constant(""):
                parts.pop()
            return ListValue(parts, kind="array")
        case "hashCode", []:
            return None
        case _:
            return None


def format_text(world: World, template: str, arguments: list[Value], span: Span) -> Value:
    """String.format with `%s`, `%d` and `%n`; other conversions make the result unknown."""
    result: Value = Constant("")
    rest = list(arguments)
    for piece in re.split(r"(%[sdn%])", template):
        match piece:
            case "%s" | "%d" if rest:
                result = join_text(result, rest.pop(0))
            case "%n":
                result = join_text(result, Constant("\n"))
            case "%%":
                result = join_text(result, Constant("%"))
            case _ if "%" in piece:
                return world.unknown(world.text_at(span), f"{piece!r} is a format not followed here.", span, "String")
            case _:
                result = join_text(result, Constant(piece))
    return result


def call_string_builder(builder: ListValue, method: str, arguments: list[Value]) -> Value:
    """Call a method of a StringBuilder, which holds its text as its only element."""
    if method == "append" and arguments:
        builder.elements[0] = join_text(builder.elements[0], arguments[0])
        return builder
    if method == "toString":
        return builder.elements[0]
    builder.elements[0] = Unknown("StringBuilder", f"{method}() of a StringBuilder is not followed here.")
    return builder


def join_texts(separator: Value, elements: list[Value]) -> Value:
    """String.join."""
    result: Value = Constant("")
    for index, element in enumerate(elements):
        if index:
            result = join_text(result, separator)
        result = join_text(result, element)
    return result


def value_of(value: Value) -> Value:
    """String.valueOf."""
    known = text_of(value)
    return value if known is None else Constant(known)
