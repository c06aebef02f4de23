"""Which operator does what: made once for each node of a task, over the stores of that task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from topoviz.engine.simulation.nodes.context import Context
from topoviz.engine.simulation.nodes.operations import (
    Aggregate,
    Derived,
    DropsNullKeys,
    JoinWindow,
    Operation,
    Operations,
    SessionAggregate,
    StoreKind,
    StreamJoinSide,
    StreamTableJoin,
    Suppress,
    TableJoinSide,
    TableRepartition,
    TableSource,
    WindowedAggregate,
)
from topoviz.engine.simulation.nodes.operators.aggregate import AggregateOperator, TableAggregateOperator
from topoviz.engine.simulation.nodes.operators.model import Operator
from topoviz.engine.simulation.nodes.operators.repartition import NullKeyFilter, TableRepartitionOperator
from topoviz.engine.simulation.nodes.operators.session_aggregate import SessionAggregateOperator
from topoviz.engine.simulation.nodes.operators.stream_stream_join import (
    JoinEra,
    JoinTime,
    JoinWindowOperator,
    StreamJoinSideOperator,
)
from topoviz.engine.simulation.nodes.operators.stream_table_join import StreamTableJoinOperator
from topoviz.engine.simulation.nodes.operators.suppress import SuppressOperator
from topoviz.engine.simulation.nodes.operators.table_table_join import TableJoinSideOperator
from topoviz.engine.simulation.nodes.operators.tables import DerivedOperator, SourceOperator
from topoviz.engine.simulation.nodes.operators.views import view_of
from topoviz.engine.simulation.nodes.operators.windowed_aggregate import WindowedAggregateOperator
from topoviz.engine.simulation.nodes.stores.buffer import Buffer
from topoviz.engine.simulation.nodes.stores.cache import Cache
from topoviz.engine.simulation.nodes.stores.join_rows import JoinRows
from topoviz.engine.simulation.nodes.stores.key_values import KeyValues
from topoviz.engine.simulation.nodes.stores.unmatched import Unmatched
from topoviz.engine.versions import Behaviours


@dataclass(slots=True)
class Stores:
    """The stores of one task, by name and kind; they outlive the task, as their changelogs do.

    Where they `are_transactional`, what they got since the last commit is gone with a crash; rows of joins, and what
    waits in buffers, stay as they were.
    """

    are_transactional: bool = False
    key_values: dict[str, KeyValues] = field(default_factory=dict)
    rows: dict[str, JoinRows] = field(default_factory=dict)
    unmatched: dict[str, Unmatched] = field(default_factory=dict)
    buffers: dict[str, Buffer] = field(default_factory=dict)

    def commit(self) -> None:
        """Note that what changelogs got is committed."""
        if self.are_transactional:
            for one in self.key_values.values():
                one.commit()

    def all(self) -> list[KeyValues | JoinRows | Unmatched | Buffer]:
        """List them."""
        return [*self.key_values.values(), *self.rows.values(), *self.unmatched.values(), *self.buffers.values()]


def attach_stores(
    stores: Stores, names: Mapping[str, str], operations: Operations, cache: Cache | None, context: Context,
    behaviours: Behaviours,
) -> None:  # fmt: skip
    """Make the stores of a task, `names` with the nodes that own them, or let those that are there go on."""
    reads_exactly = behaviours.has("reads_within_retention")
    for name, node in names.items():
        plan = operations.stores[name]
        match plan.kind:
            case StoreKind.JOIN:
                if name not in stores.rows:
                    stores.rows[name] = JoinRows(plan, reads_exactly=reads_exactly)
            case StoreKind.UNMATCHED:
                stores.unmatched.setdefault(name, Unmatched(plan))
            case StoreKind.BUFFER:
                stores.buffers.setdefault(name, Buffer(plan))
            case _ if name in stores.key_values:
                stores.key_values[name].attach(cache, context)
            case _:
                own = cache if plan.is_cached else None
                stores.key_values[name] = KeyValues(
                    plan, node, own, context, reads_exactly=reads_exactly, is_transactional=stores.are_transactional
                )


def make_operators(
    operations: Mapping[str, Operation], stores: Stores, context: Context, behaviours: Behaviours
) -> dict[str, Operator]:
    """Make the operators of a task, by node."""
    times: dict[str, JoinTime] = {}
    return {node: _operator(node, one, stores, times, context, behaviours) for node, one in operations.items()}


def _operator(
    node: str, plan: Operation, stores: Stores, times: dict[str, JoinTime], context: Context, behaviours: Behaviours
) -> Operator:
    tables = stores.key_values
    keeps_null_keys = behaviours.has("keeps_null_keys")
    match plan:
        case TableSource():
            return SourceOperator(node, None if plan.store is None else tables[plan.store], context)
        case Derived():
            own = None if plan.store is None else tables[plan.store]
            return DerivedOperator(own, drops_nothing_new=plan.drops_nothing_new)
        case Aggregate(of_table=True):
            return TableAggregateOperator(tables[plan.store], counts=plan.counts)
        case Aggregate():
            return AggregateOperator(node, tables[plan.store], context, counts=plan.counts)
        case WindowedAggregate():
            return WindowedAggregateOperator(node, plan, tables[plan.store], context)
        case SessionAggregate():
            return SessionAggregateOperator(
                node, plan, tables[plan.store], context, closes_by_gap=behaviours.has("closes_sessions_by_gap")
            )
        case StreamTableJoin():
            view = view_of(plan.table, tables)
            return StreamTableJoinOperator(node, view, context, is_left=plan.is_left, keeps_null_keys=keeps_null_keys)
        case TableJoinSide():
            return TableJoinSideOperator(node, view_of(plan.other, tables), context, plan.kind)
        case JoinWindow():
            return JoinWindowOperator(stores.rows[plan.store], keeps_null_keys=keeps_null_keys)
        case StreamJoinSide():
            unmatched = None if plan.unmatched is None else stores.unmatched[plan.unmatched]
            era = JoinEra(
                keeps_null_keys, behaviours.has("resyncs_outer_joins"), behaviours.has("looks_at_both_join_sides")
            )
            time = times.setdefault(plan.join, JoinTime())
            return StreamJoinSideOperator(node, plan, stores.rows[plan.store], unmatched, time, era, context)
        case Suppress():
            return SuppressOperator(node, plan, stores.buffers[plan.store], context)
        case DropsNullKeys():
            return NullKeyFilter(node, context)
        case TableRepartition():
            return TableRepartitionOperator(plan, sends_one=behaviours.has("sends_one_change"))
