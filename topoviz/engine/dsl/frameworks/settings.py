"""Fields and parameters that a framework fills from configuration.

Spring: `@Value`, `@ConfigurationProperties`. MicroProfile: `@ConfigProperty`, `@ConfigMapping`. Micronaut: `@Property`.
"""

from __future__ import annotations

import re
from typing import Final

from topoviz.engine.dsl.arithmetic import unset
from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.configured import configured, setting, with_placeholders
from topoviz.engine.dsl.interpreter.classes.classes import instantiate
from topoviz.engine.dsl.interpreter.classes.fields import set_field
from topoviz.engine.dsl.interpreter.classes.finding import find_class
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World, constant_from
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import NULL, Constant, Instance, Key, ListValue, MapValue, Text, Unknown, Value, text_of
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.tree import TypeName

Place = tree.Parameter | tree.Declare

_LISTS: Final = {"List": "list", "Collection": "list", "Set": "set", "ArrayList": "list"}
_SPLIT: Final = re.compile(r"#\{\s*'([^']*)'\.split\('([^']+)'\)\s*\}")
"""The one expression of Spring's language that topics are often written with: a text, split."""

_TEXT: Final = TypeName("String")


def prefix_of(info: ClassInfo) -> str | None:
    """Give the prefix of the keys that fill a class; None when its fields are not configured."""
    found = annotated.find(info.declaration.annotations, "ConfigurationProperties", "ConfigMapping")
    return None if found is None else annotated.text_argument(found, "prefix", "value")


def configured_place(world: World, place: Place, owner: ClassInfo | None, prefix: str | None) -> Step:
    """Come to the value that configuration gives a parameter or field; None when it gives none."""
    known = yield _annotated(world, place, owner)
    if known is not None or prefix is None or owner is None:
        return known
    key, wanted = f"{prefix}.{place.name}", place.type or _TEXT
    if isinstance(place, tree.Parameter):
        fallback = annotated.text(place.annotations, "DefaultValue")
        default = Constant(fallback) if fallback else _unset(wanted)
        return (yield bound(world, key, wanted, place.span, owner, default))
    if place.type is None or not _is_bound(owner, place):
        return None
    return (yield bound(world, key, wanted, place.span, owner, None, place.value))


def _unset(wanted: TypeName) -> Value | None:
    """Give what Java has in the place of a number or truth that nothing sets."""
    value = NULL if wanted.dimensions else unset(wanted.simple_name)
    return None if value == NULL else value


def _is_bound(info: ClassInfo, member: tree.Declare) -> bool:
    """Tell whether Spring fills a field, or the object that a final one holds and a getter gives.

    Spring Boot: JavaBeanBinder.
    """
    if "final" not in member.modifiers:
        return True
    made = member.value
    has_getter = bool(info.functions.get(f"get{member.name[:1].upper()}{member.name[1:]}"))
    has_getter = has_getter or annotated.has((*info.declaration.annotations, *member.annotations), "Data", "Getter")
    return isinstance(made, tree.New) and not made.arguments and has_getter


def _annotated(world: World, place: Place, owner: ClassInfo | None) -> Step:
    given, span, wanted = place.annotations, place.span, place.type or _TEXT
    scope = Scope(None, None, owner)
    by_text = annotated.argument(annotated.find(given, "Value"), "value")
    if by_text is not None:
        text = yield evaluate(world, by_text, scope)
        return _of_text(world, text, wanted, span)
    by_key = annotated.find(given, "ConfigProperty", "Property")
    name = annotated.argument(by_key, "name", "value")
    if name is None:
        return None
    key = yield evaluate(world, name, scope)
    fallback = annotated.argument(by_key, "defaultValue")
    default = None if fallback is None else (yield evaluate(world, fallback, scope))
    if not isinstance(key, Constant) or not isinstance(key.value, str):
        return None
    elements = (yield _elements(world, key.value, wanted, span, owner)) if _is_list(wanted) else None
    if elements is not None:
        return elements
    return _converted(configured(world, key.value, span, wanted.simple_name, default), wanted)


