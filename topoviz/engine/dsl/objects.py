"""The objects of the Kafka Streams DSL, as far as they decide about names, numbers and shape."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import count

from topoviz.engine.dsl.plan_builder import PlanBuilder, UserText
from topoviz.engine.dsl.source_names import SourceNames
from topoviz.engine.dsl.values import MapValue, Opaque, Value
from topoviz.engine.logical.nodes import NodeId, Store, StoreKind
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.logical.processor_api import TopologyCall
from topoviz.engine.logical.store_settings import LogConfig, StoreFormat, StoreSettings, Suppression
from topoviz.engine.refusal import Refusal, Refused, Why
from topoviz.engine.source import Origin, Span

_identities = count(-1, -1)


def new_identity() -> int:
    """Give a store builder's identity: below zero, where no operator's own store has its."""
    return next(_identities)


@dataclass(eq=False, slots=True)
class PropertiesValue(Value):
    """A java.util.Properties or a configuration map; `is_exact` is false when entries may be missing.

    Only getProperty() looks at `defaults`. `places` say where values were set, as far as that is known; one that is not
    the value that holds by now is of no account.
    """

    entries: dict[str, Value] = field(default_factory=dict)
    is_exact: bool = True
    defaults: PropertiesValue | None = None
    places: dict[str, tuple[Value, Span]] = field(default_factory=dict)

    def put(self, key: str, value: Value, span: Span) -> None:
        """Set an entry at a place of the text."""
        self.entries[key] = value
        self.places[key] = (value, span)

    def place_of(self, key: str) -> Span | None:
        """Give where the value that holds was set, if that is known."""
        value, span = self.places.get(key, (None, None))
        return span if value is not None and value is self.entries.get(key) else None

    def forget(self, reason: str) -> Iterable[Value]:
        """Lose all entries."""
        held = list(self.entries.values())
        self.entries.clear()
        self.is_exact = False
        return held


@dataclass(eq=False, slots=True)
class TopologyValue(Value):
    """A Topology: the plan it was built from, if any, and the calls made on it since.

    It is built with one set of properties and started with another: only those that KafkaStreams is given count for
    the application's id, only those that build() is given for the optimizer.
    One that comes `from_outside` may have got nodes there that the text does not show.
    It is guarded when one of these, or the build, stands where the program would catch what Kafka Streams refuses.
    Once it is started, with KafkaStreams or a test driver, nothing that ends the program later undoes it.
    """

    made_at: Origin
    from_outside: bool = False
    plan: LogicalPlan | None = None
    properties: PropertiesValue | None = None
    built_with_properties: bool = False
    built_at: Origin | None = None
    started_with: PropertiesValue | None = None
    started_at: Origin | None = None
    calls: list[TopologyCall] = field(default_factory=list)
    unsure: dict[str, str] = field(default_factory=dict)
    is_guarded: bool = False
    is_started: bool = False


@dataclass(eq=False, slots=True)
class BuilderValue(Value):
    """A StreamsBuilder; `topology` is what build() gave last.

    One that comes `from_outside` may have got state stores there that the text does not show. A framework that has
    several calls them by `name`, and may keep for each the `configuration` that it will be built with.
    """

    plan: PlanBuilder
    made_at: Origin
    from_outside: bool = False
    topology: TopologyValue | None = None
    name: str = ""
    configuration: PropertiesValue | None = None

    def forget(self, reason: str) -> Iterable[Value]:
        """Keep the plan, which is doubted by itself; what it will be built with may have changed."""
        return () if self.configuration is None else (self.configuration,)


@dataclass(eq=False, slots=True)
class StreamValue(Value):
    """A KStream: its node, the sources it stems from, and whether its key changed since it was last partitioned."""

    plan: PlanBuilder
    name: str
    node: NodeId
    sources: SourceNames
    repartition_required: bool = False
    key_serde: str | None = None
    value_serde: str | None = None
    join_repartition: NodeId | None = None


class TableOrigin(StrEnum):
    """Where a table's values can be looked up.

    SOURCE is a table whose own store waits to be needed. A DERIVED one without a store looks into its parent, a JOIN
    into both sides, and SUPPRESSED into its buffer and its parent. A COGROUP has a store, and before KAFKA-10417 nobody
    could look into it.
    """

    SOURCE = "source"
    AGGREGATE = "aggregate"
    COGROUP = "cogroup"
    DERIVED = "derived"
    JOIN = "join"
    SUPPRESSED = "suppressed"


@dataclass(eq=False, slots=True)
class TableValue(Value):
    """A KTable. `store` is its own store's name; `joined_stores` are those that a join without one looks into.

    `is_versioned` tells whether it keeps old values (KIP-889); None leaves that to what stands above.
    """

    plan: PlanBuilder
    name: str
    node: NodeId
    sources: SourceNames
    origin: TableOrigin
    store: str | None = None
    parents: tuple[TableValue, ...] = ()
    joined_stores: tuple[str, ...] = ()
    is_versioned: bool | None = None
    queryable_name: str | None = None
    key_serde: str | None = None
    value_serde: str | None = None
    sends_old_values: bool = False

    def stores_for_lookup(self, origin: Origin) -> tuple[str, ...]:
        """Name the stores an operator needs to look values up here; a store that waits is made by being asked.

        Raises Refused, at the call that asks, when the table cannot be asked.

        Kafka: KTableImpl#valueGetterSupplier, KTableSource#materialize and the view() of each kind of table.
        """
        table, buffers = self, list[str]()
        while table.origin is TableOrigin.SUPPRESSED or (table.origin is TableOrigin.DERIVED and table.store is None):
            if table.store is not None:
                buffers.append(table.store)
            table = table.parents[0]
        if table.origin is TableOrigin.SOURCE:
            table.plan.draft.materialize(table.node)
        _refuse_cogroup(table, origin)
        return (*buffers, *(table.joined_stores if table.store is None else (table.store,)))

    def send_old_values(self, origin: Origin, *, forces: bool) -> bool:
        """Make the table send the old value with each new one, and tell whether it can.

        Old values come from a store: a source's that waits is made only for somebody who forces it. Raises Refused, at
        the call that asks, when a table above cannot be asked.

        Kafka: KTableImpl#enableSendingOldValues (KAFKA-10077).
        """
        sends, joined = _ask_for_old_values(self, origin, forces=forces)
        while joined:
            joined += _ask_for_old_values(joined.pop(), origin, forces=True)[1]
        return sends

    @property
    def inherits_versions(self) -> bool:
        """Tell whether the table is versioned, by itself or because all tables above it are (KIP-914)."""
        table = self
        while table.is_versioned is None and table.parents:
            table = table.parents[0]
        return bool(table.is_versioned)

    @property
    def takes_old_values_from_parent(self) -> bool:
        """Tell whether old values must come from the table above."""
        if self.origin is TableOrigin.DERIVED:
            has_own = self.plan.behaviours.has("reads_old_values_from_nearest_store") and self.store is not None
            return not has_own
        return self.origin is TableOrigin.SUPPRESSED


def _refuse_cogroup(table: TableValue, origin: Origin) -> None:
    """Raise Refused where Kafka Streams casts what stands behind a cogroup to what other tables have there.

    Kafka: KTableImpl#valueGetterSupplier and #enableSendingOldValues (KAFKA-10417).
    """
    if table.origin is not TableOrigin.COGROUP or table.plan.behaviours.has("looks_through_cogroups"):
        return
    internals = "org.apache.kafka.streams.kstream.internals"
    one, other = f"{internals}.PassThrough", f"{internals}.KTableProcessorSupplier"
    words = f"class {one} cannot be cast to class {other} ({one} and {other} are in unnamed module of loader 'app')"
    raise Refused(Refusal(Why.CLOSED_COGROUP, "ClassCastException", words), origin)


def _ask_for_old_values(table: TableValue, origin: Origin, *, forces: bool) -> tuple[bool, list[TableValue]]:
    """Ask upwards until a table can give old values; also give the sides of a join, which are to be asked next."""
    asked = [table]
    while not table.sends_old_values and table.takes_old_values_from_parent:
        table = table.parents[0]
        asked.append(table)
    if table.sends_old_values:
        joined: list[TableValue] = []
    elif table.origin is TableOrigin.SOURCE:
        if not forces and not table.plan.draft.is_materialized(table.node):
            return False, []
        table.plan.draft.materialize(table.node)
        joined = []
    else:
        _refuse_cogroup(table, origin)
        joined = list(table.parents) if table.origin is TableOrigin.JOIN else []
    for one in asked:
        one.sends_old_values = True
    return True, joined


@dataclass(eq=False, slots=True)
class GlobalTableValue(Value):
    """A GlobalKTable, by its store; before 4.0 it can be queried only under a name that the user gave."""

    store: str
    queryable_name: UserText | None = None


@dataclass(eq=False, slots=True)
class GroupedTableValue(Value):
    """A KGroupedTable; a user's name for it names the repartition topic, which aggregations then share."""

    plan: PlanBuilder
    name: str
    node: NodeId
    user_name: UserText | None = None
    key_serde: str | None = None
    value_serde: str | None = None
    repartition: NodeId | None = None


