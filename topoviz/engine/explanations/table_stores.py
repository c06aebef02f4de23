"""Tell of the state stores that tables bring: of sources, views, joins, foreign-key joins and suppress.

A source's store, and that of toTable or of a foreign-key join's result, is made only when somebody needs it.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.explanations.facts import Facts
from topoviz.engine.explanations.numbered_names import is_numbered_store
from topoviz.engine.explanations.store_story import Story
from topoviz.engine.explanations.upstream import users_of_old_values
from topoviz.engine.explanations.wording import capital
from topoviz.engine.logical.nodes import (
    ForeignKeyPart,
    GraphNode,
    GroupedTableRepartition,
    StatefulProcessor,
    StateStoreAdded,
    Store,
    StoreKind,
    StreamTableJoin,
    TableProcessor,
    TableSource,
    TableSuppress,
    TableTableJoin,
)

_MATERIALIZED: Final = "`Materialized`"
_UNLOGGER: Final = "`Materialized.withLoggingDisabled()`"
_FROM_MATERIALIZED: Final = "The store's name is from `Materialized`"
_NUMBERED: Final = "The store's name: the kind of operator and a number, for no `Materialized` names it."


def tell_table_store(facts: Facts, owner: GraphNode | None, store: Store) -> Story | None:
    """Tell what a store is for if a table brings it; None for all others."""
    match owner:
        case TableSource():
            return _source_story(facts, owner)
        case TableProcessor(waiting_store=Store()):
            return _waiting_story(facts, owner, store)
        case TableProcessor() | TableTableJoin():
            return _kept_story(facts, owner, store)
        case TableSuppress():
            return _buffer_story(facts, owner, store)
        case StateStoreAdded(part=ForeignKeyPart()) | StatefulProcessor(part=ForeignKeyPart()):
            return _subscription_story(facts, owner, store)
        case _:
            return None


def reference_of(facts: Facts, owner: GraphNode) -> str:
    """Name the class or proposal behind a table's store; nothing for all others."""
    match owner:
        case TableSource():
            return "KTableSource, KIP-295"
        case TableSuppress():
            return "KTableSuppressProcessorSupplier, KIP-328"
        case _ if owner.part is not None:
            return "KTableImpl#doJoinOnForeignKey, KIP-213"
        case TableProcessor(waiting_store=Store()):
            return "StreamToTableNode, KIP-523"
        case TableProcessor() | TableTableJoin():
            return "KTableImpl, Materialized"
        case StatefulProcessor() if _aggregates_table(facts, owner):
            return "KGroupedTableImpl, Materialized"
        case _:
            return ""


def _aggregates_table(facts: Facts, node: StatefulProcessor) -> bool:
    plan = facts.after
    return plan is not None and any(
        isinstance(plan.nodes[parent], GroupedTableRepartition) for parent in plan.parents.get(node.id, ())
    )


def looks_up(user: GraphNode) -> bool:
    """Tell whether an operator reads a store of another one, to join with what is in it."""
    return isinstance(user, StreamTableJoin | TableTableJoin) or user.part is not None


def foreign_key_namer(facts: Facts) -> str:
    """Say what names the parts of a foreign-key join."""
    return "`TableJoined`" if facts.behaviours.is_since("3.1.0") else "`Named`"


def _source_story(facts: Facts, node: TableSource) -> Story:
    name = node.store.name
    kept = "the values of each key" if node.store.kind is StoreKind.VERSIONED else "the last value of each key"
    what = f"{capital(facts.operator(node))} keeps {kept} of topic {facts.name(node.topic)} in it."
    if name.startswith(f"{node.topic}-STATE-STORE-"):
        what += _needed_for_old_values(facts, node)
        origin = "The store's name: the topic and a number, for no `Materialized` names it."
    else:
        origin = f"{_FROM_MATERIALIZED}, so the table can be queried, which needs a store."
    return Story(node.store, node, what, origin, _MATERIALIZED, _UNLOGGER)


def _waiting_story(facts: Facts, node: TableProcessor, store: Store) -> Story:
    what = f"{capital(facts.operator(node))} keeps the table it makes in it."
    if is_numbered_store(store.name):
        what += _needed_for_old_values(facts, node)
        return Story(store, node, what, _NUMBERED, _MATERIALIZED, _UNLOGGER)
    origin = f"{_FROM_MATERIALIZED}, so the table can be queried, which needs a store."
    return Story(store, node, what, origin, _MATERIALIZED, _UNLOGGER)


def _needed_for_old_values(facts: Facts, node: GraphNode) -> str:
    """Say who needs the value before each change, which no arrow shows."""
    users = users_of_old_values(facts.after, node, facts.behaviours) if facts.after is not None else []
    if not users:
        return ""
    needs = "need" if len(users) > 1 else "needs"
    return f" {capital(facts.operators(users))} {needs} the value before each change, which comes from here."


def _kept_story(facts: Facts, node: TableProcessor | TableTableJoin, store: Store) -> Story:
    what = f"{capital(facts.operator(node))} keeps the table it makes in it."
    if is_numbered_store(store.name):
        origin = f"{_NUMBERED} Without `Materialized` the operator would keep no store."
    else:
        origin = f"{_FROM_MATERIALIZED}; without that name the operator would keep no store."
        if isinstance(node, TableTableJoin):
            origin = f"{_FROM_MATERIALIZED}, without which the operator would keep no store."
    return Story(store, node, what, origin, _MATERIALIZED, _UNLOGGER)


def _buffer_story(facts: Facts, node: TableSuppress, store: Store) -> Story:
    what = f"{capital(facts.operator(node))} holds updates back in it until their time has come."
    if is_numbered_store(store.name):
        origin = "The store's name: the operator and a number, for no name is in `Suppressed`."
    else:
        origin = "The store's name: that in `Suppressed`, with `-store` after it."
    unlogger = "`BufferConfig.withLoggingDisabled()`" if facts.behaviours.is_since("2.6.0") else ""
    return Story(store, node, what, origin, "`Suppressed.withName`", unlogger)


def _subscription_story(facts: Facts, node: GraphNode, store: Store) -> Story:
    what = f"{capital(facts.operator(node))} keeps in it which rows of the left table wait for which key of the right."
    namer = foreign_key_namer(facts)
    if is_numbered_store(store.name):
        origin = f"The store's name: the part of the join and a number, for no name is in {namer}."
    else:
        origin = f"The store's name: that in {namer}, with `-subscription-store` after it."
    return Story(store, node, what, origin, namer, "")
