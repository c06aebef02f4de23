"""Interfaces whose methods give settings.

SmallRye Config, which Quarkus uses: `@ConfigMapping`, with `@WithName`, `@WithParentName` and `@WithDefault`; a key is
the method's name with hyphens. Micronaut: `@ConfigurationProperties` on an interface of getters, with `@Bindable`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.configured import setting
from topoviz.engine.dsl.frameworks.settings import bound, prefix_of
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.properties import NOT_HERE
from topoviz.engine.dsl.program import Program
from topoviz.engine.dsl.values import Constant, Instance, ListValue, Value
from topoviz.engine.syntax.tree import TypeName

_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def mapping_for(program: Program, wanted: TypeName) -> ClassInfo | None:
    """Find the interface of settings that a type means."""
    info = program.classes.get(wanted.simple_name)
    is_mapping = info is not None and info.declaration.kind == "interface" and prefix_of(info) is not None
    return info if is_mapping and not wanted.dimensions else None


def mapped_object(world: World, info: ClassInfo, prefix: str) -> Step:
    """Make an object that answers each method of an interface with what is configured below a prefix."""
    instance = Instance(info, {})
    for function in _settings_of(info):
        instance.fields[function.declaration.name] = yield _setting(world, function, prefix)
    return instance


def _settings_of(info: ClassInfo) -> Iterator[FunctionInfo]:
    every = (one for above in info.lineage() for functions in above.functions.values() for one in functions)
    plain = (one for one in every if one.declaration.body is None and not one.declaration.parameters)
    return (one for one in plain if one.declaration.return_type is not None)


def _setting(world: World, function: FunctionInfo, prefix: str) -> Step:
    declaration, owner = function.declaration, function.owner
    wanted = declaration.return_type
    assert wanted is not None
    assert owner is not None
    key = _key(function, prefix)
    is_optional = wanted.simple_name == "Optional" and bool(wanted.arguments)
    if is_optional and setting(world, key) is None and not world.configuration.keys_below(key):
        is_absent = world.configuration.has_application
        return ListValue([], kind="optional") if is_absent else world.unknown(key, NOT_HERE, declaration.span)
    inner = wanted.arguments[0] if is_optional else wanted
    nested = owner.nested.get(inner.simple_name) or world.program.classes.get(inner.simple_name)
    if nested is not None and nested.declaration.kind == "interface":
        value: Value = yield mapped_object(world, nested, key)
    else:
        value = yield bound(world, key, inner, declaration.span, owner, _default(function))
    return ListValue([value], kind="optional") if is_optional else value


def _key(function: FunctionInfo, prefix: str) -> str:
    declaration, owner = function.declaration, function.owner
    if annotated.has(declaration.annotations, "WithParentName"):
        return prefix
    name = annotated.text(declaration.annotations, "WithName")
    if not name:
        is_mapping = owner is not None and annotated.has(owner.declaration.annotations, "ConfigurationProperties")
        name = declaration.name.removeprefix("get") if is_mapping else declaration.name
        name = _HUMP.sub("-", name).lower()
    return f"{prefix}.{name}" if prefix else name


def _default(function: FunctionInfo) -> Value | None:
    given = function.declaration.annotations
    text = annotated.text(given, "WithDefault")
    text = text or annotated.text_argument(annotated.find(given, "Bindable"), "defaultValue")
    return Constant(text) if text else None