@dataclass(eq=False, slots=True)
class GroupedStreamValue(Value):
    """A KGroupedStream; a user's name for it names the repartition topic, which aggregations then share."""

    plan: PlanBuilder
    name: str
    node: NodeId
    sources: SourceNames
    repartition_required: bool
    user_name: UserText | None = None
    key_serde: str | None = None
    value_serde: str | None = None
    repartition: NodeId | None = None


class WindowKind(StrEnum):
    """The kinds of windows, as far as they decide about stores and numbers."""

    TIME = "time"
    SESSION = "session"
    SLIDING = "sliding"
    JOIN = "join"


@dataclass(frozen=True, slots=True)
class WindowsValue(Value):
    """TimeWindows, SessionWindows, SlidingWindows or JoinWindows.

    Join windows made by `ofTimeDifference…` switch on the fix of spurious results (KAFKA-10847). Times are in
    milliseconds; None is not known. The size of sessions is their gap, that of sliding windows the time difference.
    `keeps` is how long windows were kept before KIP-633; grace() refuses to change a grace that is final.
    """

    kind: WindowKind
    fixes_spurious_results: bool = False
    before: int | None = None
    after: int | None = None
    grace: int | None = None
    size: int | None = None
    advance: int | None = None
    keeps: int | None = None
    has_own_grace: bool = False
    has_final_grace: bool = False
    is_unlimited: bool = False

    @property
    def length(self) -> int | None:
        """Give what size() gives; of sessions the gap, of sliding windows the time difference."""
        if self.kind is not WindowKind.JOIN:
            return self.size
        return None if self.before is None or self.after is None else self.before + self.after


