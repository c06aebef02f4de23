"""What the nodes of a topology do with keys and state, as its plan says; of a dump, what names and stores show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.logical import nodes as logical
from topoviz.engine.logical.nodes import GraphNode, NodeId, Store
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.logical.store_settings import StoreFormat, StoreSettings
from topoviz.engine.simulation.nodes.operations import (
    Aggregate,
    Derived,
    DropsNullKeys,
    JoinKind,
    JoinView,
    JoinWindow,
    Operation,
    Operations,
    SessionAggregate,
    StoreKind,
    StorePlan,
    StoreView,
    StreamJoinSide,
    StreamTableJoin,
    Suppress,
    TableJoinSide,
    TableRepartition,
    TableSource,
    WindowedAggregate,
)
from topoviz.engine.topology.nodes import ProcessorNode, Topology

_AGGREGATIONS: Final = frozenset({"count", "reduce", "aggregate"})
_KINDS: Final = {"join": JoinKind.INNER, "leftJoin": JoinKind.LEFT, "outerJoin": JoinKind.OUTER}
_OTHER_SIDE: Final = {
    JoinKind.INNER: JoinKind.INNER, JoinKind.LEFT: JoinKind.RIGHT, JoinKind.OUTER: JoinKind.OUTER,
}  # fmt: skip
_CACHED: Final = (StoreKind.KEY_VALUES, StoreKind.WINDOWS, StoreKind.SESSIONS)
_NEW_KEYS: Final = re.compile(r"KSTREAM-(?:KEY-SELECT|MAP|FLATMAP)-\d+")


@dataclass(slots=True)
class Found:
    """What is known of nodes, and sentences about those whose state is not followed."""

    nodes: dict[str, Operation] = field(default_factory=dict)
    stores: dict[str, StorePlan] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    changes_key: set[str] = field(default_factory=set)
    change_topics: set[str] = field(default_factory=set)
    not_followed: list[str] = field(default_factory=list)

    @property
    def operations(self) -> Operations:
        """Give what the simulation takes."""
        return Operations(self.nodes, self.stores, self.owners, frozenset(self.changes_key))

    def keep(self, node: str, store: Store, kind: StoreKind = StoreKind.KEY_VALUES) -> str:
        """Let a node own a store; gives its name."""
        settings = store.settings
        is_cached = settings.is_cached is not False and kind in _CACHED
        flushes_on = settings.format is not StoreFormat.TIME_ORDERED
        segment = None if store.is_in_memory else settings.segment_interval
        self.stores[store.name] = StorePlan(
            store.name, kind, is_cached, flushes_on, store.is_logged, settings.retention, segment
        )
        self.owners[store.name] = node
        return store.name


def find_operations(topology: Topology, plan: LogicalPlan | None, new_keys: frozenset[str]) -> Found:
    """Say what nodes do; `new_keys` are those of which the user says that the new key is the value."""
    found = Found()
    if plan is None:
        _of_names(topology, found)
        return found
    maker = _OfPlan(plan, topology.stores, found, new_keys)
    done = set[NodeId]()
    for node in topology.nodes:
        made_by = None if node.plan_node is None else plan.nodes.get(node.plan_node)
        if made_by is not None and made_by.changes_key:
            found.changes_key.add(node.name)
        if made_by is not None and made_by.id not in done:
            done.add(made_by.id)
            maker.add(made_by)
    _leave_out(found)
    return found


class _OfPlan:
    def __init__(self, plan: LogicalPlan, stores: Mapping[str, Store], found: Found, new_keys: frozenset[str]) -> None:
        self._plan = plan
        self._stores = stores
        self._found = found
        self._new_keys = new_keys

    def add(self, node: GraphNode) -> None:
        """Add what a node of the plan, which may be several of the topology, does."""
        found = self._found
        match node:
            case _ if node.part is not None:
                if node.part is logical.ForeignKeyPart.SUBSCRIBE:
                    found.not_followed.append(f"{node.name}: a foreign-key join, each part of which passes on all")
            case logical.TableSource(is_global=False):
                found.nodes[node.name] = TableSource(self._own(node.name, node.store if node.is_materialized else None))
            case logical.StreamToTable():
                found.nodes[node.name] = TableSource(self._own(node.name, node.own_store))
            case logical.TableProcessor():
                drops = node.filters and self._sends_old_values(node)
                if node.own_store is not None or drops:
                    found.nodes[node.name] = Derived(self._own(node.name, node.own_store), drops)
            case logical.TableSuppress():
                self._add_suppress(node)
            case logical.StatefulProcessor() if node.operator in _AGGREGATIONS:
                self._add_aggregate(node)
            case logical.StreamStreamJoin():
                self._add_stream_join(node)
            case logical.StreamTableJoin():
                self._add_stream_table_join(node)
            case logical.TableTableJoin():
                self._add_table_join(node)
            case logical.TableRepartitionMap():
                found.nodes[node.name] = TableRepartition(node.name in self._new_keys)
            case logical.GroupedTableRepartition():
                found.change_topics.add(node.topic)
            case logical.Repartition(drops_null_keys=True):
                found.nodes[node.filter_name] = DropsNullKeys()
            case logical.StatefulProcessor() if node.store_names or node.supplier_stores:
                found.not_followed.append(f"{node.name}: a processor of one's own, with what it does to its stores")

    def _own(self, node: str, store: Store | None) -> str | None:
        if store is None:
            return None
        # The topology has the store as it was asked last, with its logging.
        return self._found.keep(node, self._stores.get(store.name, store))

    def _add_aggregate(self, node: logical.StatefulProcessor) -> None:
        found = self._found
        name = node.own_store.name if node.own_store is not None else next(iter(node.store_names), "")
        store = self._stores.get(name)
        if store is None:
            return
        settings, counts = store.settings, node.operator == "count"
        own = node.name if node.own_store is not None else found.owners.get(name, node.name)
        emits_on_close = settings.format is StoreFormat.TIME_ORDERED
        match settings.windows:
            case None if not node.is_windowed:
                of_table = any(
                    isinstance(self._plan.nodes[one], logical.GroupedTableRepartition)
                    for one in self._plan.parents[node.id]
                )
                found.nodes[node.name] = Aggregate(found.keep(own, store), of_table, counts)
            case "time" if settings.window_size and settings.grace is not None:
                found.nodes[node.name] = WindowedAggregate(
                    found.keep(own, store, StoreKind.WINDOWS), counts, settings.window_size,
                    settings.advance or settings.window_size, settings.grace, emits_on_close,
                )  # fmt: skip
            case "session" if settings.window_size is not None and settings.grace is not None and not emits_on_close:
                found.nodes[node.name] = SessionAggregate(
                    found.keep(own, store, StoreKind.SESSIONS), counts, settings.window_size, settings.grace
                )
            case _:
                windows = settings.windows or ""
                known = windows in ("sliding", "session")
                what = f"{windows} windows" if known else "windows that the text does not say"
                found.not_followed.append(f"{node.name}: an aggregation by {what}, which passes on an update for each")

    def _add_suppress(self, node: logical.TableSuppress) -> None:
        store = None if node.own_store is None else self._stores.get(node.own_store.name, node.own_store)
        limits = None if store is None else store.settings.suppression
        duration = None
        if limits is not None:
            duration = self._grace_above(node) if limits.awaits_windows else limits.time_limit
        if store is None or limits is None or duration is None:
            self._found.not_followed.append(f"{node.name}: a suppress() of which it is not known how long it waits")
            return
        most = None if limits.awaits_windows else limits.max_records
        name = self._found.keep(node.name, store, StoreKind.BUFFER)
        self._found.nodes[node.name] = Suppress(name, limits.awaits_windows, duration, most)

    def _grace_above(self, node: GraphNode) -> int | None:
        """Give how long windows above wait after their end (GraphGraceSearchUtil)."""
        to_look, seen = list(self._plan.parents[node.id]), set[NodeId]()
        graces = []
        while to_look:
            one = to_look.pop()
            if one in seen:
                continue
            seen.add(one)
            above = self._plan.nodes[one]
            if isinstance(above, logical.StatefulProcessor) and above.is_windowed:
                settings = self._settings_of(above)
                if settings is None or settings.grace is None or settings.window_size is None:
                    return None
                graces.append(settings.grace + (settings.window_size if settings.windows == "session" else 0))
            else:
                to_look.extend(self._plan.parents[one])
        return max(graces, default=None)

    def _settings_of(self, node: logical.StatefulProcessor) -> StoreSettings | None:
        name = node.own_store.name if node.own_store is not None else next(iter(node.store_names), "")
        store = self._stores.get(name)
        return None if store is None else store.settings

    def _add_stream_join(self, node: logical.StreamStreamJoin) -> None:
        found, windows = self._found, node.this_store.settings
        before, size, grace = windows.before, windows.window_size, windows.grace
        if node.is_self_join or before is None or size is None or grace is None:
            what = (
                "a join of a stream with itself" if node.is_self_join else "a join whose windows the text does not say"
            )
            found.not_followed.append(f"{node.name}: {what}, which passes on a record for each")
            return
        stores = []
        for windowed, store in (
            (node.this_windowed_name, node.this_store), (node.other_windowed_name, node.other_store),
        ):  # fmt: skip
            name = found.keep(windowed, self._stores.get(store.name, store), StoreKind.JOIN)
            found.nodes[windowed] = JoinWindow(name)
            stores.append(name)
        unmatched = None
        if node.outer_store is not None:
            outer = self._stores.get(node.outer_store.name, node.outer_store)
            unmatched = found.keep(node.this_name, outer, StoreKind.UNMATCHED)
        kind, after = _KINDS.get(node.operator, JoinKind.INNER), size - before
        found.nodes[node.this_name] = StreamJoinSide(
            node.name, stores[1], True, before, after, grace, kind is not JoinKind.INNER, unmatched
        )
        found.nodes[node.other_name] = StreamJoinSide(
            node.name, stores[0], False, after, before, grace, kind is JoinKind.OUTER, unmatched
        )

    def _add_stream_table_join(self, node: logical.StreamTableJoin) -> None:
        if not node.store_names:
            self._found.not_followed.append(f"{node.name}: a join with a global table, in which each record finds one")
            return
        view = self._view(node.store_names)
        if view is None:
            self._found.not_followed.append(f"{node.name}: a join with a table that is looked up in many stores")
            return
        if node.buffer is not None:
            self._found.not_followed.append(f"{node.name}: the grace period of a join with a table, and old versions")
        self._found.nodes[node.name] = StreamTableJoin(view, node.operator == "leftJoin")

    def _add_table_join(self, node: logical.TableTableJoin) -> None:
        left, right = self._view(node.left_stores), self._view(node.right_stores)
        if left is None or right is None:
            self._found.not_followed.append(f"{node.name}: a join of tables that are looked up in many stores")
            return
        kind = _KINDS.get(node.operator, JoinKind.INNER)
        self._found.nodes[node.this_name] = TableJoinSide(right, kind)
        self._found.nodes[node.other_name] = TableJoinSide(left, _OTHER_SIDE[kind])
        if node.own_store is not None:
            self._found.nodes[node.name] = Derived(self._own(node.name, node.own_store), False)

    def _view(self, names: tuple[str, ...]) -> StoreView | JoinView | None:
        if len(names) == 1:
            return StoreView(names[0])
        for one in self._plan.nodes.values():
            if (
                isinstance(one, logical.TableTableJoin)
                and len(one.left_stores) == len(one.right_stores) == 1
                and {*one.left_stores, *one.right_stores} == set(names)
            ):
                kind = _KINDS.get(one.operator, JoinKind.INNER)
                return JoinView(StoreView(one.left_stores[0]), StoreView(one.right_stores[0]), kind)
        return None

    def _sends_old_values(self, node: GraphNode) -> bool:
        """Tell whether anything below asks a table for old values (KTableImpl#enableSendingOldValues)."""
        to_look, seen = [(node.id, one) for one in self._plan.children[node.id]], set[NodeId]()
        while to_look:
            above, one = to_look.pop()
            below = self._plan.nodes[one]
            if isinstance(below, logical.TableRepartitionMap | logical.TableSuppress) or below.part is not None:
                return True
            if isinstance(below, logical.TableTableJoin) and (
                below.operator == "outerJoin"
                or (below.operator == "leftJoin" and self._plan.nodes[above].name == below.left_name)
            ):
                return True
            is_table = isinstance(below, logical.TableProcessor | logical.TableTableJoin)
            if is_table and one not in seen:
                seen.add(one)
                to_look.extend((one, child) for child in self._plan.children[one])
        return False


def _of_names(topology: Topology, found: Found) -> None:
    """Infer from the names that Kafka Streams gives: describe() shows neither windows nor caches."""
    for node in topology.nodes:
        if not isinstance(node, ProcessorNode):
            continue
        if _NEW_KEYS.fullmatch(node.name):
            found.changes_key.add(node.name)
        kind = node.name.rpartition("-")[0]
        stores = [topology.stores[one] for one in node.stores if one in topology.stores]
        if kind == "KTABLE-SOURCE":
            found.nodes[node.name] = TableSource(found.keep(node.name, stores[0]) if stores else None)
        elif kind in ("KSTREAM-JOIN", "KSTREAM-LEFTJOIN") and len(stores) == 1:
            found.nodes[node.name] = StreamTableJoin(StoreView(stores[0].name), kind == "KSTREAM-LEFTJOIN")
        elif stores:
            found.not_followed.append(
                f"{node.name}: describe() does not show what it does with its store, so it passes on a record for each"
            )
    _leave_out(found)


def _leave_out(found: Found) -> None:
    """Leave out joins with tables in stores that nothing fills of which it is known how."""
    kinds = (StoreKind.KEY_VALUES, StoreKind.WINDOWS, StoreKind.SESSIONS)
    filled = {name for name, one in found.stores.items() if one.kind in kinds}
    for name, one in list(found.nodes.items()):
        if isinstance(one, StreamTableJoin | TableJoinSide):
            view = one.table if isinstance(one, StreamTableJoin) else one.other
            stores = (view.store,) if isinstance(view, StoreView) else (view.left.store, view.right.store)
            if not filled.issuperset(stores):
                del found.nodes[name]
                found.not_followed.append(
                    f"{name}: a join with a table that nothing known fills; each record finds one"
                )
