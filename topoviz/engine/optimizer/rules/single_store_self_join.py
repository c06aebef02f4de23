"""Join a stream with itself through one store instead of two.

Kafka: InternalStreamsBuilder#rewriteSingleStoreSelfJoin (KIP-862).
"""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.logical.nodes import NodeId, StreamStreamJoin, WindowedStreamProcessor
from topoviz.engine.logical.plan import LogicalPlan, PlanDraft
from topoviz.engine.optimizer.config import SELF_JOIN
from topoviz.engine.optimizer.rule import Effect, Firing, Outcome, Rule
from topoviz.engine.refusal import Refusal, Why
from topoviz.engine.versions import Behaviours


def apply(plan: LogicalPlan, behaviours: Behaviours) -> Outcome:
    """Rewrite every join whose two sides hang under one node."""
    draft = PlanDraft.of(plan)
    firings: list[Firing] = []
    for join in plan.in_order():
        if not isinstance(join, StreamStreamJoin) or len(draft.parents[join.id]) != 1:
            continue
        parent = next(iter(draft.parents[join.id]))
        this, other = _windowed_children(draft, parent, join)
        if this is None or other is None or draft.priorities[this] >= draft.priorities[other]:
            return Outcome(plan, (), _unexpected_order(draft, this, other))
        draft.unlink(parent, other)
        draft.nodes[join.id] = replace(join, is_self_join=True)
        removed = plan.nodes[other].name
        firings.append(
            Firing(
                (join.id, other),
                f"{join.name} joins the stream with itself through {join.this_store.name} alone; {removed}, "
                f"{join.this_name}, {join.other_name} and the store {join.other_store.name} disappear.",
                Effect.GAIN,
                (f"{join.other_store.name}-changelog",) if join.other_store.is_logged else (),
            )
        )
    return Outcome(draft.freeze(), tuple(firings))


def _windowed_children(draft: PlanDraft, parent: NodeId, join: StreamStreamJoin) -> tuple[NodeId | None, NodeId | None]:
    this = other = None
    for child in draft.children[parent]:
        node = draft.nodes[child]
        if not isinstance(node, WindowedStreamProcessor) or draft.priorities[child] >= draft.priorities[join.id]:
            continue
        if node.name == join.this_windowed_name:
            this = child
        elif node.name == join.other_windowed_name:
            other = child
    return this, other


def _unexpected_order(draft: PlanDraft, this: NodeId | None, other: NodeId | None) -> Refusal:
    left, right = ("null" if node is None else draft.nodes[node].name for node in (this, other))
    words = f"Expected the left node {left} to have smaller build priority than the right node {right}."
    return Refusal(Why.SELF_JOIN_ORDER, "IllegalStateException", words)


rule = Rule(
    name="single_store_self_join",
    title="One store for a self-join",
    explanation=(
        "A windowed join keeps both streams in window stores. When both sides are the same stream, the two stores "
        "hold the same records, so one is enough."
    ),
    apply=apply,
    config=SELF_JOIN,
    behaviour="optimizes_by_list",
)