@dataclass(eq=False, slots=True)
class WindowedStreamValue(Value):
    """A grouped stream with windows; it emits when they close where it is asked to, and None is not known."""

    grouped: GroupedStreamValue
    windows: WindowsValue
    emits_on_close: bool | None = False

    @property
    def plan(self) -> PlanBuilder:
        """Give the plan of the stream that is grouped."""
        return self.grouped.plan

    @property
    def kind(self) -> WindowKind:
        """Give the kind of its windows."""
        return self.windows.kind


@dataclass(eq=False, slots=True)
class CogroupedStreamValue(Value):
    """A CogroupedKStream, with windows or without.

    The groups are in the order in which they were added. A repartition node is made once for each, and both are
    shared with what windowedBy() gives.
    """

    plan: PlanBuilder
    name: str
    groups: list[GroupedStreamValue] = field(default_factory=list)
    parents: dict[int, NodeId] = field(default_factory=dict)
    windows: WindowsValue | None = None


@dataclass(eq=False, slots=True)
class BrancherValue(Value):
    """Spring's KafkaStreamBrancher: predicates with the consumers of their branches, and the consumer of the rest."""

    branches: list[tuple[Value, Value]] = field(default_factory=list)
    default: Value | None = None
    doubt: str | None = None

    def forget(self, reason: str) -> Iterable[Value]:
        """Remember that there may be other branches."""
        self.doubt = reason
        return ()


@dataclass(eq=False, slots=True)
class BranchedStreamValue(Value):
    """A BranchedKStream: what is split, the node that splits it, and the map that the branches go into."""

    stream: StreamValue
    name: UserText
    node: NodeId
    branches: MapValue
    predicates: int = 0

    @property
    def plan(self) -> PlanBuilder:
        """Give the plan of the stream that is split."""
        return self.stream.plan


@dataclass(frozen=True, slots=True)
class SerdeValue(Value):
    """A serde, as its toString shows it in exceptions; identity hashes are masked."""

    text: str


@dataclass(frozen=True, slots=True)
class StoreTypeValue(Opaque):
    """A kind of stores of Kafka's own: in memory, or in RocksDB (KIP-591, KIP-954)."""

    is_in_memory: bool


