"""Values that come from configuration: what the bundle's files set, and what a program falls back to.

Spring: PropertyPlaceholderHelper; the signs `${key:default}` may hold others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from topoviz.engine.dsl.interpreter.world import World, constant_from
from topoviz.engine.dsl.library.properties import NOT_HERE
from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.values import Constant, Unknown, Value, join_text, text_of
from topoviz.engine.source import Span

DEEPEST: Final = 12
"""How far placeholders are followed into each other; some lead back to themselves."""

NOWHERE: Final = Span(0, 0, 0)
"""Where a setting is asked for that no line of the program asks for."""

_OF_ENVIRONMENT: Final = re.compile(r"[A-Z][A-Z0-9_]*")
_SIGNS: Final = re.compile(r"\$\{|[:}]")
Placeholder = tuple[str, str | None]
"""A key, and what stands for it where it is not set; both may hold placeholders."""


def configured(
    world: World,
    key: str,
    span: Span,
    type_name: str = "String",
    default: Value | None = None,
    *,
    loosely: bool = False,
    depth: int = 0,
) -> Value:
    """Give what is configured under a key, or the default; one that other configuration may replace is only likely.

    `depth` says through how many placeholders it was come to.
    """
    if key in world.set_values:
        return constant_from(world.set_values[key], type_name)
    found = world.configuration.find_loosely(key) if loosely else world.configuration.find(key)
    if found is None:
        return _fallen_back(world, key, span, type_name, default)
    if found.value is None:
        return world.unknown(key, found.doubt or "It is written in a way that is not followed.", span, type_name)
    value = with_placeholders(world, found.value, found.span, type_name, depth + 1)
    return likely(world, key, value, found.doubt, span, type_name) if found.doubt else value


def setting(world: World, key: str) -> Value | None:
    """Give what is set under a key, however it is written; None when nothing sets it."""
    is_set = key in world.set_values or world.configuration.find_loosely(key) is not None
    return configured(world, key, NOWHERE, loosely=True) if is_set else None


def take_below(world: World, properties: PropertiesValue, prefix: str) -> None:
    """Take over all settings below a prefix."""
    for key in world.configuration.keys_below(prefix):
        take(world, properties, key[len(prefix) + 1 :], key)


def take(world: World, properties: PropertiesValue, name: str, key: str) -> None:
    """Take over what is set under a key, as the entry of a name; nothing where nothing sets it."""
    value = setting(world, key)
    if value is None:
        return
    found = None if key in world.set_values else world.configuration.find_loosely(key)
    if found is None:
        properties.entries[name] = value
    else:
        properties.put(name, value, found.span)


def _fallen_back(world: World, key: str, span: Span, type_name: str, default: Value | None) -> Value:
    """Take the default where the files that might set the key are there and do not."""
    if default is None:
        return world.unknown(key, NOT_HERE, span, type_name)
    if world.configuration.has_application and not _OF_ENVIRONMENT.fullmatch(key):
        return default
    reason = f"This is what {key} falls back to; whether it is configured is not in the text."
    return likely(world, key, default, reason, span, type_name)


def likely(world: World, key: str, value: Value, reason: str, span: Span, type_name: str = "String") -> Value:
    """Make a value that is probably this one; it is shown, and marked as unsure."""
    text = text_of(value)
    if text is None:
        return value
    world.note_likely(reason, key)
    return Unknown(key, reason, span, type_name, likely=text)


def with_placeholders(world: World, text: str, span: Span, type_name: str = "String", depth: int = 0) -> Value:
    """Put values in the place of `${key}` and `${key:default}`."""
    parts = list(_pieces(text))
    if depth > DEEPEST:
        return world.unknown(text, "Its placeholders lead into each other without end.", span)
    if all(isinstance(part, str) for part in parts):
        return constant_from(text, type_name)
    whole: Value | None = None
    for part in parts:
        value = Constant(part) if isinstance(part, str) else _placeholder(world, part, span, type_name, depth)
        whole = value if whole is None else join_text(whole, value)
    if isinstance(whole, Constant) and isinstance(whole.value, str):
        return constant_from(whole.value, type_name)
    return Constant("") if whole is None else whole


def _placeholder(world: World, inside: Placeholder, span: Span, type_name: str, depth: int) -> Value:
    key, fallback = inside
    default = None if fallback is None else with_placeholders(world, fallback, span, type_name, depth + 1)
    if "${" in key:
        filled = text_of(with_placeholders(world, key, span, "String", depth + 1))
        if filled is None:
            return world.unknown(key, NOT_HERE, span, type_name)
        key = filled
    return configured(world, key, span, type_name, default, depth=depth)


def _pieces(text: str) -> Iterator[str | Placeholder]:
    """Take a text apart into plain pieces and its outermost placeholders; their first colon is before the default."""
    taken = start = depth = 0
    colon = -1
    for sign in _SIGNS.finditer(text):
        if sign[0] == "${":
            start, colon = (start, colon) if depth else (sign.start(), -1)
            depth += 1
        elif sign[0] == ":":
            colon = sign.start() if depth == 1 and colon < 0 else colon
        elif depth:
            depth -= 1
            if not depth:
                end = sign.start()
                yield from filter(None, [text[taken:start]])
                yield (text[start + 2 : end], None) if colon < 0 else (text[start + 2 : colon], text[colon + 1 : end])
                taken = sign.end()
    yield from filter(None, [text[taken:]])
