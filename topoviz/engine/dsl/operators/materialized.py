"""The store that a Materialized describes: the user's name or a numbered one.

Kafka: MaterializedInternal.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import OptionsValue
from topoviz.engine.dsl.plan_builder import PlanBuilder
from topoviz.engine.logical.nodes import Store


def own_store_name(plan: PlanBuilder, materialized: OptionsValue, prefix: str) -> str:
    """Name a store; a number is taken only when the user gave no name."""
    if materialized.store_name is not None:
        return plan.use(materialized.store_name)
    name = plan.new_store_name(prefix)
    topic = prefix.removesuffix("-")
    if topic in plan.draft.unsure:
        plan.draft.unsure.setdefault(name, plan.draft.unsure[topic])
    return name


def own_store(plan: PlanBuilder, materialized: OptionsValue, prefix: str) -> Store:
    """Give the key-value store of a table, named by the user or numbered."""
    name = own_store_name(plan, materialized, prefix)
    return Store(name, is_logged=materialized.is_logged, identity=plan.draft.next_priority)


def named_store(plan: PlanBuilder, materialized: OptionsValue | None) -> Store | None:
    """Give the key-value store of a table that keeps one only under a user's name."""
    if materialized is None or materialized.store_name is None:
        return None
    return own_store(plan, materialized, "")
