"""Drop records without a key before a repartition topic, unless a join below accepts them.

Kafka: InternalStreamsBuilder#rewriteRepartitionNodes, NodesWithRelaxedNullKeyJoinDownstream (KIP-962). No name and no
arrow changes; what changes is what the filter lets through.
"""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.logical.nodes import NodeId, Repartition
from topoviz.engine.logical.plan import ROOT, LogicalPlan, PlanDraft
from topoviz.engine.optimizer.rule import Outcome, Rule
from topoviz.engine.versions import Behaviours


def apply(plan: LogicalPlan, behaviours: Behaviours) -> Outcome:
    """Set for each repartition whether its filter drops null keys."""
    draft = PlanDraft.of(plan)
    relaxed = _above_relaxed_joins(plan)
    for node in plan.nodes.values():
        if isinstance(node, Repartition):
            draft.nodes[node.id] = replace(node, drops_null_keys=node.id not in relaxed)
    return Outcome(draft.freeze())


def _above_relaxed_joins(plan: LogicalPlan) -> set[NodeId]:
    above: set[NodeId] = set()
    stack = [node.id for node in plan.nodes.values() if node.accepts_null_keys]
    while stack:
        for parent in plan.parents[stack.pop()]:
            if parent not in above and parent != ROOT:
                above.add(parent)
                stack.append(parent)
    return above


rule = Rule(
    name="filter_null_keys_before_repartition",
    title="Null keys stop before the repartition topic",
    explanation=(
        "Records without a key cannot be aggregated or joined, so a repartition drops them. From 3.7 on, left and "
        "outer joins accept them, and a repartition above such a join lets them through."
    ),
    apply=apply,
    behaviour="keeps_null_keys",
)
