"""Read a topic once when several stream() calls name it.

Kafka: InternalStreamsBuilder#mergeDuplicateSourceNodes (KAFKA-6687). Tables are not merged.
"""

from __future__ import annotations

from topoviz.engine.logical.nodes import StreamSource
from topoviz.engine.logical.plan import ROOT, LogicalPlan, PlanDraft
from topoviz.engine.optimizer.rule import Effect, Firing, Outcome, Rule
from topoviz.engine.refusal import Why, topology_exception
from topoviz.engine.versions import Behaviours


def apply(plan: LogicalPlan, behaviours: Behaviours) -> Outcome:
    """Move what hangs under a later source of the same topics to the first, and drop the later one."""
    draft = PlanDraft.of(plan)
    first_by_topic: dict[str, StreamSource] = {}
    first_by_pattern: dict[str, StreamSource] = {}
    firings: list[Firing] = []
    for child in plan.children[ROOT]:
        source = plan.nodes[child]
        if not isinstance(source, StreamSource):
            continue
        if source.pattern is not None:
            first = first_by_pattern.setdefault(source.pattern, source)
        else:
            known = [first_by_topic.setdefault(topic, source) for topic in source.topics]
            first = next((other for other in known if other is not source), source)
            if any(other is not source and set(other.topics) != set(source.topics) for other in known):
                words = "Two source nodes are subscribed to overlapping but not equal input topics"
                return Outcome(plan, (), topology_exception(Why.OVERLAPPING_TOPICS, words))
        if first is source:
            continue
        if _may_differ(first.reset, source.reset):
            reason = "How far back it begins to read is not known; Kafka Streams refuses two policies that differ."
            draft.unsure.setdefault(first.name, reason)
        elif first.reset != source.reset:
            words = "Can't configure different offset reset policies on the same input topic(s)"
            return Outcome(plan, (), topology_exception(Why.DIFFERENT_OFFSET_RESETS, words))
        _move_children(draft, source, first)
        topics = source.pattern or ", ".join(source.topics)
        firings.append(
            Firing(
                (first.id, source.id),
                f"{first.name} reads {topics} for both calls; {source.name} disappears and its number stays unused.",
                Effect.GAIN,
            )
        )
    return Outcome(draft.freeze(), tuple(firings))


def _may_differ(one: str | None, other: str | None) -> bool:
    """Tell whether two reset policies have durations of which one is not known."""
    policies = (one or "", other or "")
    return all(policy.startswith("BY_DURATION") for policy in policies) and "BY_DURATION ?" in policies


def _move_children(draft: PlanDraft, source: StreamSource, first: StreamSource) -> None:
    for below in list(draft.children[source.id]):
        draft.unlink(source.id, below)
        draft.link(first.id, below)
    draft.unlink(ROOT, source.id)


rule = Rule(
    name="merge_duplicate_sources",
    title="One source for a topic",
    explanation=(
        "A topic can be read by one source node only. When stream() is called twice for the same topics, Kafka "
        "Streams 2.8 and later reads them once and hangs both continuations under the first source; earlier versions "
        "refuse the program."
    ),
    apply=apply,
    behaviour="merges_duplicate_sources",
)
