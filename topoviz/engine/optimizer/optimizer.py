"""Run the rewrites that Kafka Streams makes on a logical plan before it builds the topology.

The order is that of InternalStreamsBuilder#buildAndOptimizeTopology. The plan after every rule is kept, so that a
reader can follow each step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.optimizer.config import Optimization
from topoviz.engine.optimizer.rule import Firing, Rule
from topoviz.engine.optimizer.rules import (
    filter_null_keys_before_repartition,
    merge_duplicate_sources,
    merge_repartition_topics,
    reuse_ktable_source_topics,
    single_store_self_join,
)
from topoviz.engine.refusal import Refusal
from topoviz.engine.source import Origin
from topoviz.engine.versions import Behaviours

RULES: Final[tuple[Rule, ...]] = (
    merge_duplicate_sources.rule,  # always on; later rules see one source per topic
    reuse_ktable_source_topics.rule,
    merge_repartition_topics.rule,
    single_store_self_join.rule,  # after merging: only then may both sides hang under one repartition
    filter_null_keys_before_repartition.rule,  # always on, and after merging has made its own repartition nodes
)


@dataclass(frozen=True, slots=True)
class Pass:
    """One rule, the plan after it, and what it did; a rule that found nothing has no firings."""

    rule: Rule
    plan: LogicalPlan
    firings: tuple[Firing, ...]


@dataclass(frozen=True, slots=True)
class Optimized:
    """All passes in order, and Kafka's exception if a rule ended in one; then no later rule has run."""

    before: LogicalPlan
    passes: tuple[Pass, ...]
    refusal: Refusal | None = None
    refused_at: Origin | None = None

    @property
    def plan(self) -> LogicalPlan:
        """The plan after the last pass."""
        return self.passes[-1].plan if self.passes else self.before

    @property
    def firings(self) -> tuple[tuple[Rule, Firing], ...]:
        """What was done, in order, each with its rule."""
        return tuple((step.rule, firing) for step in self.passes for firing in step.firings)


def rules_for(behaviours: Behaviours, optimization: Optimization) -> tuple[Rule, ...]:
    """Choose the rules that run: this version must have them, and the setting must ask for them or be ignored."""
    return tuple(
        rule
        for rule in RULES
        if (rule.behaviour is None or behaviours.has(rule.behaviour))
        and (rule.config is None or rule.config in optimization.rules)
    )


def optimize(plan: LogicalPlan, behaviours: Behaviours, optimization: Optimization) -> Optimized:
    """Apply the rules of this version and setting, once each, in order."""
    passes: list[Pass] = []
    current = plan
    for rule in rules_for(behaviours, optimization):
        outcome = rule.apply(current, behaviours)
        if outcome.refusal is not None:
            return Optimized(plan, tuple(passes), outcome.refusal, outcome.refused_at)
        current = outcome.plan
        passes.append(Pass(rule, current, outcome.firings))
    return Optimized(plan, tuple(passes))
