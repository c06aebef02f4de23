"""java.util.Properties, configuration maps and the environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.arithmetic import is_string
from topoviz.engine.dsl.library.map_views import MapView
from topoviz.engine.dsl.library.object_classes import UNNAMED
from topoviz.engine.dsl.library.views import PropertiesMap
from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.values import (
    NULL,
    Constant,
    FileText,
    ListValue,
    MapValue,
    Text,
    Unknown,
    Value,
    is_certainly_null,
    text_of,
)
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

NOT_HERE = "It is read from configuration, and none that is here has it."


def new_properties(defaults: Value | None) -> PropertiesValue:
    """Make `new Properties(defaults)`, whose defaults are no entries of its own; a number is an initial capacity."""
    if isinstance(defaults, PropertiesValue):
        return PropertiesValue(defaults=defaults)
    return copy_properties(defaults)


def copy_properties(source: Value | None) -> PropertiesValue:
    """Make properties with the same entries."""
    if isinstance(source, PropertiesValue):
        return PropertiesValue(dict(source.entries), source.is_exact, source.defaults, dict(source.places))
    return PropertiesValue(is_exact=source is None or isinstance(source, Constant))


def as_properties(value: Value | None) -> PropertiesValue:
    """Give properties as such, whatever they were held in."""
    if isinstance(value, PropertiesValue):
        return value
    if isinstance(value, MapValue):
        entries = {key: entry for key, entry in value.entries.items() if isinstance(key, str)}
        return PropertiesValue(entries, value.is_exact)
    return PropertiesValue(is_exact=False)


def call_properties(
    world: World, properties: PropertiesValue, method: str, arguments: list[Value], span: Span
) -> Value:
    """Call a method of Properties."""
    key = arguments[0].value if arguments and isinstance(arguments[0], Constant) else None
    added = arguments[0].entries.values() if arguments and isinstance(arguments[0], MapValue) else ()
    gives_null = map(is_certainly_null, arguments[:2] if method != "putAll" else added)
    if method in _REFUSING_NULL and any(gives_null):
        reason = f"{method}() is given null, which java.util.Properties refuses."
        world.doubt("refused-null", span, reason, "Java ends the program here, unless the exception is caught.")
    match method:
        case "put" | "setProperty" | "putIfAbsent" if len(arguments) == 2:
            return _put(properties, method, key, arguments[1], span)
        case "getProperty" if isinstance(key, str):
            return _get_text(world, properties, key, arguments, span)
        case "getProperty" | "get" | "getOrDefault":
            return _get(world, properties, key, arguments, span)
        case "load" if arguments and isinstance(arguments[0], FileText):
            _load(world, properties, arguments[0])
            return NULL
        case "putAll" if arguments:
            _put_all(properties, arguments[0])
            return NULL
        case "remove" if isinstance(key, str) and properties.is_exact:
            return properties.entries.pop(key, NULL)
        case "clear":
            properties.entries.clear()
            properties.is_exact = True
            return NULL
        case "keySet" | "values" | "entrySet" if not arguments:
            return MapView(PropertiesMap(properties), method)
        case "stringPropertyNames" if not arguments:
            return _names_of_texts(properties)
        case "size" | "isEmpty" if properties.is_exact and not arguments:
            count = len(properties.entries)
            return Constant(count if method == "size" else not count)
        case "containsKey" | "contains" if isinstance(key, str) and (properties.is_exact or key in properties.entries):
            return Constant(key in properties.entries)
        case _ if method not in _QUESTIONS:
            properties.forget(f"{method}() may change the properties in a way that is not followed here.")
    return world.unknown(world.text_at(span), NOT_HERE, span)


def _names_of_texts(properties: PropertiesValue) -> ListValue:
    """Properties#stringPropertyNames: a set of its own, of the names of strings, those of the defaults among them."""
    layers = [properties]
    while layers[-1].defaults is not None:
        layers.append(layers[-1].defaults)
    held = {name: value for layer in reversed(layers) for name, value in layer.entries.items()}
    are_known = all(layer.is_exact for layer in layers)
    are_texts = all(isinstance(value, Constant | Text) for value in held.values())
    names: list[Value] = [Constant(name) for name, value in held.items() if not _is_other(value)]
    return ListValue(names, "unordered set", are_known and are_texts, is_fixed=True, class_name=UNNAMED)


def _is_other(value: Value) -> bool:
    """Tell whether a property is certainly no string, so that getProperty() does not see it."""
    return isinstance(value, Constant) and not is_string(value)


