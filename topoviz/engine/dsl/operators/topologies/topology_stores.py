"""Topology#addGlobalStore and #addReadOnlyStateStore: stores that a processor of their own fills from a topic.

Kafka: Topology. Both take, in this order, a builder, the source's name, perhaps a timestamp extractor, deserializers,
the topic, the processor's name and its supplier.
"""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.dsl.objects import StoreBuilderValue, TopologyValue
from topoviz.engine.dsl.operators.call import OperatorCall, user_text
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.topologies.topology_arguments import use
from topoviz.engine.dsl.operators.topologies.topology_calls import store_to_add
from topoviz.engine.dsl.values import Value, is_null
from topoviz.engine.logical.processor_api import AddGlobalStore, AddReadOnlyStore


def apply_add_global_store(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """Note a global store; unlike the DSL's method, this one refuses a builder whose store is logged."""
    _refuse_nulls(call, "sourceName must not be null", "topic must not be null", "processorName must not be null")
    source, topic, processor = _names(call, topology)
    store = store_to_add(call, topology)
    if not isinstance(call.argument(0), StoreBuilderValue):
        store = replace(store, is_logged=False)  # of a builder that is not known, it is not known to be logged either
    topology.calls.append(AddGlobalStore(call.origin, store, source, topic, processor))
    return topology


def apply_add_read_only_store(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """Note a read-only store; its builder's logging is switched off, for the topic serves as its changelog."""
    _refuse_nulls(call, "name must not be null", "topic names cannot be null", "name must not be null")
    given = call.argument(0)
    if isinstance(given, StoreBuilderValue):
        given.is_logged = False
    source, topic, processor = _names(call, topology)
    store = store_to_add(call, topology)
    topology.calls.append(AddReadOnlyStore(call.origin, store, source, topic, processor))
    return topology


def _refuse_nulls(call: OperatorCall, source: str, topic: str, processor: str) -> None:
    """Refuse a null among the names, in the order in which Kafka Streams looks at them."""
    for value, words in zip(_named(call), (source, topic, processor), strict=True):
        if is_null(value):
            call.refuse_as_null(words)


def _named(call: OperatorCall) -> tuple[Value, Value, Value]:
    """Give source, topic and processor; the last two are counted from the end."""
    last = len(call.arguments)
    return call.argument(1), call.argument(last - 3), call.argument(last - 2)


def _names(call: OperatorCall, topology: TopologyValue) -> tuple[str, str, str]:
    source, topic, processor = (
        use(topology, user_text(value, what))
        for value, what in zip(_named(call), ("name", "topic", "processor name"), strict=True)
    )
    return source, topic, processor


OPERATORS = (
    Operator("Topology", "addGlobalStore", apply_add_global_store),
    Operator("Topology", "addReadOnlyStateStore", apply_add_read_only_store),
)
