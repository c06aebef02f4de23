"""Find in a logical plan why a stream must be repartitioned, and what was moved behind the repartition topic."""

from __future__ import annotations

from topoviz.engine.logical.nodes import (
    GraphNode,
    GroupedTableRepartition,
    NodeId,
    Processor,
    Repartition,
    Root,
    StatefulProcessor,
    StreamSource,
    StreamStreamJoin,
    StreamTableJoin,
    TableProcessor,
    TableRepartitionMap,
    TableSource,
    TableSuppress,
    TableTableJoin,
)
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.versions import Behaviours


def key_changers_above(plan: LogicalPlan, repartition: NodeId) -> list[GraphNode]:
    """Give the operators that made a repartition necessary, in the order of the program.

    Those are all that may have changed the key since the records were last read from a topic by key.
    """
    found: set[NodeId] = set()
    seen: set[NodeId] = set()
    stack = list(plan.parents.get(repartition, ()))
    while stack:
        current = stack.pop()
        if current in seen:
            continue
        seen.add(current)
        node = plan.nodes[current]
        if node.changes_key or node.operator == "process":
            found.add(current)
        if not _is_partitioned_by_key(node):
            stack.extend(plan.parents.get(current, ()))
    return [plan.nodes[node] for node in sorted(found)]


def kept_apart(plan: LogicalPlan) -> tuple[GraphNode, list[GraphNode]] | None:
    """Give an operator that changes the key above several repartitions, and what changes the value between.

    Such repartitions are never merged (InternalStreamsBuilder#getKeyChangingParentNode finds the value change first).
    """
    registered = {one for below in plan.key_changers.values() for one in below}
    below: dict[NodeId, list[NodeId]] = {}
    for node in plan.nodes.values():
        if isinstance(node, Repartition) and node.is_optimizable and node.id not in registered:
            for changer in key_changers_above(plan, node.id):
                below.setdefault(changer.id, []).append(node.id)
    for changer_id, repartitions in below.items():
        reached = _reachable(plan, changer_id)
        above = [_between(plan, (one,)) & reached for one in repartitions]
        values = [{one for one in nodes if plan.nodes[one].changes_value} for nodes in above]
        if len(repartitions) > 1 and all(values):
            found = sorted(set().union(*values))
            return plan.nodes[changer_id], [plan.nodes[one] for one in found if not plan.nodes[one].changes_key]
    return None


def _is_partitioned_by_key(node: GraphNode) -> bool:
    """Tell whether what leaves a node needs no repartition, whatever stands above it."""
    match node:
        case Root() | StreamSource() | TableSource() | TableProcessor() | Repartition() | StreamStreamJoin():
            return True
        case TableTableJoin() | GroupedTableRepartition():
            return True
        case StreamTableJoin():
            return bool(node.store_names)  # a join with a global table goes on with the key as it is
        case StatefulProcessor():
            return node.own_store is not None or node.operator == "aggregate"
        case _:
            return isinstance(node, Processor) and node.operator == "toStream"


def users_of_repartition(plan: LogicalPlan, repartition: NodeId) -> list[GraphNode]:
    """Give the operators directly below a repartition, one node for each call."""
    by_call: dict[object, GraphNode] = {}
    for child in plan.children.get(repartition, ()):
        node = plan.nodes[child]
        by_call.setdefault((node.operator, node.origin) if node.origin is not None else node.id, node)
    return list(by_call.values())


def users_of_old_values(plan: LogicalPlan, table: GraphNode, behaviours: Behaviours) -> list[GraphNode]:
    """Give the operators below a table that need the value before each change, as far as it comes from this table."""
    found: set[NodeId] = set()
    stops_at_store = behaviours.has("reads_old_values_from_nearest_store")
    seen: set[NodeId] = set()
    stack = list(plan.children.get(table.id, ()))
    while stack:
        current = stack.pop()
        node = plan.nodes[current]
        if isinstance(node, TableRepartitionMap | TableSuppress):
            found.add(current)
        passes = isinstance(node, TableTableJoin | TableSuppress) or (
            isinstance(node, TableProcessor) and not (stops_at_store and node.own_store is not None)
        )
        if passes and current not in seen:
            stack.extend(plan.children[current])
        seen.add(current)
    return [plan.nodes[node] for node in sorted(found)]


def moved_behind(before: LogicalPlan, after: LogicalPlan, repartition: Repartition) -> list[GraphNode]:
    """Give the operators that ran before the repartitions that this one replaces, and now run behind it."""
    if not repartition.replaces:
        return []
    once_above = _between(before, repartition.replaces)
    still_above = _between(after, (repartition.id,))
    below = _reachable(after, repartition.id)
    moved = (once_above - still_above) & below
    return [
        before.nodes[node] for node in sorted(moved) if isinstance(before.nodes[node], Processor | StatefulProcessor)
    ]


def filters_among(nodes: list[GraphNode]) -> list[GraphNode]:
    """Keep those that can drop records without touching them."""
    return [
        node
        for node in nodes
        if isinstance(node, Processor) and node.operator in ("filter", "filterNot", "branch", "split")
    ]


def _between(plan: LogicalPlan, starts: tuple[NodeId, ...]) -> set[NodeId]:
    """Collect what stands above some nodes, up to where records are read by key."""
    seen: set[NodeId] = set()
    stack = [parent for start in starts for parent in plan.parents.get(start, ())]
    while stack:
        current = stack.pop()
        if current not in seen:
            seen.add(current)
            stack.extend(plan.parents.get(current, ()))
    return seen


def _reachable(plan: LogicalPlan, start: NodeId) -> set[NodeId]:
    seen: set[NodeId] = set()
    stack = list(plan.children.get(start, ()))
    while stack:
        current = stack.pop()
        if current not in seen:
            seen.add(current)
            stack.extend(plan.children.get(current, ()))
    return seen
