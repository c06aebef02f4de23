"""Topology#addGlobalStore and #addReadOnlyStateStore: stores that a processor of their own fills from a topic.

Kafka: Topology. Both take, in this order, a builder, the source's name, perhaps a timestamp extractor, deserializers,
the topic, the processor's name and its supplier.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import StoreBuilderValue, TopologyValue
from topoviz.engine.dsl.operators.call import OperatorCall, user_text
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.topology_arguments import use
from topoviz.engine.dsl.operators.topology_calls import store_to_add
from topoviz.engine.logical.processor_api import AddGlobalStore, AddReadOnlyStore


def apply_add_global_store(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """Note a global store; unlike the DSL's method, this one refuses a builder whose store is logged."""
    source, topic, processor = _names(call, topology)
    store = store_to_add(call, topology)
    topology.calls.append(AddGlobalStore(call.origin, store, source, topic, processor))
    return topology


def apply_add_read_only_store(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """Note a read-only store; its builder's logging is switched off, for the topic serves as its changelog."""
    given = call.argument(0)
    if isinstance(given, StoreBuilderValue):
        given.is_logged = False
    source, topic, processor = _names(call, topology)
    store = store_to_add(call, topology)
    topology.calls.append(AddReadOnlyStore(call.origin, store, source, topic, processor))
    return topology


def _names(call: OperatorCall, topology: TopologyValue) -> tuple[str, str, str]:
    """Give the names of source, topic and processor; the last two are counted from the end."""
    last = len(call.arguments)
    texts = (
        user_text(call.argument(1), "name"),
        user_text(call.argument(last - 3), "topic"),
        user_text(call.argument(last - 2), "processor name"),
    )
    source, topic, processor = (use(topology, text) for text in texts)
    return source, topic, processor


OPERATORS = (
    Operator("Topology", "addGlobalStore", apply_add_global_store),
    Operator("Topology", "addReadOnlyStateStore", apply_add_read_only_store, since="3.8.0"),
)
