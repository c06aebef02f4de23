"""Every operator that the engine models, by the class it belongs to and its name."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.objects import (
    BranchedStreamValue,
    BuilderValue,
    CogroupedStreamValue,
    GlobalTableValue,
    GroupedStreamValue,
    GroupedTableValue,
    StreamValue,
    TableValue,
    TopologyValue,
    WindowedStreamValue,
)
from topoviz.engine.dsl.operators.grouped import aggregations, cogroup, group_by, windowed_by
from topoviz.engine.dsl.operators.joins import join
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.streams import branch, merge, process, repartition, split, stateless, stream, to
from topoviz.engine.dsl.operators.tables import aggregations as table_aggregations
from topoviz.engine.dsl.operators.tables import (
    derived,
    queryable_store_name,
    suppress,
    table,
    to_stream,
    to_table,
    transform_values,
)
from topoviz.engine.dsl.operators.tables import group_by as table_group_by
from topoviz.engine.dsl.operators.tables import join as table_join
from topoviz.engine.dsl.operators.topologies import (
    add_global_store,
    add_state_store,
    build,
    topology_calls,
    topology_stores,
)
from topoviz.engine.dsl.values import Value

_MODULES: Final = (
    stream, table, add_state_store, add_global_store, build, stateless, merge, branch, split, repartition, to, process,
    group_by, windowed_by, aggregations, cogroup, join, derived, transform_values, suppress, to_stream, to_table,
    table_join, table_group_by, table_aggregations, queryable_store_name, topology_calls, topology_stores,
)  # fmt: skip
ALL: Final[tuple[Operator, ...]] = tuple(operator for module in _MODULES for operator in module.OPERATORS)

OPERATORS: Final = {(operator.owner, operator.method): operator for operator in ALL}

_OWNERS: Final[dict[type[Value], str]] = {
    BuilderValue: "StreamsBuilder",
    TopologyValue: "Topology",
    StreamValue: "KStream",
    TableValue: "KTable",
    GlobalTableValue: "GlobalKTable",
    GroupedStreamValue: "KGroupedStream",
    GroupedTableValue: "KGroupedTable",
    WindowedStreamValue: "WindowedKStream",
    CogroupedStreamValue: "CogroupedKStream",
    BranchedStreamValue: "BranchedKStream",
}


def owner_of(value: Value) -> str | None:
    """Give the DSL class of an object, or None when it is none."""
    return _OWNERS.get(type(value))


def find_operator(owner: str, method: str) -> Operator | None:
    """Find an operator of a DSL class."""
    return OPERATORS.get((owner, method))
