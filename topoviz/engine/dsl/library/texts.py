"""java.lang.String, as far as topic, store and operator names are made with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from topoviz.engine import regular_expressions
from topoviz.engine.dsl.arithmetic import equal_objects
from topoviz.engine.dsl.budget import check_text
from topoviz.engine.dsl.library.formats import format_values
from topoviz.engine.dsl.library.locales import is_locale
from topoviz.engine.dsl.library.pattern_doubts import doubt_pattern
from topoviz.engine.dsl.library.text_refusals import refuse_bounds
from topoviz.engine.dsl.numbers import CHARACTER, wrapped
from topoviz.engine.dsl.values import JAVA_STREAM, Constant, ListValue, Text, Unknown, Value, join_text, taint, text_of
from topoviz.engine.java_order.strings import string_hash
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
    is_plain = isinstance(known, str) and all(ord(letter) <= _LAST_OF_ONE_UNIT for letter in known)
    constants = [argument.value for argument in arguments if isinstance(argument, Constant)]
    other = arguments[0] if len(arguments) == 1 else None
    if method == "equals" and isinstance(text, Constant) and isinstance(other, Constant):
        return Constant(bool(equal_objects(text, other)))
    if method in _TAKING_PATTERNS and not world.is_kotlin(span) and constants and isinstance(constants[0], str):
        doubt_pattern(world, constants[0], span)
    ignores_case = any(isinstance(constant, bool) for constant in constants)  # `startsWith("a", true)` in Kotlin
    if isinstance(known, str) and is_plain and len(constants) == len(arguments) and not ignores_case:
        result = _call_known(known, method, constants)
        if result is not None:
            check_text(len(result.value) if isinstance(result, Constant) and isinstance(result.value, str) else 0)
            return result
        refuse_bounds(known, method, constants, world.origin(span))
    if isinstance(known, str) and is_plain and method in ("toUpperCase", "toLowerCase") and is_locale(arguments[0]):
        return _call_known(known, method, ()) or text
    if isinstance(known, str) and is_plain and method == "chars" and not arguments:
        return ListValue([Constant(ord(letter)) for letter in known], kind="java stream")
    for argument in arguments:
        if isinstance(argument, ListValue):
            taint(argument, f"{method}() of a text may write into it.")
    if method in ("format", "formatted") and isinstance(known, str):
        return format_text(world, known, arguments, span)
    return world.unknown(world.text_at(span), "The text does not determine this string.", span, "String")


_LAST_OF_ONE_UNIT: Final = 0xFFFF
"""Java counts a letter beyond this one as two."""

_TAKING_PATTERNS: Final = frozenset({"matches", "replaceAll", "replaceFirst", "split"})
_LINE_END: Final = re.compile(r"\r\n|[\r\n]")
_WHITE: Final = " \t\n\v\f\r\x1c\x1d\x1e\x1f"

_CONTROLS: Final = "".join(map(chr, range(0x21)))
"""What String#trim takes away; String#strip takes white space of all scripts."""


def _compared(text: str, other: str) -> int:
    apart = next((at for at, (one, two) in enumerate(zip(text, other, strict=False)) if one != two), None)
    return len(text) - len(other) if apart is None else ord(text[apart]) - ord(other[apart])


_ALONE: Final[dict[str, Callable[[str], str | int]]] = {
    "toString": str,
    "intern": str,
    "toUpperCase": str.upper,
    "toLowerCase": str.lower,
    "trim": lambda text: text.strip(_CONTROLS),
    "strip": lambda text: text.strip(_WHITE),
    "stripLeading": lambda text: text.lstrip(_WHITE),
    "stripTrailing": lambda text: text.rstrip(_WHITE),
    "length": len,
    "isEmpty": lambda text: not text,
    "isBlank": lambda text: not text.strip(),
    "hashCode": lambda text: wrapped(string_hash(text), 32),
}
_BESIDE_ANOTHER: Final[dict[str, Callable[[str, str], str | int]]] = {
    "equalsIgnoreCase": lambda text, other: text.lower() == other.lower(),
    "startsWith": str.startswith,
    "endsWith": str.endswith,
    "contains": str.__contains__,
    "contentEquals": str.__eq__,
    "indexOf": str.find,
    "lastIndexOf": str.rfind,
    "compareTo": _compared,
    "compareToIgnoreCase": lambda text, other: _compared(text.lower(), other.lower()),
}
"""What methods give that look at the text alone, and those that hold it against another one."""

_OF_ASCII: Final = frozenset({"strip", "stripLeading", "stripTrailing", "compareToIgnoreCase"})
"""Methods that are followed as far as ASCII goes."""


