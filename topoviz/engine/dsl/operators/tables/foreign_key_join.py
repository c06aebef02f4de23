"""Join two tables on a key found in the left one's values (KIP-213).

The left table subscribes to keys of the right one through an internal topic; the right side keeps the subscriptions in
a store and answers through a second topic, now and whenever its value changes. Kafka: KTableImpl#doJoinOnForeignKey.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from topoviz.engine.dsl.objects import OptionsValue, TableOrigin, TableValue, new_identity
from topoviz.engine.dsl.operators.call import OperatorCall, Options, take_options
from topoviz.engine.dsl.operators.materialized import is_versioned, own_store
from topoviz.engine.dsl.operators.operator import refuse_missing
from topoviz.engine.dsl.operators.serdes import is_windowed_serde
from topoviz.engine.dsl.operators.store_settings import OWN_STORE, with_serdes
from topoviz.engine.dsl.plan_builder import NodeT, PlanBuilder, UserText
from topoviz.engine.dsl.source_names import SourceNames
from topoviz.engine.logical.nodes import (
    ForeignKeyPart,
    NodeId,
    Processor,
    StatefulProcessor,
    StateStoreAdded,
    Store,
    StreamSink,
    StreamSource,
    TableProcessor,
)
from topoviz.engine.logical.plan import ROOT
from topoviz.engine.logical.store_settings import StoreFormat
from topoviz.engine.refusal import Why

_REGISTRATION = "KTABLE-FK-JOIN-SUBSCRIPTION-REGISTRATION-"
_PROCESSOR = "KTABLE-FK-JOIN-SUBSCRIPTION-PROCESSOR-"
_STORE = "KTABLE-FK-JOIN-SUBSCRIPTION-STATE-STORE-"
_RESPONSE = "KTABLE-FK-JOIN-SUBSCRIPTION-RESPONSE-"
_RESOLVER = "KTABLE-FK-JOIN-SUBSCRIPTION-RESPONSE-RESOLVER-PROCESSOR-"
_OUTPUT = "KTABLE-FK-JOIN-OUTPUT-"
_SINK = "KTABLE-SINK-"
_SOURCE = "KTABLE-SOURCE-"
_SUBSCRIPTIONS = replace(OWN_STORE, format=StoreFormat.TIMESTAMPED)
_BY_NAME = -(1 << 40)
"""The identity of all stores of subscriptions that are one when they have one name; no store builder has it."""


def join_on_foreign_key(call: OperatorCall, table: TableValue, other: TableValue) -> TableValue:
    """Add the join in the order in which Kafka Streams takes its numbers; both tables must keep old values."""
    plan = table.plan
    options = take_options(call, plan, 3, "Named", "TableJoined", "Materialized")
    join = _Join(call, plan, _name(call, options))
    other.send_old_values(call.origin, forces=True)
    table.send_old_values(call.origin, forces=True)
    _require_serdes(call, table, other)

    subscription = join.subscribe(table, other)
    store = join.add_subscription_store()
    answer = join.answer_subscriber(subscription, store, other)
    answer_all = join.answer_all(store, other)
    response = join.respond(table, answer, answer_all)

    sources = SourceNames(response.name) | table.sources
    plan.copartition(sources.names())
    resolver = join.resolve(response.id, table)
    return join.finish(resolver, table, sources, options.materialized())


def _name(call: OperatorCall, options: Options) -> UserText | None:
    """Give the user's name, from a TableJoined (KIP-775) or, before there was one, from a Named."""
    refuse_missing(call, f"KTable#{call.method} on a foreign key", since="2.4.0")
    if options.get("TableJoined") is not None:
        refuse_missing(call, f"KTable#{call.method} with TableJoined", since="3.1.0")
        return options.name("TableJoined")
    if options.get("Named") is not None:
        refuse_missing(call, f"KTable#{call.method} on a foreign key with Named", until="4.0.0")
    return options.name()


def _require_serdes(call: OperatorCall, table: TableValue, other: TableValue) -> None:
    """Raise Refused where 2.4.0 asks a serde that nobody gave, in the order in which it asks (KAFKA-9500)."""
    if call.behaviours.has("joins_foreign_keys_without_serdes"):
        return
    asked = (
        (table.key_serde, "serializer", "primaryKeySerde"),
        (other.value_serde, "serializer", "foreignValueSerde"),
        (other.key_serde, "deserializer", "foreignKeySerde"),
        (table.value_serde, "serializer", "this.valSerde"),
    )
    for serde, method, name in asked:
        if serde is None:
            asks = f"org.apache.kafka.common.serialization.Serde.{method}()"
            words = f'Cannot invoke "{asks}" because "{name}" is null'
            call.refuse(Why.FOREIGN_KEY_SERDES, "NullPointerException", words)


