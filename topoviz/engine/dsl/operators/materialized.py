"""The store that a Materialized describes: the user's name or a numbered one.

Kafka: MaterializedInternal.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import OptionsValue
from topoviz.engine.dsl.plan_builder import PlanBuilder


def own_store_name(plan: PlanBuilder, materialized: OptionsValue, prefix: str) -> str:
    """Name a store; a number is taken only when the user gave no name."""
    if materialized.store_name is not None:
        return plan.use(materialized.store_name)
    name = plan.new_store_name(prefix)
    topic = prefix.removesuffix("-")
    if topic in plan.draft.unsure:
        plan.draft.unsure.setdefault(name, plan.draft.unsure[topic])
    return name
