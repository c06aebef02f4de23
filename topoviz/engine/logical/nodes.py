"""The operators of a logical plan, as Kafka Streams' DSL keeps them before it builds the topology.

One class for each kind of graph node that Kafka Streams has (package kstream.internals.graph). A node's id is opaque
and stays with it through the optimizer; its name is what Kafka Streams prints and need not be unique.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NewType, Protocol

from topoviz.engine.logical.store_settings import NOTHING_KNOWN, StoreSettings
from topoviz.engine.source import Origin

NodeId = NewType("NodeId", int)


NO_NAME: Final = ""
"""The name of an operator whose Named took its name back; it is refused when it is written."""


class StoreKind(StrEnum):
    """What a state store holds."""

    KEY_VALUE = "key-value"
    WINDOW = "window"
    SESSION = "session"
    VERSIONED = "versioned"
    OTHER = "other"


class LoggedBuilder(Protocol):
    """A builder of stores, whose logging and cache the program may switch after the store was added."""

    is_logged: bool
    settings: StoreSettings


@dataclass(frozen=True, slots=True)
class Store:
    """A state store as a builder describes it.

    `identity` tells builders apart: adding one builder twice is not adding two stores of one name. A versioned store
    keeps old values for `history_retention` milliseconds; None is not known. A store of the user's own has a `builder`.
    Whether it `is_in_memory` is what its supplier says; None is as `default.dsl.store` has it. `settings` show nowhere
    in a topology: they count where two versions are compared.
    """

    name: str
    kind: StoreKind = StoreKind.KEY_VALUE
    is_logged: bool = True
    identity: int = 0
    history_retention: int | None = None
    builder: LoggedBuilder | None = field(default=None, compare=False, repr=False)
    is_in_memory: bool | None = field(default=None, compare=False, repr=False)
    settings: StoreSettings = field(default=NOTHING_KNOWN, compare=False, repr=False)

    def as_asked_last(self) -> Store:
        """Give the store as its builder has it now: Kafka Streams asks it for logging when it lists the topics."""
        if self.builder is None:
            return self
        return replace(self, is_logged=self.builder.is_logged, settings=self.builder.settings)


class ForeignKeyPart(StrEnum):
    """The parts of a foreign-key join: the left table subscribes to keys of the right one, which answers (KIP-213)."""

    SUBSCRIBE = "subscribe"
    SUBSCRIPTION_TOPIC = "subscription topic"
    SUBSCRIPTION_STORE = "subscription store"
    RECEIVE = "receive"
    ANSWER_SUBSCRIBER = "answer a subscriber"
    ANSWER_ALL = "answer all subscribers"
    RESPONSE_TOPIC = "response topic"
    RESOLVE = "resolve"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class GraphNode:
    """What every node has. `operator` is the DSL method that made it, in the user's words.

    `part` tells the nodes of a foreign-key join apart, which is one call and becomes many nodes.
    """

    id: NodeId
    name: str
    operator: str
    origin: Origin | None = None
    changes_key: bool = False
    changes_value: bool = False
    merges: bool = False
    accepts_null_keys: bool = False
    replaces: tuple[NodeId, ...] = ()
    part: ForeignKeyPart | None = None


@dataclass(frozen=True, slots=True)
class Root(GraphNode):
    """The node above all others; it stands for no operator."""


@dataclass(frozen=True, slots=True)
class StreamSource(GraphNode):
    """builder.stream(): topics in Kafka's own order, or a pattern."""

    topics: tuple[str, ...] = ()
    pattern: str | None = None
    reset: str | None = None


@dataclass(frozen=True, slots=True)
class TableSource(GraphNode):
    """builder.table() or builder.globalTable(): a source node, a processor and, where somebody needs it, a store.

    Kafka Streams gives the graph node of a global table no name, so its processor's name is kept apart. Where the
    table's topic is the store's changelog, logging is switched off, which clears the log config, or is refused in
    its words.
    """

    topic: str = ""
    source_name: str = ""
    processor_name: str = ""
    store: Store = field(default_factory=lambda: Store(""))
    is_materialized: bool = False
    is_global: bool = False
    reuses_source_topic: bool = False
    log_config_refusal: str | None = None
    reset: str | None = None


@dataclass(frozen=True, slots=True)
class StateStoreAdded(GraphNode):
    """builder.addStateStore()."""

    store: Store = field(default_factory=lambda: Store(""))


@dataclass(frozen=True, slots=True)
class GlobalStoreAdded(GraphNode):
    """builder.addGlobalStore(): a source, the processor that fills the store, and the store, whose name it bears."""

    topic: str = ""
    source_name: str = ""
    processor_name: str = ""
    store: Store = field(default_factory=lambda: Store(""))


