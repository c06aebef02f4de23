"""The store that a Materialized describes: the user's name or a numbered one, and what its supplier makes of it.

Kafka: MaterializedInternal.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import OptionsValue
from topoviz.engine.dsl.operators.store_settings import settings_of
from topoviz.engine.dsl.plan_builder import PlanBuilder
from topoviz.engine.logical.implicit_names import store_without_name
from topoviz.engine.logical.nodes import Store, StoreKind
from topoviz.engine.logical.store_settings import StoreSettings


def own_store_name(plan: PlanBuilder, materialized: OptionsValue, prefix: str) -> str:
    """Name a store; a number is taken only when the user gave no name."""
    if materialized.store_name is not None:
        return plan.use(materialized.store_name)
    name = plan.new_store_name(prefix)
    plan.draft.implicit_names.append(store_without_name(name, is_logged=materialized.is_logged))
    topic = prefix.removesuffix("-")
    if topic in plan.draft.unsure:
        plan.draft.unsure.setdefault(name, plan.draft.unsure[topic])
    return name


def store_of(
    plan: PlanBuilder,
    materialized: OptionsValue,
    name: str,
    told: StoreSettings,
    kind: StoreKind = StoreKind.KEY_VALUE,
) -> Store:
    """Give the store of a Materialized under a name; a versioned supplier makes it keep old values (KIP-889).

    What the operator itself says of the store is `told`.
    """
    supplier, settings = materialized.supplier, settings_of(materialized, kind, told)
    if supplier is None or supplier.kind is not StoreKind.VERSIONED:
        in_memory = materialized.is_in_memory if supplier is None else supplier.is_in_memory
        return Store(
            name,
            kind,
            materialized.is_logged,
            plan.draft.next_priority,
            is_in_memory=in_memory,
            settings=settings,
        )
    return Store(
        name,
        StoreKind.VERSIONED,
        materialized.is_logged,
        plan.draft.next_priority,
        supplier.history_retention,
        is_in_memory=supplier.is_in_memory,
        settings=settings,
    )


def is_versioned(materialized: OptionsValue) -> bool:
    """Tell whether a Materialized has a supplier of versioned stores."""
    return materialized.supplier is not None and materialized.supplier.kind is StoreKind.VERSIONED


def own_store(plan: PlanBuilder, materialized: OptionsValue, prefix: str, told: StoreSettings) -> Store:
    """Give the store of a table, named by the user or numbered."""
    return store_of(plan, materialized, own_store_name(plan, materialized, prefix), told)


def named_store(plan: PlanBuilder, materialized: OptionsValue | None, told: StoreSettings) -> Store | None:
    """Give the store of a table that keeps one only under a user's name."""
    if materialized is None or materialized.store_name is None:
        return None
    return own_store(plan, materialized, "", told)