@dataclass(frozen=True)
class _Join:
    """One such join: its call, and the user's name for it, to which every part adds a suffix."""

    call: OperatorCall
    plan: PlanBuilder
    user_name: UserText | None

    def __post_init__(self) -> None:
        """Kafka Streams checks the name by itself before it adds any suffix."""
        if self.user_name is not None:
            self.plan.check(self.user_name, self.call.origin)

    def subscribe(self, table: TableValue, other: TableValue) -> StreamSource:
        """Send the key that each value holds through the topic of subscriptions."""
        topic = self._topic("-subscription-registration", _REGISTRATION)
        send = self._add(
            Processor, ForeignKeyPart.SUBSCRIBE, "-subscription-registration-processor", _REGISTRATION, table.node
        )
        sink = self._add(
            StreamSink, ForeignKeyPart.SUBSCRIPTION_TOPIC, "-subscription-registration-sink", _SINK, send.id,
            topic=topic, partitions_by_window=is_windowed_serde(other.key_serde),
        )  # fmt: skip
        source = self._add(
            StreamSource, ForeignKeyPart.SUBSCRIPTION_TOPIC, "-subscription-registration-source", _SOURCE, sink.id,
            topics=(topic,),
        )  # fmt: skip
        self.plan.copartition((other.sources | SourceNames(source.name)).names())
        return source

    def add_subscription_store(self) -> Store:
        """Add the store of subscriptions by itself; from 4.0 on the two processors that use it bring it (KIP-1112)."""
        name = self._suffixed("-subscription-store", _STORE)
        if self._brings_stores:
            return Store(name, identity=new_identity(), is_in_memory=False, settings=_SUBSCRIPTIONS)
        is_known_by_name = self.call.behaviours.has("knows_subscription_stores_by_name")
        identity = _BY_NAME if is_known_by_name else self.plan.draft.next_priority
        store = Store(name, identity=identity, is_in_memory=False, settings=_SUBSCRIPTIONS)
        self._hang(StateStoreAdded, ForeignKeyPart.SUBSCRIPTION_STORE, name, ROOT, store=store)
        return store

    def answer_subscriber(self, subscription: StreamSource, store: Store, other: TableValue) -> NodeId:
        """Take subscriptions in, and answer each with the right table's value."""
        receive = self._add(
            StatefulProcessor, ForeignKeyPart.RECEIVE, "-subscription-receive", _PROCESSOR, subscription.id,
            **self._use(store),
        )  # fmt: skip
        stores = other.stores_for_lookup(self.call.origin)
        answer = self._add(
            StatefulProcessor, ForeignKeyPart.ANSWER_SUBSCRIBER, "-subscription-join-foreign", _PROCESSOR, receive.id,
            store_names=stores,
        )  # fmt: skip
        return answer.id

    def answer_all(self, store: Store, other: TableValue) -> NodeId:
        """Answer all subscribers of a key of the right table whose value has changed."""
        return self._add(
            StatefulProcessor, ForeignKeyPart.ANSWER_ALL, "-foreign-join-subscription", _PROCESSOR, other.node,
            **self._use(store),
        ).id  # fmt: skip

    def respond(self, table: TableValue, *answers: NodeId) -> StreamSource:
        """Send the answers back through the topic of responses."""
        topic = self._topic("-subscription-response", _RESPONSE)
        sink = self._add(
            StreamSink, ForeignKeyPart.RESPONSE_TOPIC, "-subscription-response-sink", _SINK, *answers, topic=topic,
            partitions_by_window=is_windowed_serde(table.key_serde),
        )  # fmt: skip
        return self._add(
            StreamSource, ForeignKeyPart.RESPONSE_TOPIC, "-subscription-response-source", _SOURCE, sink.id,
            topics=(topic,),
        )  # fmt: skip

    def resolve(self, response: NodeId, table: TableValue) -> NodeId:
        """Join an answer with the left table's value, if that has not changed since it was asked."""
        stores = table.stores_for_lookup(self.call.origin)
        return self._add(
            StatefulProcessor, ForeignKeyPart.RESOLVE, "-subscription-response-resolver", _RESOLVER, response,
            store_names=stores,
        ).id  # fmt: skip

    def finish(
        self, resolver: NodeId, table: TableValue, sources: SourceNames, materialized: OptionsValue
    ) -> TableValue:
        """Add the result, whose store waits to be needed unless the user named it."""
        name = self._suffixed("-result", _OUTPUT)
        store = own_store(
            self.plan,
            materialized,
            _OUTPUT,
            with_serdes(materialized.key_serde or table.key_serde, materialized.value_serde),
        )
        waits = self.call.behaviours.has("joins_foreign_keys_without_serdes")
        node = self._hang(
            TableProcessor, ForeignKeyPart.RESULT, name, resolver,
            waiting_store=store if waits else None, own_store=store if materialized.store_name is not None else None,
        )  # fmt: skip
        return TableValue(
            self.plan, name, node.id, sources, TableOrigin.SOURCE, store=store.name, queryable_name=store.name,
            is_versioned=is_versioned(materialized), key_serde=table.key_serde, value_serde=materialized.value_serde,
        )  # fmt: skip

    @property
    def _brings_stores(self) -> bool:
        return self.call.behaviours.has("stores_come_with_processors")

    def _use(self, store: Store) -> dict[str, object]:
        """Let a processor use the store of subscriptions: by bringing it, or by its name."""
        return {"supplier_stores": (store,)} if self._brings_stores else {"store_names": (store.name,)}

    # --- names and nodes ----------------------------------------------------------------------------------------------

    def _topic(self, suffix: str, prefix: str) -> str:
        """Name an internal topic and register it at once, as Kafka Streams does."""
        base = self._suffixed(suffix, prefix)
        topic = self.plan.use(UserText(f"{base}-topic", self.plan.draft.unsure.get(base)))
        self.plan.draft.internal_topics[topic] = None
        return topic

    def _suffixed(self, suffix: str, prefix: str) -> str:
        return self.plan.suffixed(self.user_name, suffix, prefix, self.call.origin)

    def _add(
        self, kind: type[NodeT], part: ForeignKeyPart, suffix: str, prefix: str, *parents: NodeId, **fields: object
    ) -> NodeT:
        return self._hang(kind, part, self._suffixed(suffix, prefix), *parents, **fields)

    def _hang(self, kind: type[NodeT], part: ForeignKeyPart, name: str, *parents: NodeId, **fields: object) -> NodeT:
        return self.plan.add(
            kind, name, *parents, operator=self.call.method, origin=self.call.origin, part=part, **fields
        )
