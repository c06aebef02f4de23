"""What Spring Cloud Stream does with a function of streams: a builder of its own, sources before it, sinks behind it.

Spring: KafkaStreamsFunctionProcessor, AbstractKafkaStreamsBinderProcessor, KStreamBinder.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import islice
from typing import Final

from topoviz.engine.dsl.classes import FunctionInfo
from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.frameworks.beans import belong_together, producers
from topoviz.engine.dsl.frameworks.cloud_functions import CloudFunction, arity, bindings_of
from topoviz.engine.dsl.frameworks.configured import configured, setting, take_below
from topoviz.engine.dsl.frameworks.objects import made, produced
from topoviz.engine.dsl.frameworks.stream_settings import stream_properties
from topoviz.engine.dsl.interpreter.calls.calls import call_function, call_on
from topoviz.engine.dsl.interpreter.doubts import marks_of, report_unknown_texts
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import BuilderValue, OptionsValue, PropertiesValue, StreamValue, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall, user_text
from topoviz.engine.dsl.operators.registry import find_operator, owner_of
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import (
    BoundMethod,
    Closure,
    Composed,
    Constant,
    Instance,
    ListValue,
    Opaque,
    Unknown,
    Value,
    is_null,
)
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree

_BINDINGS: Final = "spring.cloud.stream.bindings"
_KAFKA_BINDINGS: Final = "spring.cloud.stream.kafka.streams.bindings"
_KAFKA_DEFAULT: Final = "spring.cloud.stream.kafka.streams.default"
_BINDER: Final = "spring.cloud.stream.kafka.streams.binder"
_APPLICATION_ID: Final = "application.id"
_MOST_OUTPUTS: Final = 100
_METHODS: Final = {"KStream": "stream", "KTable": "table", "GlobalKTable": "globalTable"}


def bind(world: World, unit: Sequence[CloudFunction]) -> Step:
    """Make what a function takes, call it, and send what it gives to its topics."""
    first, name = unit[0], "".join(one.name for one in unit)
    span = first.function.declaration.span
    builder = world.new_builder(span, from_outside=True)
    inputs = bindings_of(world.configuration, name, "in", len(first.inputs))
    outputs = bindings_of(world.configuration, name, "out", _MOST_OUTPUTS)
    _doubt_what_is_not_followed(world, builder, {*inputs, *outputs})
    yield _add_stores(world, builder, first)
    arguments: list[Value] = []
    for kind, binding in zip(first.inputs, inputs, strict=False):
        arguments.append(_input(world, builder, binding, kind.simple_name, span))
    result = yield _apply_all(world, unit, arguments)
    if not unit[-1].is_consumer:
        _send(world, builder, name, result, span)
    properties = yield _properties(world, name, inputs)
    _operate(world, "build", builder, (properties,), span)
    return None


def tell_listener(world: World, function: FunctionInfo) -> None:
    """Say of a method that Spring Cloud Stream bound by annotations, until 4.0, that its topics are not followed."""
    found = annotated.find(function.declaration.annotations, "StreamListener")
    if found is not None:
        reason = "@StreamListener binds what this method takes by @Input and what it gives by @SendTo, until 4.0."
        effect = "That is not followed: sources stand in for what it takes, and no sink is shown for what it gives."
        world.unsure("binder", found.span, reason, effect, "Write it as a bean that is a function of streams.")


def _apply_all(world: World, unit: Sequence[CloudFunction], arguments: Sequence[Value]) -> Step:
    """Call each function with what the one before gives, and the functions that it gives with what is left."""
    result: Value = Constant(None)
    given = list(arguments)
    for one in unit:
        span, count = one.function.declaration.span, arity(one.kind)
        function = yield made(world, one.bean)
        result = yield _call(world, function, given[:count], span)
        for argument in given[count:]:
            if isinstance(result, Closure | BoundMethod | Composed | Instance):
                result = yield _call(world, result, [argument], span)
        given = [result]
    return result


def _call(world: World, function: Value, arguments: list[Value], span: Span) -> Step:
    is_consumer = isinstance(function, Instance) and function.info.find_function("apply", len(arguments)) is None
    node = tree.Call(span, None, "accept" if is_consumer else "apply", (), span)
    if isinstance(function, Instance):
        return (yield call_on(world, node, function, arguments, Scope()))
    if isinstance(function, Closure | BoundMethod | Composed):
        return (yield call_function(world, function, arguments, node, Scope()))
    reason = "The function that is bound is made in a way that is not followed."
    world.doubt("unknown-function", span, reason, "What it does with its streams is missing; all is unsure.")
    return Unknown("function", reason, span)


# --- sources ----------------------------------------------------------------------------------------------------------


def _input(world: World, builder: BuilderValue, binding: str, kind: str, span: Span) -> Value:
    """Read the topics of a binding as a stream or table."""
    consumed = OptionsValue("Consumed", key_serde="?", value_serde="?")
    reset = _setting(world, binding, "consumer.start-offset")
    if isinstance(reset, Constant):
        consumed.reset = str(reset.value).upper()
    name = _setting(world, binding, "consumer.consumed-as")
    consumed.name = None if name is None else user_text(name, "name")
    destination = _destination(world, binding, span)
    if kind == "KStream":
        return _operate(world, "stream", builder, (_topics(world, binding, destination), consumed), span)
    store = _setting(world, binding, "consumer.materialized-as")
    options = () if store is None else (OptionsValue("Materialized", store_name=user_text(store, "store name")),)
    return _operate(world, _METHODS.get(kind, "stream"), builder, (destination, consumed, *options), span)


def _topics(world: World, binding: str, destination: Value) -> Value:
    is_pattern = _setting(world, binding, "consumer.destination-is-pattern")
    if not isinstance(destination, Constant) or not isinstance(destination.value, str):
        return ListValue([destination])
    if isinstance(is_pattern, Constant) and is_pattern.value in (True, "true"):
        return Opaque(f"Pattern:{destination.value}")
    return ListValue([Constant(topic) for topic in destination.value.split(",")])


def _destination(world: World, binding: str, span: Span) -> Value:
    """Give the topic of a binding, which is called like the binding unless it is configured."""
    key = f"{_BINDINGS}.{binding}.destination"
    return configured(world, key, span, "String", Constant(binding), loosely=True)


def _setting(world: World, binding: str, name: str) -> Value | None:
    for prefix in (f"{_KAFKA_BINDINGS}.{binding}", _KAFKA_DEFAULT):
        given = setting(world, f"{prefix}.{name}")
        if given is not None:
            return given
    return None


def _add_stores(world: World, builder: BuilderValue, first: CloudFunction) -> Step:
    """Add the state stores that are beans; every function of the application gets all of them."""
    for function in producers(world.classes_here(), tree.TypeName("StoreBuilder")):
        if belong_together(function.owner, first.function.owner):
            store = yield produced(world, function)
            _operate(world, "addStateStore", builder, (store,), function.declaration.span)
    return None


# --- sinks ------------------------------------------------------------------------------------------------------------


def _send(world: World, builder: BuilderValue, name: str, result: Value, span: Span) -> None:
    """Send a stream, a table or each of several streams to the topic of its binding."""
    if isinstance(result, ListValue):
        if not result.is_exact:
            builder.plan.doubt("Which streams the function gives is not known for certain.")
        results = result.elements
    else:
        results = [result]
    bindings = bindings_of(world.configuration, name, "out", len(results))
    for binding, one in zip(bindings, results, strict=False):
        stream = _operate(world, "toStream", one, (), span) if isinstance(one, TableValue) else one
        if isinstance(stream, StreamValue):
            produced_as = _setting(world, binding, "producer.produced-as")
            options = OptionsValue("Produced", name=None if produced_as is None else user_text(produced_as, "name"))
            _operate(world, "to", stream, (_destination(world, binding, span), options), span)
        elif not is_null(stream) and not (isinstance(stream, Unknown) and stream.told):
            reason = "What the function gives is not a stream that the text determines."
            world.doubt("unknown-stream", span, reason, "Its sink is missing; all is unsure.")


# --- settings ---------------------------------------------------------------------------------------------------------


def _properties(world: World, name: str, inputs: Sequence[str]) -> Step:
    """Gather the properties that the function's streams are built with, those of the function last."""
    properties: PropertiesValue = yield stream_properties(world)
    of_consumers = (f"{_KAFKA_BINDINGS}.{binding}.consumer" for binding in inputs[:1])
    for prefix in (_BINDER, f"{_BINDER}.functions.{name}", *of_consumers):
        take_below(world, properties, f"{prefix}.configuration")
        given = setting(world, f"{prefix}.application-id")
        if given is not None:
            properties.entries[_APPLICATION_ID] = given
    if properties.is_exact:
        properties.entries.setdefault(_APPLICATION_ID, Constant(f"{name}-applicationId"))
    return properties


