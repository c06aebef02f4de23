"""Topology#addSource, #addProcessor, #addSink, #addStateStore and #connectProcessorAndStateStores.

Kafka: Topology, InternalTopologyBuilder. These calls act at once; they are noted here and made when the topology is
put together, after the plan it may have been built from.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import StoreBuilderValue, TopologyValue, new_identity
from topoviz.engine.dsl.operators.call import OperatorCall, pattern_among, user_text, user_texts
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.streams.to import extractor_text
from topoviz.engine.dsl.operators.supplier_stores import supplier_stores
from topoviz.engine.dsl.operators.topologies.topology_arguments import (
    parents_among,
    place_of_name,
    reset_among,
    trailing_names,
    use,
)
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import (
    BoundMethod,
    Closure,
    Constant,
    Instance,
    ListValue,
    Unknown,
    Value,
    is_certainly_null,
    null_type,
)
from topoviz.engine.logical.nodes import Store, StoreKind
from topoviz.engine.logical.processor_api import AddProcessor, AddSink, AddSource, AddStore, ConnectStores


def apply_add_source(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """addSource, in which a reset policy, an extractor and deserializers may stand round the name.

    The name is the first argument that may be a string; topics or a pattern come last.
    """
    start = place_of_name(call.arguments)
    name, rest = call.argument(start), call.arguments[start + 1 :]
    pattern = pattern_among(call, rest)
    topics = () if pattern is not None else trailing_names(rest)
    # Before 4.1 Kafka Streams looks for topics first, which the draft refuses.
    if is_certainly_null(name) and (pattern is not None or topics or call.behaviours.has("checks_parents_alike")):
        call.refuse_as_null("name must not be null" if pattern is None else "name can't be null")
    if any(isinstance(one, Constant) and is_certainly_null(one) and one.kind == "Pattern" for one in rest):
        call.refuse_as_null("topicPattern can't be null")
    if any(is_certainly_null(topic) for topic in topics):
        call.refuse_as_null("topic names cannot be null")
    topology.calls.append(
        AddSource(
            call.origin,
            use(topology, user_text(name, "name")),
            tuple(use(topology, text) for text in user_texts(topics, "topic")),
            pattern,
            reset_among(call.arguments),
        )
    )
    return topology


def apply_add_processor(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """addProcessor(name, supplier, parents…)."""
    call.refuse_null(0, "name must not be null")
    _refuse_null_supplier(call)
    _refuse_null_among(call, call.arguments[2:], "predecessor name must not be null")
    name = use(topology, user_text(call.argument(0), "name"))
    given = call.arguments[2:] or parents_among(call.arguments, 2)
    parents = tuple(use(topology, text) for text in user_texts(given, "parent name"))
    stores = supplier_stores(call, call.argument(1), lambda text: use(topology, text))
    topology.calls.append(AddProcessor(call.origin, name, parents, stores))
    return topology


def _refuse_null_supplier(call: OperatorCall) -> None:
    """Refuse a null; the supplier of an old processor is wrapped first, while both kinds are there (KIP-478)."""
    is_one = len(call.arguments) > 1 and is_certainly_null(call.argument(1))
    if is_one and call.behaviours.is_since("2.7.0") and not call.behaviours.is_since("4.0.0"):
        reason = "Which ProcessorSupplier the null stands for, the old one or the new one, is not known here."
        call.warn("message", reason, "The program ends here; with which words is not known.")
    call.refuse_null(1, "supplier must not be null")


def apply_add_sink(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """addSink(name, topic or extractor, [serializers,] [partitioner,] parents…)."""
    call.refuse_null(0, "name must not be null")
    name = use(topology, user_text(call.argument(0), "name"))
    target = call.argument(1)
    parents = tuple(use(topology, text) for text in user_texts(parents_among(call.arguments, 2), "parent name"))
    if isinstance(target, Closure | BoundMethod | Instance):
        noted = AddSink(call.origin, name, None, extractor_text(call, target), parents)
    else:
        what = "topic extractor" if null_type(target) == "TopicNameExtractor" else "topic"
        call.refuse_null(1, f"{what} must not be null")
        topic = use(topology, user_text(target, "topic"))
        noted = AddSink(call.origin, name, topic, parents=parents)
    topology.calls.append(noted)
    return topology


def apply_add_state_store(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """addStateStore(builder, processors…)."""
    _refuse_null_among(call, call.arguments[1:], "processor name must not be null")
    processors = tuple(use(topology, text) for text in user_texts(call.arguments[1:], "processor name"))
    topology.calls.append(AddStore(call.origin, store_to_add(call, topology), processors))
    return topology


def apply_connect(call: OperatorCall, topology: TopologyValue) -> TopologyValue:
    """connectProcessorAndStateStores(processor, stores…)."""
    call.refuse_null(0, "processorName can't be null")
    _refuse_null_among(call, call.arguments[1:], "state store name must not be null")
    name = use(topology, user_text(call.argument(0), "processor name"))
    stores = tuple(use(topology, text) for text in user_texts(call.arguments[1:], "state store name"))
    topology.calls.append(ConnectStores(call.origin, name, stores))
    return topology


def store_to_add(call: OperatorCall, topology: TopologyValue) -> Store:
    """Give the store that the first argument builds; one that is not known gets an unsure name."""
    given = call.argument(0)
    if isinstance(given, StoreBuilderValue):
        return given.store(use(topology, given.name), topology.unsure)
    key = given.key if isinstance(given, Unknown) else "store"
    name = use(topology, UserText(f"${{{key}}}", "The store's builder is not in the text."))
    return Store(name, StoreKind.OTHER, identity=new_identity())


def _refuse_null_among(call: OperatorCall, values: tuple[Value, ...], words: str) -> None:
    flat = [one for value in values for one in (value.elements if isinstance(value, ListValue) else [value])]
    if any(is_certainly_null(value) for value in flat):
        call.refuse_as_null(words)


OPERATORS = (
    Operator("Topology", "addSource", apply_add_source),
    Operator("Topology", "addProcessor", apply_add_processor),
    Operator("Topology", "addSink", apply_add_sink),
    Operator("Topology", "addStateStore", apply_add_state_store),
    Operator("Topology", "connectProcessorAndStateStores", apply_connect),
)