_REFUSING_NULL: Final = frozenset({"put", "putAll", "putIfAbsent", "setProperty"})
_QUESTIONS: Final = frozenset({
    "containsKey", "contains", "containsValue", "size", "isEmpty", "keySet", "keys", "values", "entrySet", "elements",
    "stringPropertyNames", "propertyNames", "list", "store", "equals", "hashCode", "toString", "clone", "forEach",
})  # fmt: skip


def _load(world: World, properties: PropertiesValue, source: FileText) -> None:
    """Read a file of the bundle, as Properties#load does."""
    settings = world.configuration.file_named(source.name)
    if settings is None:
        properties.forget(f"{source.name} is not in the text, or is in it more than once.")
    for setting in settings or ():
        known = setting.value is not None
        value = Constant(setting.value) if known else Unknown(setting.key, NOT_HERE)
        properties.put(setting.key, value, setting.span)


def _put(properties: PropertiesValue, method: str, key: object, value: Value, span: Span) -> Value:
    """Set a property; under a key that is not known it may replace any other."""
    if not isinstance(key, str):
        properties.forget("A property was set under a key that is not known.")
        return Unknown(method, "Which property was set is not known.")
    is_known = properties.is_exact or key in properties.entries
    before = properties.entries.get(key, NULL) if is_known else Unknown(key, NOT_HERE)
    if method != "putIfAbsent" or before == NULL:
        properties.put(key, value, span)
    elif not is_known:
        properties.entries[key] = Unknown(key, NOT_HERE)
    return before


def _get(world: World, properties: PropertiesValue, key: object, arguments: list[Value], span: Span) -> Value:
    if not isinstance(key, str):
        return world.unknown(world.text_at(span), NOT_HERE, span)
    if key in properties.entries:
        return properties.entries[key]
    if properties.is_exact:
        return arguments[1] if len(arguments) > 1 else NULL
    return _open_or_default(world, key, arguments, span)


def _open_or_default(world: World, key: str, arguments: list[Value], span: Span) -> Value:
    """Give what configuration outside the text may set; a default that the program has for it is likely, and shown."""
    default = text_of(arguments[1]) if len(arguments) > 1 else None
    if default is None or key in world.set_values:
        return world.unknown(key, NOT_HERE, span, "String")
    reason = f"This is what {key} falls back to; whether it is configured is not in the text."
    world.note_likely(reason, key)
    return Unknown(key, reason, span, "String", likely=default)


def or_default(world: World, value: Value, default: Value, span: Span) -> Value | None:
    """Give what stands for a setting that the program replaces by a default where it is not there.

    None is given when the value is no setting, or the default no text.
    """
    is_setting = isinstance(value, Unknown) and value.reason == NOT_HERE
    if not isinstance(value, Unknown) or not is_setting or text_of(default) is None:
        return None
    return _open_or_default(world, value.key, [value, default], span)


def call_system(world: World, method: str, arguments: list[Value], span: Span) -> Value | None:
    """Call what java.lang.System says of its properties and of the environment."""
    match method, len(arguments):
        case "getenv", 0:
            return PropertiesValue(is_exact=False)
        case "getenv", 1:
            return call_properties(world, PropertiesValue(is_exact=False), "get", arguments, span)
        case "getProperties", 0:
            return world.system_properties
        case "getProperty" | "setProperty", _:
            return call_properties(world, world.system_properties, method, arguments, span)
        case "clearProperty", 1:
            key = arguments[0].value if isinstance(arguments[0], Constant) else None
            return _put(world.system_properties, method, key, NULL, span)
        case _:
            return None


def _get_text(world: World, properties: PropertiesValue, key: str, arguments: list[Value], span: Span) -> Value:
    """getProperty() sees only strings, and asks the defaults for what is missing."""
    own = properties.entries.get(key)
    is_text = own is not None and not (isinstance(own, Constant) and not isinstance(own.value, str))
    if own is not None and is_text:
        return own
    if own is None and not properties.is_exact:
        return _open_or_default(world, key, arguments, span)
    if properties.defaults is not None:
        return _get_text(world, properties.defaults, key, arguments, span)
    return arguments[1] if len(arguments) > 1 else NULL


def _put_all(properties: PropertiesValue, other: Value) -> None:
    """Take over entries; those that are not known may replace any of the old ones."""
    if not isinstance(other, PropertiesValue | MapValue) or not other.is_exact:
        properties.forget("What is added to the properties is not known for certain.")
    if isinstance(other, PropertiesValue | MapValue):
        properties.entries.update({key: value for key, value in other.entries.items() if isinstance(key, str)})
    if isinstance(other, PropertiesValue):
        properties.places.update(other.places)