@dataclass(frozen=True, slots=True)
class Processor(GraphNode):
    """An operator that becomes one processor node without state of its own."""


@dataclass(frozen=True, slots=True)
class WindowedStreamProcessor(GraphNode):
    """The half of a stream-stream join that writes one side into its window store.

    From 4.0 on the store comes with it; before, it comes with the join.
    """

    store: Store = field(default_factory=lambda: Store(""))


@dataclass(frozen=True, slots=True)
class StatefulProcessor(GraphNode):
    """An aggregation with its own store, or a user's processor with the names of the stores it uses.

    `is_windowed` says that it aggregates by windows that close some time.
    """

    own_store: Store | None = None
    store_names: tuple[str, ...] = ()
    supplier_stores: tuple[Store, ...] = ()
    is_windowed: bool = False


NOT_FOR_VERSIONED: Final = "suppress() is only supported for non-versioned KTables"
"""What Kafka Streams says of suppress() on a versioned table, at once or, with more words, when it is built."""


@dataclass(frozen=True, slots=True)
class TableSuppress(StatefulProcessor):
    """KTable#suppress: holds updates back in a buffer of its own.

    `inherits_versions` says that tables above it are versioned, for which it is refused when it is built (KIP-914).
    """

    inherits_versions: bool = False


@dataclass(frozen=True, slots=True)
class TableRepartitionMap(Processor):
    """KTable#groupBy: gives each record its new key, and takes the old value from its old one."""


@dataclass(frozen=True, slots=True)
class StreamSink(GraphNode):
    """to(): a topic, or an extractor that names the topic record by record.

    Where keys are windowed, Kafka Streams partitions by the key in the window, unless a partitioner is given.
    """

    topic: str | None = None
    extractor: str = ""
    partitions_by_window: bool = False


@dataclass(frozen=True, slots=True)
class Repartition(GraphNode):
    """A way through a repartition topic: filter, sink, topic and source. The node's name is its source node's."""

    topic: str = ""
    sink_name: str = ""
    filter_name: str = ""
    key_serde: str | None = None
    value_serde: str | None = None
    partitions: int | None = None
    is_optimizable: bool = True
    drops_null_keys: bool = True


@dataclass(frozen=True, slots=True)
class StreamStreamJoin(GraphNode):
    """A windowed join of two streams; the node's name is its merge processor's."""

    this_name: str = ""
    other_name: str = ""
    this_windowed_name: str = ""
    other_windowed_name: str = ""
    this_store: Store = field(default_factory=lambda: Store(""))
    other_store: Store = field(default_factory=lambda: Store(""))
    outer_store: Store | None = None
    is_self_join: bool = False


NOT_VERSIONED: Final = "KTable must be versioned to use a grace period in a stream table join."
"""What Kafka Streams says of such a join, when it is made and once more when it is built."""


@dataclass(frozen=True, slots=True)
class StreamTableJoin(GraphNode):
    """A join of a stream with a table; the stores are the table's. A global table's are not connected.

    With a grace period, in milliseconds, records wait in a buffer, and the table's store must be versioned (KIP-923).
    From 4.0 on the join brings the buffer; before, it is added by itself.
    """

    store_names: tuple[str, ...] = ()
    buffer: Store | None = None
    grace: int | None = None


@dataclass(frozen=True, slots=True)
class GroupedTableRepartition(GraphNode):
    """A way through a repartition topic behind KTable#groupBy: sink, topic and source, but no filter.

    The node's name is its source node's.
    """

    topic: str = ""
    sink_name: str = ""


@dataclass(frozen=True, slots=True)
class TableTableJoin(GraphNode):
    """A join of two tables on their keys, in which each side reads the other's stores.

    The node's name is its merge processor's.
    """

    this_name: str = ""
    other_name: str = ""
    left_name: str = ""
    right_name: str = ""
    left_stores: tuple[str, ...] = ()
    right_stores: tuple[str, ...] = ()
    own_store: Store | None = None


@dataclass(frozen=True, slots=True)
class TableProcessor(GraphNode):
    """KTable.filter, mapValues or transformValues, with a store only if the user named one.

    The result of a foreign-key join has a `waiting_store`, which becomes its own as soon as somebody needs it.
    """

    own_store: Store | None = None
    store_names: tuple[str, ...] = ()
    filters: bool = False
    waiting_store: Store | None = None


@dataclass(frozen=True, slots=True)
class StreamToTable(TableProcessor):
    """KStream#toTable: a table whose store waits to be needed."""