def _of_text(world: World, text: Value, wanted: TypeName, span: Span) -> Value | None:
    """Read the text of `@Value`; expressions in Spring's own language are not worked out, but for one."""
    if not isinstance(text, Constant) or not isinstance(text.value, str):
        return text if isinstance(text, Unknown | Text) else None
    split = _SPLIT.fullmatch(text.value)
    if split is not None:
        whole = with_placeholders(world, split[1], span)
        return _parts(whole, split[2], wanted)
    if "#{" in text.value:
        return world.unknown(text.value, "It is an expression of Spring's language.", span, wanted.simple_name)
    return _converted(with_placeholders(world, text.value, span, wanted.simple_name), wanted)


def bound(
    world: World,
    key: str,
    wanted: TypeName,
    span: Span,
    owner: ClassInfo | None,
    default: Value | None,
    initial: tree.Expression | None = None,
) -> Step:
    """Fill a field of a properties class: a plain value, a list, a map, or an object of a class of the text."""
    if _is_list(wanted):
        elements = yield _elements(world, key, wanted, span, owner)
        if elements is not None:
            return elements
    if wanted.simple_name == "Map":
        return (yield _entries(world, key, wanted, span, owner))
    info = find_class(world, wanted.simple_name, Scope(None, None, owner))
    if info is not None and info.declaration.kind in ("class", "record"):
        return (yield _object(world, info, key))
    if initial is not None and setting(world, key) is None:
        return None
    return _converted(configured(world, key, span, wanted.simple_name, default, loosely=True), wanted)


def _object(world: World, info: ClassInfo, prefix: str) -> Step:
    """Make an object whose fields are configured below a prefix."""
    constructor = info.constructors_written()
    parameters = constructor[0].declaration.parameters if constructor else info.declaration.parameters
    arguments: list[Value] = []
    for parameter in parameters:
        arguments.append((yield configured_place(world, parameter, info, prefix)))
    instance: Instance = yield instantiate(world, info, arguments, None)
    given = {parameter.name for parameter in parameters}
    for member in info.variables():
        value = None if member.name in given else (yield configured_place(world, member, info, prefix))
        if value is not None:
            set_field(instance, member.name, value)
    return instance


def _elements(world: World, key: str, wanted: TypeName, span: Span, owner: ClassInfo | None) -> Step:
    """Come to a list that is written element by element, as YAML does; None when it is not, or not in one place.

    The first source that has elements has all of them. Spring Boot: IndexedElementsBinder.
    """
    inner = wanted.arguments[0] if wanted.arguments and not wanted.dimensions else _TEXT
    elements: list[Value] = []
    first: set[tuple[str, str]] = set()
    while sources := world.configuration.sources_of(f"{key}[{len(elements)}]"):
        place = f"{key}[{len(elements)}]"
        first = first or sources
        if sources != first or len(first) > 1:
            if world.configuration.find_loosely(place) is None:
                return None
            break
        elements.append((yield bound(world, place, inner, span, owner, None)))
    return ListValue(elements) if elements else None


def _entries(world: World, key: str, wanted: TypeName, span: Span, owner: ClassInfo | None) -> Step:
    inner = wanted.arguments[1] if len(wanted.arguments) > 1 else _TEXT
    names = [one[len(key) + 1 :] for one in world.configuration.keys_below(key)]
    if _is_list(inner) or inner.simple_name == "Map" or find_class(world, inner.simple_name, Scope(None, None, owner)):
        names = [re.split(r"[.\[]", name)[0] for name in names]
    entries: dict[Key, Value] = {}
    for name in dict.fromkeys(names):
        entries[name] = yield bound(world, f"{key}.{name}", inner, span, owner, None)
    return MapValue(entries, "map", is_exact=bool(entries) or world.configuration.has_application)


def _is_list(wanted: TypeName) -> bool:
    return wanted.simple_name in _LISTS or wanted.dimensions > 0


def _converted(value: Value, wanted: TypeName) -> Value:
    """Turn a text into what it is asked for as: a list is written with commas."""
    if _is_list(wanted):
        return _parts(value, ",", wanted)
    text = text_of(value)
    return value if text is None or not isinstance(value, Constant) else constant_from(text, wanted.simple_name)


def _parts(value: Value, separator: str, wanted: TypeName) -> Value:
    text = value.value if isinstance(value, Constant) else None
    if not isinstance(text, str):
        return value
    parts = [Constant(part.strip()) for part in text.split(separator)] if text.strip() else []
    return ListValue(list(parts), "array" if wanted.dimensions else _LISTS.get(wanted.simple_name, "list"))
