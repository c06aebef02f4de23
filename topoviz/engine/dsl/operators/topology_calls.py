"""Topology#addSource, #addProcessor, #addSink, #addStateStore and #connectProcessorAndStateStores.

Kafka: Topology, InternalTopologyBuilder. These calls act at once; they are noted here and made when the topology is
put together, after the plan it may have been built from.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import StoreBuilderValue, TopologyValue, new_identity
from topoviz.engine.dsl.operators.call import OperatorCall, user_text, user_texts
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.supplier_stores import supplier_stores
from topoviz.engine.dsl.operators.to import extractor_text
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import (
    BoundMethod,
    Closure,
    Constant,
    Instance,
    ListValue,
    Opaque,
    Text,
    Unknown,
    Value,
)
from topoviz.engine.logical.nodes import Store, StoreKind
from topoviz.engine.logical.processor_api import AddProcessor, AddSink, AddSource, AddStore, ConnectStores


def apply_add_source(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """addSource([offset reset,] name, [extractor,] [deserializers,] topics… or pattern)."""
    arguments = [value for value in call.arguments if not _is_reset(value)]
    if not arguments:
        return topology
    name = _use(topology, user_text(arguments[0], "name"))
    pattern = next((_pattern(value) for value in arguments[1:] if _pattern(value) is not None), None)
    topics = tuple(_use(topology, text) for text in user_texts(_trailing_texts(arguments[1:]), "topic"))
    topology.calls.append(AddSource(call.origin, name, topics, pattern))
    return topology


def apply_add_processor(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """addProcessor(name, supplier, parents…)."""
    name = _use(topology, user_text(call.argument(0), "name"))
    parents = tuple(_use(topology, text) for text in user_texts(call.arguments[2:], "parent name"))
    stores = supplier_stores(call, call.argument(1), lambda text: _use(topology, text))
    topology.calls.append(AddProcessor(call.origin, name, parents, stores))
    return topology


def apply_add_sink(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """addSink(name, topic or extractor, [serializers,] [partitioner,] parents…)."""
    name = _use(topology, user_text(call.argument(0), "name"))
    target = call.argument(1)
    parents = tuple(
        _use(topology, text) for text in user_texts(_trailing_texts(list(call.arguments[2:])), "parent name")
    )
    if isinstance(target, Closure | BoundMethod | Instance):
        noted = AddSink(call.origin, name, None, extractor_text(call, target), parents)
    else:
        topic = _use(topology, user_text(target, "topic"))
        noted = AddSink(call.origin, name, topic, parents=parents)
    topology.calls.append(noted)
    return topology


def apply_add_state_store(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """addStateStore(builder, processors…)."""
    given = call.argument(0)
    if isinstance(given, StoreBuilderValue):
        store = given.store(_use(topology, given.name))
    else:
        key = given.key if isinstance(given, Unknown) else "store"
        store = Store(
            _use(topology, UserText(f"${{{key}}}", "The store's builder is not in the text.")),
            StoreKind.OTHER,
            identity=new_identity(),
        )
    processors = tuple(_use(topology, text) for text in user_texts(call.arguments[1:], "processor name"))
    topology.calls.append(AddStore(call.origin, store, processors))
    return topology


def apply_connect(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """connectProcessorAndStateStores(processor, stores…)."""
    name = _use(topology, user_text(call.argument(0), "processor name"))
    stores = tuple(_use(topology, text) for text in user_texts(call.arguments[1:], "state store name"))
    topology.calls.append(ConnectStores(call.origin, name, stores))
    return topology


def _use(topology: TopologyValue, user: UserText) -> str:
    if user.reason is not None:
        topology.unsure[user.text] = user.reason
    return user.text


def _is_reset(value: Value) -> bool:
    return isinstance(value, Opaque) and value.type_name.startswith("AutoOffsetReset")


def _pattern(value: Value) -> str | None:
    if isinstance(value, Opaque) and value.type_name.startswith("Pattern:"):
        return value.type_name.removeprefix("Pattern:")
    return None


def _trailing_texts(arguments: list[Value]) -> tuple[Value, ...]:
    """Take the strings at the end; serializers, extractors and partitioners stand before them."""
    start = len(arguments)
    while start > 0 and _may_be_text(arguments[start - 1]):
        start -= 1
    return tuple(arguments[start:])


def _may_be_text(value: Value) -> bool:
    if isinstance(value, Constant):
        return isinstance(value.value, str)
    if isinstance(value, Unknown):
        return value.type_name in ("", "String", "String[]")
    return isinstance(value, Text | ListValue)


OPERATORS = (
    Operator("Topology", "addSource", apply_add_source),
    Operator("Topology", "addProcessor", apply_add_processor),
    Operator("Topology", "addSink", apply_add_sink),
    Operator("Topology", "addStateStore", apply_add_state_store),
    Operator("Topology", "connectProcessorAndStateStores", apply_connect),
)
