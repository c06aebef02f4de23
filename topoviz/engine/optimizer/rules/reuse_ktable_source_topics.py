"""Let a table's source topic double as its store's changelog.

Kafka: InternalStreamsBuilder#reuseKTableSourceTopics (KIP-295).
"""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.logical.nodes import TableSource
from topoviz.engine.logical.plan import LogicalPlan, PlanDraft
from topoviz.engine.optimizer.config import REUSE
from topoviz.engine.optimizer.rule import Effect, Firing, Outcome, Rule
from topoviz.engine.versions import Behaviours


def apply(plan: LogicalPlan, behaviours: Behaviours) -> Outcome:
    """Mark every table source; only those with a store of their own change anything."""
    draft = PlanDraft.of(plan)
    firings: list[Firing] = []
    for node in plan.in_order():
        if not isinstance(node, TableSource):
            continue
        draft.nodes[node.id] = replace(node, reuses_source_topic=True)
        if node.is_materialized and node.store.is_logged and not node.is_global:
            firings.append(
                Firing(
                    (node.id,),
                    f"{node.store.name} restores from {node.topic}; no changelog topic.",
                    Effect.GAIN,
                    (f"{node.store.name}-changelog",),
                )
            )
    return Outcome(draft.freeze(), tuple(firings))


rule = Rule(
    name="reuse_ktable_source_topics",
    title="The source topic is the changelog",
    explanation=(
        "builder.table() fills a store from a topic. Without this rule Kafka Streams also keeps a changelog topic, "
        "which is a second copy of the same records. With it, a lost store is filled again from the source topic "
        "itself. That topic should be compacted, or restoring reads its whole history."
    ),
    apply=apply,
    config=REUSE,
)
