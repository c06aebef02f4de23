"""Put a topology together: the optimized plan first, then the calls made on the Topology itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.logical.processor_api import (
    AddGlobalStore,
    AddProcessor,
    AddReadOnlyStore,
    AddSink,
    AddSource,
    AddStore,
    ConnectStores,
    TopologyCall,
)
from topoviz.engine.topology.draft import TopologyDraft
from topoviz.engine.topology.nodes import Topology
from topoviz.engine.topology.write import write_plan
from topoviz.engine.versions import Behaviours


def assemble(
    plan: LogicalPlan | None,
    calls: Iterable[TopologyCall],
    unsure: Mapping[str, str],
    behaviours: Behaviours,
    *,
    is_open: bool = False,
) -> Topology:
    """Build the runtime topology; raises Refused with the words of Kafka Streams.

    In an open one, a state store that nobody added is taken to have been added outside the text, and is unsure.
    """
    marks = dict(unsure) if plan is None else {**plan.unsure, **unsure}
    draft = TopologyDraft(behaviours, is_open, marks)
    if plan is not None:
        write_plan(plan, draft)
    for call in calls:
        _make(call, draft)
    return draft.freeze(draft.unsure)


def _make(call: TopologyCall, draft: TopologyDraft) -> None:
    match call:
        case AddSource():
            draft.add_source(call.name, call.topics, pattern=call.pattern, reset=call.reset, origin=call.origin)
        case AddGlobalStore():
            draft.add_global_store(call.store, call.source, call.topic, call.processor, origin=call.origin)
        case AddReadOnlyStore():
            draft.add_source(call.source, (call.topic,), reset="EARLIEST", origin=call.origin)
            draft.add_processor(call.processor, (call.source,), origin=call.origin)
            draft.add_store(call.store, (call.processor,), origin=call.origin)
            draft.reuse_topic(call.store.name, call.topic, origin=call.origin)
        case AddProcessor():
            draft.add_processor(call.name, call.parents, origin=call.origin)
            for store in call.stores:
                draft.add_store(store, (call.name,), origin=call.origin)
        case AddSink():
            draft.add_sink(call.name, call.topic, call.parents, extractor=call.extractor, origin=call.origin)
        case AddStore():
            draft.add_store(call.store, call.processors, origin=call.origin)
        case ConnectStores():
            draft.connect(call.processor, call.stores, origin=call.origin)
