"""Objects that are made by a builder which Lombok writes: `Topics.builder().orders("orders").build()`."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.frameworks import lombok
from topoviz.engine.dsl.interpreter.classes.classes import instantiate
from topoviz.engine.dsl.interpreter.dispatch import evaluate
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.program import ClassInfo
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import NULL, BuilderOfObject, Constant, Instance, Unknown, Value
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree

_NUMBERS: Final = frozenset({"byte", "short", "int", "long", "char"})


def start_builder(info: ClassInfo, method: str, arguments: list[Value]) -> BuilderOfObject | None:
    """Give the builder of a class, when this is the call that makes it and Lombok writes it."""
    is_written = method == "builder" and not arguments and lombok.built_with(info) is not None
    return BuilderOfObject(info, {}) if is_written else None


def copy_to_builder(target: Instance, method: str, arguments: list[Value]) -> BuilderOfObject | None:
    """Give a builder that begins with an object's values."""
    parameters = lombok.built_with(target.info) if method == "toBuilder" and not arguments else None
    if parameters is None:
        return None
    return BuilderOfObject(target.info, {one.name: target.fields.get(one.name, NULL) for one in parameters})


def call_builder(world: World, node: tree.Call, builder: BuilderOfObject, arguments: list[Value]) -> Step:
    """Set a field, or make the object; None for what is not known here."""
    parameters = lombok.built_with(builder.info) or ()
    if node.name == "build" and not arguments:
        return (yield _build(world, builder, parameters, node.span))
    if len(arguments) == 1 and any(one.name == node.name for one in parameters):
        builder.fields[node.name] = arguments[0]
        return builder
    return None


def _build(world: World, builder: BuilderOfObject, parameters: tuple[tree.Parameter, ...], call: Span) -> Step:
    given: list[Value] = []
    for parameter in parameters:
        value = builder.fields.get(parameter.name)
        if value is None and builder.doubt is not None:
            value = Unknown(parameter.name, builder.doubt, parameter.span)
        if value is None and parameter.default is not None:
            value = yield evaluate(world, parameter.default, Scope(None, None, builder.info))
        given.append(_initial(parameter) if value is None else value)
    return (yield instantiate(world, builder.info, given, call))


def _initial(parameter: tree.Parameter) -> Value:
    """Give what a field holds that nobody has set."""
    name = "" if parameter.type is None or parameter.type.dimensions else parameter.type.simple_name
    if name == "boolean":
        return Constant(False)
    return Constant(0) if name in _NUMBERS else NULL
