"""Static methods of library classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topoviz.engine.dsl.library import collections, options, stores, texts, windows
from topoviz.engine.dsl.library.properties import NOT_IN_TEXT
from topoviz.engine.dsl.objects import SerdeValue
from topoviz.engine.dsl.operators.serdes import built_in_serde
from topoviz.engine.dsl.values import NULL, Constant, ListValue, Opaque, Value
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World


def call_static(world: World, owner: str, method: str, arguments: list[Value], span: Span) -> Value | None:
    """Call a static method of a library class, or give None when it is not known here."""
    first = arguments[0] if arguments else None
    if owner in options.KINDS:
        return options.make_options(owner, method, arguments, world.origin(span))
    if owner in windows.KINDS:
        return windows.make_windows(owner, method)
    made = collections.make_list(owner, method, arguments) or collections.make_map(owner, method, arguments)
    if made is not None:
        return made
    match owner, method:
        case "Stores", _:
            return stores.call_stores(method, arguments)
        case "Serdes", _:
            text = built_in_serde(method)
            return SerdeValue(f"org.apache.kafka.common.serialization.Serdes${method}?" if text is None else text)
        case "Pattern", "compile" if isinstance(first, Constant):
            return Opaque(f"Pattern:{first.value}")
        case (("String" | "Objects" | "Integer" | "Long"), ("valueOf" | "toString")) if first is not None:
            return texts.value_of(first) if owner in ("String", "Objects") or method == "toString" else first
        case "String", "format" if isinstance(first, Constant) and isinstance(first.value, str):
            return texts.format_text(world, first.value, _spread(arguments[1:]), span)
        case "String", "join" if first is not None:
            return texts.join_texts(first, _spread(arguments[1:]))
        case "Objects", ("requireNonNull" | "requireNonNullElse") if first is not None:
            return first
        case "System", ("getenv" | "getProperty") if isinstance(first, Constant) and isinstance(first.value, str):
            return world.unknown(first.value, NOT_IN_TEXT, span, "String")
        case ("Optional", ("of" | "ofNullable")) if first is not None:
            return ListValue([first], kind="optional")
        case "Optional", "empty":
            return ListValue([], kind="optional")
        case ("Thread", _) | ("System", _):
            return NULL
        case _:
            return None


def _spread(arguments: list[Value]) -> list[Value]:
    """Variadic arguments may come as one list or array."""
    if len(arguments) == 1 and isinstance(arguments[0], ListValue) and arguments[0].is_exact:
        return arguments[0].elements
    return arguments