def _doubt_what_is_not_followed(world: World, builder: BuilderValue, own: Container[str]) -> None:
    """Doubt everything where the binder adds operators of its own that are not modelled, before or behind a function.

    It does for its own bindings, and those that all have, where it (de)serializes by itself or sorts by event type.
    """
    reason = ""
    for key in world.configuration.keys_below("spring.cloud.stream"):
        plain, binding = key.replace("-", "").lower(), key.partition(".bindings.")[2].partition(".")[0]
        found = world.configuration.find(key)
        is_native = found is not None and found.value == "true"
        if binding and binding not in own:
            continue
        if ("usenative" in plain and not is_native) or plain.endswith("eventtypes"):
            reason = f"{key} is set, which makes the binder add operators of its own that are not modelled."
    for info in world.program.all_classes:
        if any(one.simple_name == "KafkaStreamsRecordInterceptor" for one in info.declaration.supertypes):
            reason = f"{info.name} intercepts records, for which the binder adds processors that are not modelled."
    if reason:
        world.unsure("binder", builder.made_at.span, reason, "All names and numbers are unsure.")
        builder.plan.doubt(reason)


def _operate(world: World, method: str, target: Value, arguments: tuple[Value, ...], span: Span) -> Value:
    """Call an operator as the binder does, which no line of the text calls."""
    operator = find_operator(owner_of(target) or "", method)
    assert operator is not None
    marks = marks_of(target)
    known = len(marks)
    call = OperatorCall(method, arguments, world.origin(span), world.behaviours, world.report)
    result = operator.apply(call, target)
    assert isinstance(result, Value)
    report_unknown_texts(world, span, dict(islice(marks.items(), known, None)))
    return result
