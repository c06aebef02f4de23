"""java.util.Properties, configuration maps and the environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.values import NULL, Constant, MapValue, Opaque, Value
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

NOT_IN_TEXT = "It is read from configuration, which is not in the text."


def copy_properties(source: Value | None) -> PropertiesValue:
    """Make new properties; given defaults are taken over."""
    if isinstance(source, PropertiesValue):
        return PropertiesValue(dict(source.entries), source.is_exact)
    return PropertiesValue(is_exact=source is None)


def call_properties(
    world: World, properties: PropertiesValue, method: str, arguments: list[Value], span: Span
) -> Value:
    """Call a method of Properties."""
    key = arguments[0].value if arguments and isinstance(arguments[0], Constant) else None
    if method in ("put", "setProperty", "putIfAbsent") and len(arguments) == 2:
        if not isinstance(key, str):
            properties.is_exact = False
        elif method != "putIfAbsent" or key not in properties.entries:
            properties.entries[key] = arguments[1]
        return NULL
    if method in ("getProperty", "get", "getOrDefault"):
        return _get(world, properties, key, arguments, span)
    if method == "putAll" and arguments:
        _put_all(properties, arguments[0])
        return NULL
    if method in ("load", "remove", "clear"):
        properties.is_exact = False
        return NULL
    if method == "containsKey" and isinstance(key, str) and (properties.is_exact or key in properties.entries):
        return Constant(key in properties.entries)
    return Opaque(method)


def _get(world: World, properties: PropertiesValue, key: object, arguments: list[Value], span: Span) -> Value:
    if not isinstance(key, str):
        return world.unknown(world.text_at(span), NOT_IN_TEXT, span)
    if key in properties.entries:
        return properties.entries[key]
    if properties.is_exact:
        return arguments[1] if len(arguments) > 1 else NULL
    return world.unknown(key, NOT_IN_TEXT, span, "String")


def _put_all(properties: PropertiesValue, other: Value) -> None:
    if isinstance(other, PropertiesValue):
        properties.entries.update(other.entries)
        properties.is_exact = properties.is_exact and other.is_exact
    elif isinstance(other, MapValue):
        properties.entries.update({key: value for key, value in other.entries.items() if isinstance(key, str)})
        properties.is_exact = properties.is_exact and other.is_exact
    else:
        properties.is_exact = False
