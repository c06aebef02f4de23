"""What the same program becomes at another setting of the optimizer, and how much Kafka Streams then has to make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.explanations.explanation import Figures
from topoviz.engine.explanations.facts import Facts
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.logical.processor_api import (
    AddProcessor,
    AddSink,
    AddSource,
    AddStore,
    ConnectStores,
    TopologyCall,
)
from topoviz.engine.optimizer.config import Optimization, parse_optimization
from topoviz.engine.optimizer.optimizer import Optimized, optimize
from topoviz.engine.refusal import Refusal, Refused
from topoviz.engine.source import Origin, Span
from topoviz.engine.topology.assemble import assemble
from topoviz.engine.topology.internal_topics import changelog_topics
from topoviz.engine.topology.node_groups import find_node_groups
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode, Topology, TopologyNode
from topoviz.engine.versions import Behaviours

_TOPOLOGY_CALLS: Final = frozenset({
    "addSource", "addProcessor", "addSink", "addStateStore", "connectProcessorAndStateStores",
})  # fmt: skip
_NOWHERE: Final = Origin(Span(0, 0, 0))


def all_rules(behaviours: Behaviours) -> Optimization:
    """Give the setting that switches on every rule of this version."""
    return parse_optimization("all", behaviours)


def no_rules(behaviours: Behaviours) -> Optimization:
    """Give the setting that leaves only the rules that always run."""
    return parse_optimization("none", behaviours)


def optimize_anew(facts: Facts, optimization: Optimization) -> Optimized | None:
    """Optimize the plan as the calls made it at another setting; None without a plan."""
    return optimize(facts.before, facts.behaviours, optimization) if facts.before is not None else None


def figures_of(topology: Topology, behaviours: Behaviours) -> Figures:
    """Count what Kafka Streams makes for a topology."""
    made = [changelog for changelog in changelog_topics(topology) if not changelog.is_source]
    groups = [group for group in find_node_groups(topology, behaviours) if not group.is_global]
    return Figures(len(topology.repartition_topics), len(made), len(groups))


def figures_of_plan(facts: Facts, plan: LogicalPlan) -> Figures | Refusal | None:
    """Count for a plan with the calls made on its Topology; Kafka's exception if it cannot be built.

    None when calls were made on the Topology that are not known any more, because the topology itself was refused.
    """
    calls = _calls_on_topology(facts)
    if calls is None:
        return None
    try:
        return figures_of(assemble(plan, calls, _marks(facts), facts.behaviours), facts.behaviours)
    except Refused as refused:
        return refused.refusal


# --- the calls made on the Topology, read back from what they made ----------------------------------------------------


def _calls_on_topology(facts: Facts) -> tuple[TopologyCall, ...] | None:
    topology, plan = facts.topology, facts.after
    if plan is None:
        return None
    if topology is None:
        return None if _has_calls_on_topology(facts, plan) else ()
    written = assemble(plan, (), _marks(facts), facts.behaviours)
    return (*_node_calls(topology), *_store_calls(topology, written))


def _marks(facts: Facts) -> Mapping[str, str]:
    """Give what is unsure in the topology: what it was not refused for, such as a store that is added elsewhere."""
    return facts.topology.unsure if facts.topology is not None else {}


def _has_calls_on_topology(facts: Facts, plan: LogicalPlan) -> bool:
    """Tell whether the text calls a Topology; a builder's addStateStore has a node in the plan."""
    in_plan = {node.origin.span for node in plan.nodes.values() if node.origin is not None}
    return any(
        entry.method in _TOPOLOGY_CALLS and entry.fate is not Fate.NOT_REACHABLE and entry.span not in in_plan
        for entry in facts.analysis.ledger.entries
    )


def _node_calls(topology: Topology) -> Iterator[TopologyCall]:
    for node in topology.nodes:
        if node.plan_node is None:
            yield _node_call(node)


def _node_call(node: TopologyNode) -> TopologyCall:
    origin = node.origin or _NOWHERE
    match node:
        case SourceNode():
            return AddSource(origin, node.name, node.topics, node.pattern)
        case ProcessorNode():
            return AddProcessor(origin, node.name, node.predecessors)
        case SinkNode():
            return AddSink(origin, node.name, node.topic, node.extractor, node.predecessors)
        case _:
            raise TypeError(f"no runtime node: {type(node).__name__}")


def _store_calls(topology: Topology, written: Topology) -> Iterator[TopologyCall]:
    for name, store in topology.stores.items():
        users = topology.store_users.get(name, ())
        if name not in written.stores:
            yield AddStore(_NOWHERE, store, users)
            continue
        known = written.store_users.get(name, ())
        for user in users:
            if user not in known:
                yield ConnectStores(_NOWHERE, user, (name,))