@dataclass(frozen=True, slots=True)
class StoreSupplierValue(Value):
    """What Stores.persistentKeyValueStore and its kin give.

    Of a window store also the times, in milliseconds, whether it keeps duplicates, and how it prints itself; of a
    versioned one how long it keeps old values. What lies in memory has no format.
    """

    name: UserText
    kind: StoreKind
    retention: int | None = None
    window_size: int | None = None
    keeps_duplicates: bool | None = None
    history_retention: int | None = None
    text: str = ""
    is_in_memory: bool | None = None
    segment_interval: int | None = None
    format: StoreFormat | None = None


@dataclass(eq=False, slots=True)
class StoreBuilderValue(Value):
    """A StoreBuilder; its identity tells it from others of the same name.

    `taken_by` are the marks of the plans and topologies that have its store already. They look at the builder again
    when Kafka Streams asks them for their topics.
    """

    name: UserText
    kind: StoreKind
    is_logged: bool = True
    identity: int = field(default_factory=new_identity)
    history_retention: int | None = None
    taken_by: list[dict[str, str]] = field(default_factory=list)
    log_config_refusal: str | None = None
    is_in_memory: bool | None = None
    settings: StoreSettings = field(default_factory=StoreSettings)

    def forget(self, reason: str) -> Iterable[Value]:
        """Doubt the store: whether it keeps a changelog topic may have changed."""
        self.name = UserText(self.name.text, self.name.reason or reason)
        self.settings = replace(self.settings, is_cached=None, log_config=None)
        for marks in self.taken_by:
            marks.setdefault(self.name.text, reason)
        return ()

    def store(self, name: str, marks: dict[str, str] | None = None) -> Store:
        """Give the store it builds, under the name as it was taken over, to whom the marks belong."""
        if marks is not None:
            self.taken_by.append(marks)
        return Store(
            name,
            self.kind,
            self.is_logged,
            self.identity,
            self.history_retention,
            self,
            self.is_in_memory,
            self.settings,
        )


@dataclass(frozen=True, slots=True)
class BufferConfigValue(Value):
    """A Suppressed.BufferConfig: an eager one emits early when it is full; a strict one never does.

    A limit of None is not known.
    """

    is_strict: bool
    is_logged: bool = True
    max_records: int | None = None
    max_bytes: int | None = None
    log_config: LogConfig = ()


@dataclass(frozen=True, slots=True)
class SuppressedValue(Value):
    """A Suppressed; one that waits until windows close needs windows above it."""

    awaits_windows: bool
    is_logged: bool = True
    name: UserText | None = None
    limits: Suppression | None = None
    log_config: LogConfig = ()


@dataclass(eq=False, slots=True)
class OptionsValue(Value):
    """Consumed, Produced, Grouped, Joined, Materialized, Named, Branched and their kin, told apart by `kind`.

    Empty fields mean that the library decides. `store_name` is a store's; `name` an operator's. A grace or retention
    that is given and not known has only its mark. A fixed log config is a map that Java does not let be cleared, as
    Kafka Streams does where it switches logging off. One of its own says where a store lies that has a type of its own;
    what is asked for its store may be an unknown supplier. `doubt` says why any of it may have changed.
    """

    kind: str
    name: UserText | None = None
    store_name: UserText | None = None
    key_serde: str | None = None
    value_serde: str | None = None
    other_value_serde: str | None = None
    reset: str | None = None
    is_logged: bool = True
    supplier: StoreSupplierValue | None = None
    this_supplier: StoreSupplierValue | None = None
    other_supplier: StoreSupplierValue | None = None
    partitions: int | None = None
    partitions_reason: str | None = None
    function: Value | None = None
    consumer: Value | None = None
    has_partitioner: bool = False
    grace: int | None = None
    has_grace: bool = False
    retention: int | None = None
    has_retention: bool = False
    changes_in_place: bool = False
    log_config_refusal: str | None = None
    log_config: LogConfig = ()
    is_cached: bool = True
    has_own_store_type: bool = False
    is_in_memory: bool | None = None
    has_unknown_supplier: bool = False
    doubt: str | None = None

    def forget(self, reason: str) -> Iterable[Value]:
        """Doubt what it carries."""
        self.doubt = self.doubt or reason
        return ()

    def copy(self) -> OptionsValue:
        """Give an equal, independent value."""
        return replace(self)


InPlan = (
    BuilderValue
    | StreamValue
    | TableValue
    | GroupedStreamValue
    | GroupedTableValue
    | WindowedStreamValue
    | CogroupedStreamValue
    | BranchedStreamValue
)
"""The objects that a plan's operators are called on."""