def _call_known(text: str, method: str, arguments: Sequence[object]) -> Value | None:
    """Call a method of a string that is known with constants; None for what is not followed."""
    if method in _OF_ASCII and not all(str(one).isascii() for one in (text, *arguments)):
        return None
    match method, arguments:
        case _, [] if method in _ALONE:
            return Constant(_ALONE[method](text))
        case _, [str(other)] if method in _BESIDE_ANOTHER:
            return Constant(_BESIDE_ANOTHER[method](text, other))
        case "replace", [str(old), str(new)]:
            check_text(len(text) + text.count(old) * (len(new) - len(old)))
            return Constant(text.replace(old, new))
        case "repeat", [int(count)] if 0 <= count * len(text) <= 100_000:
            return Constant(text * count)
        case "substring", [int(start)] if 0 <= start <= len(text):
            return Constant(text[start:])
        case "substring", [int(start), int(end)] if 0 <= start <= end <= len(text):
            return Constant(text[start:end])
        case "split", [str(pattern)]:
            return _split(text, pattern, 0)
        case "split", [str(pattern), int(limit)]:
            return _split(text, pattern, limit)
        case "lines", []:
            lines = _LINE_END.split(text)  # none is empty behind the last end of a line
            return ListValue([Constant(line) for line in (lines if lines[-1] else lines[:-1])], kind=JAVA_STREAM)
        case "charAt", [int(at)] if 0 <= at < len(text):
            return Constant(text[at], CHARACTER)
        case "toCharArray", []:
            return ListValue([Constant(letter, CHARACTER) for letter in text], kind="array")
        case "indexOf", [str(part), int(start)]:
            return Constant(text.find(part, min(max(start, 0), len(text))))
        case (("replaceAll" | "replaceFirst"), [str(pattern), str(replacement)]):
            made = regular_expressions.replaced(text, pattern, replacement, count=int(method == "replaceFirst"))
            return None if made is None else Constant(made)
        case "matches", [str(pattern)]:
            known = regular_expressions.matches(text, pattern)
            return None if known is None else Constant(known)
        case _:
            return None


def _split(text: str, pattern: str, limit: int) -> ListValue | None:
    """String#split; a limit of 0 drops empty parts at the end, all of them if need be."""
    separator = _plain_separator(pattern)
    if separator is not None:
        parts = text.split(separator, limit - 1) if limit > 0 else text.split(separator)
    else:
        found = regular_expressions.split(text, pattern, limit)
        if found is None:
            return None
        parts = found
    if limit == 0 and len(parts) > 1:
        while parts and not parts[-1]:
            parts.pop()
    return ListValue([Constant(part) for part in parts], kind="array", class_name="String[]")


def _plain_separator(pattern: str) -> str | None:
    """Give what a regular expression matches when that is one text: no signs, or single ones behind a backslash."""
    if re.fullmatch(r"(?:[\w\s,;:/@#%&=<>!~'\"-]|\\[^\w\s])+", pattern) is None:
        return None
    return re.sub(r"\\(.)", r"\1", pattern)


def format_text(world: World, template: str, arguments: list[Value], span: Span) -> Value:
    """String.format; what Java may refuse is told."""
    made = format_values(template, arguments)
    if not made.is_taken:
        reason = f"Whether Java takes the format {template!r} with what it is given is not known."
        world.doubt("refused-format", span, reason, "Java may end the program here.")
    if made.value is not None:
        return made.value
    return world.unknown(world.text_at(span), f"{template!r} is a format not followed here.", span, "String")


def call_string_builder(builder: ListValue, method: str, arguments: list[Value]) -> Value | None:
    """Call a method of a StringBuilder, which holds its text as its only element."""
    held = builder.elements[0]
    known = held.value if isinstance(held, Constant) and isinstance(held.value, str) else None
    match method, arguments:
        case "toString", []:
            return held
        case "append", [added] if not isinstance(added, ListValue) or added.kind == "text":
            builder.elements[0] = join_text(held, added.elements[0] if isinstance(added, ListValue) else added)
        case "insert", [Constant(value=0), added]:
            builder.elements[0] = join_text(value_of(added), held)
        case "insert", [Constant(value=int(at)), Constant() as added] if known is not None and 0 < at <= len(known):
            builder.elements[0] = join_text(join_text(Constant(known[:at]), added), Constant(known[at:]))
        case "delete", [Constant(value=int(start)), Constant(value=int(end))] if (
            known is not None and 0 <= start <= min(end, len(known))
        ):
            builder.elements[0] = Constant(known[:start] + known[end:])
        case "replace", [Constant(value=int(start)), Constant(value=int(end)), Constant(value=str(added))] if (
            known is not None and 0 <= start <= min(end, len(known))
        ):
            builder.elements[0] = Constant(known[:start] + added + known[end:])
        case "setLength", [Constant(value=0)]:
            builder.elements[0] = Constant("")
        case (("length" | "isEmpty" | "charAt" | "indexOf" | "lastIndexOf" | "substring"), _):
            constants = [argument.value for argument in arguments if isinstance(argument, Constant)]
            if known is None or len(constants) != len(arguments):
                return None
            return _call_known(known, method, constants)
        case _:
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
