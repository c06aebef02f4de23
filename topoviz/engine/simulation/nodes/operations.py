"""What nodes do that have state or look at keys: the operators of the DSL as values, with the stores by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class StoreKind(StrEnum):
    """How a store keeps what it holds."""

    KEY_VALUES = "by key"
    WINDOWS = "by window"
    SESSIONS = "by session"
    JOIN = "for a join"
    UNMATCHED = "of a join, without a partner"
    BUFFER = "to suppress"


@dataclass(frozen=True, slots=True)
class StorePlan:
    """A store of each task; times in ms. `segment` is how long a segment on disk is, None where rows expire singly.

    A cache that does not pass updates on (`flushes_on`) spares the changelog alone.
    """

    name: str
    kind: StoreKind = StoreKind.KEY_VALUES
    is_cached: bool = False
    flushes_on: bool = True
    is_logged: bool = True
    retention: int | None = None
    segment: int | None = None


@dataclass(frozen=True, slots=True)
class TableSource:
    """Reads a table; without a store it only tells the updates on (KTableSource)."""

    store: str | None


@dataclass(frozen=True, slots=True)
class Aggregate:
    """Aggregates records, or updates of a table, by key (KStreamAggregate, KStreamReduce, KTableAggregate)."""

    store: str
    of_table: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class WindowedAggregate:
    """Aggregates by time windows (KStreamWindowAggregate); `emits_on_close` puts results out when windows close."""

    store: str
    counts: bool
    size: int
    advance: int
    grace: int
    emits_on_close: bool


@dataclass(frozen=True, slots=True)
class SessionAggregate:
    """Aggregates by sessions (KStreamSessionWindowAggregate)."""

    store: str
    counts: bool
    gap: int
    grace: int


@dataclass(frozen=True, slots=True)
class Derived:
    """A step of a table: filter() or mapValues(); `drops_nothing_new` where an update from nothing to nothing ends."""

    store: str | None
    drops_nothing_new: bool


class JoinKind(StrEnum):
    """Which side of a join goes on without a partner."""

    INNER = "inner"
    LEFT = "left"
    RIGHT = "right"
    OUTER = "outer"


@dataclass(frozen=True, slots=True)
class StoreView:
    """A table that is looked up in its store."""

    store: str


@dataclass(frozen=True, slots=True)
class JoinView:
    """A table that is a join of two, and has no store of its own."""

    left: StoreView
    right: StoreView
    kind: JoinKind


@dataclass(frozen=True, slots=True)
class StreamTableJoin:
    """Looks up records of a stream in a table (KStreamKTableJoinProcessor)."""

    table: StoreView | JoinView
    is_left: bool


@dataclass(frozen=True, slots=True)
class JoinWindow:
    """Keeps one side of a join of streams (KStreamJoinWindow)."""

    store: str


@dataclass(frozen=True, slots=True)
class StreamJoinSide:
    """Looks up one side of a join of streams in the store of the other (KStreamKStreamJoin).

    Partners are from `before` ms before a record to `after` ms after it. Where results without a partner wait until
    windows have closed, they wait in `unmatched`. `join` names the join, of which both sides have one time.
    """

    join: str
    store: str
    is_left_side: bool
    before: int
    after: int
    grace: int
    keeps_all: bool
    unmatched: str | None


@dataclass(frozen=True, slots=True)
class TableJoinSide:
    """Looks up the updates of one table in another one; `kind` is as this side sees it (KTableKTableLeftJoin …)."""

    other: StoreView | JoinView
    kind: JoinKind


@dataclass(frozen=True, slots=True)
class Suppress:
    """Holds updates back (KTableSuppressProcessorSupplier); `duration` ms after windows have ended, or in all."""

    store: str
    awaits_windows: bool
    duration: int
    most_records: int | None


@dataclass(frozen=True, slots=True)
class DropsNullKeys:
    """The filter before a repartition topic."""


@dataclass(frozen=True, slots=True)
class TableRepartition:
    """Sends the old and the new value of a table to their new keys (KTableRepartitionMap)."""

    key_is_value: bool = False


Operation = (
    TableSource | Aggregate | WindowedAggregate | SessionAggregate | Derived | StreamTableJoin | JoinWindow
    | StreamJoinSide | TableJoinSide | Suppress | DropsNullKeys | TableRepartition
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operations:
    """What nodes do, by name, with the stores that they use; nodes of which it is not known pass on all."""

    nodes: Mapping[str, Operation] = field(default_factory=dict)
    stores: Mapping[str, StorePlan] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)
    """The node, by store, to whose successors the cache of a store flushes."""
    changes_key: frozenset[str] = frozenset()
    """Nodes after which a key stands without the window that it was in."""

    def within(self, names: Collection[str]) -> Operations:
        """Give those of a sub-topology."""
        nodes = {name: one for name, one in self.nodes.items() if name in names}
        owners = {store: node for store, node in self.owners.items() if node in names}
        return Operations(
            nodes, {store: self.stores[store] for store in owners}, owners, self.changes_key & frozenset(names)
        )


NO_OPERATIONS = Operations()
