"""A topology in the making, with every check that Kafka Streams makes on the way.

Kafka: InternalTopologyBuilder. Refusals carry Kafka's own words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NoReturn

from topoviz.engine import regular_expressions
from topoviz.engine.logical.nodes import NodeId, Store, StoreKind
from topoviz.engine.refusal import Refusal, Refused, Why, topology_exception
from topoviz.engine.source import Origin
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode, Topology, TopologyNode, Union
from topoviz.engine.versions import Behaviours


@dataclass
class TopologyDraft:
    """What InternalTopologyBuilder is while nodes are added; `freeze` ends it."""

    behaviours: Behaviours
    is_open: bool = False
    unsure: dict[str, str] = field(default_factory=dict)
    nodes: dict[str, TopologyNode] = field(default_factory=dict)
    stores: dict[str, Store] = field(default_factory=dict)
    store_users: dict[str, dict[str, None]] = field(default_factory=dict)
    forgetful: set[str] = field(default_factory=set)
    global_stores: dict[str, Store] = field(default_factory=dict)
    global_topics: dict[str, None] = field(default_factory=dict)
    source_topics: set[str] = field(default_factory=set)
    patterns: dict[str, str] = field(default_factory=dict)
    reset_patterns: list[str] = field(default_factory=list)
    repartition_topics: dict[str, int | None] = field(default_factory=dict)
    reused_topics: dict[str, str] = field(default_factory=dict)
    copartition_groups: list[tuple[str, ...]] = field(default_factory=list)
    unions: list[Union] = field(default_factory=list)

    def add_source(
        self,
        name: str,
        topics: tuple[str, ...],
        *,
        pattern: str | None = None,
        reset: str | None = None,
        plan_node: NodeId | None = None,
        origin: Origin | None = None,
        if_known: Why = Why.DUPLICATE_TOPIC,
    ) -> None:
        """Add a source node for topics or for a pattern; raises Refused, `if_known` for a topic that is read before."""
        if pattern is None and not topics:
            if self.behaviours.has("checks_parents_alike"):
                self._refuse_known_name(name, origin)
                _refuse(origin, Why.NO_TOPIC, "topics cannot be empty")
            _refuse(origin, Why.NO_TOPIC, "You must provide at least one topic")
        self._refuse_known_name(name, origin)
        if pattern is not None:
            self._refuse_matched_topics(pattern, origin)
            self._refuse_overlap(pattern, origin)
            self.patterns[name] = pattern
            if reset is not None:
                self.reset_patterns.append(pattern)
        for topic in topics:
            self._refuse_known_topic(topic, origin, if_known)
            self.source_topics.add(topic)
        name = self._own_name(name)
        self.nodes[name] = SourceNode(name, (), plan_node, origin, topics, pattern)

    def add_processor(
        self,
        name: str,
        predecessors: tuple[str, ...],
        *,
        plan_node: NodeId | None = None,
        origin: Origin | None = None,
        if_missing: Why = Why.MISSING_PARENT,
        is_forgetful: bool = False,
    ) -> None:
        """Add a processor node below its predecessors; raises Refused, `if_missing` for one that is not there yet.

        Where only `is_forgetful` ones use a store, some versions make no changelog for it.
        """
        if is_forgetful:
            self.forgetful.add(name)
        self._refuse_known_name(name, origin)
        if not self._are_processors(predecessors) and self.behaviours.has("checks_parents_alike"):
            self._refuse_bad_parents(name, predecessors, origin)
        if not predecessors:
            _refuse(origin, Why.NO_PARENT, f"Processor {name} must have at least one parent", name)
        for predecessor in predecessors:
            if predecessor == name:
                _refuse(origin, Why.OWN_PARENT, f"Processor {name} cannot be a predecessor of itself.", name)
            if predecessor not in self.nodes and not self._may_be_another(predecessor):
                words = f"Predecessor processor {predecessor} is not added yet for {name}"
                _refuse(origin, if_missing, words, predecessor)
        known = tuple(predecessor for predecessor in predecessors if predecessor in self.nodes)
        name = self._own_name(name)
        self.nodes[name] = ProcessorNode(name, known, plan_node, origin)
        self._unite_with(name, known)

    def add_sink(
        self,
        name: str,
        topic: str | None,
        predecessors: tuple[str, ...],
        *,
        extractor: str = "",
        plan_node: NodeId | None = None,
        origin: Origin | None = None,
        is_listed: bool = True,
    ) -> None:
        """Add a sink node for a topic or an extractor; raises Refused."""
        if not self._are_processors(predecessors) and self.behaviours.has("checks_parents_alike"):
            self._refuse_known_name(name, origin)
            self._refuse_bad_parents(name, predecessors, origin)
        if not predecessors and topic is not None:
            _refuse(origin, Why.NO_PARENT, f"Sink {name} must have at least one parent", name)
        self._refuse_known_name(name, origin)
        if not predecessors:
            _refuse(origin, Why.NO_PARENT, f"Sink {name} must have at least one parent", name)
        for predecessor in predecessors:
            if predecessor == name:
                _refuse(origin, Why.OWN_PARENT, f"Processor {name} cannot be a predecessor of itself.", name)
            above = self.nodes.get(predecessor)
            if above is None and not self._may_be_another(predecessor):
                _refuse(
                    origin, Why.MISSING_PARENT, f"Predecessor processor {predecessor} is not added yet.", predecessor
                )
            if isinstance(above, SinkNode) and above.topic is not None:
                _refuse(origin, Why.SINK_AS_PARENT, f"Sink {predecessor} cannot be used a parent.", predecessor)
        known = tuple(predecessor for predecessor in predecessors if predecessor in self.nodes)
        name = self._own_name(name)
        self.nodes[name] = SinkNode(name, known, plan_node, origin, topic, extractor, is_listed)
        self._unite_with(name, known)

    def add_store(self, store: Store, processors: tuple[str, ...] = (), *, origin: Origin | None = None) -> None:
        """Add a state store and connect it to processors; raises Refused when another has its name.

        One builder may be added again. Most versions then forget which processors use its store, so those that come
        later are not united with those that came before (InternalTopologyBuilder#addStateStore puts a new factory).
        """
        known = self.stores.get(store.name)
        if known is not None and known.identity != store.identity and self._may_be_two(store.name):
            pass  # the later one stands for both
        elif self.behaviours.has("adds_supplier_stores"):
            if known is not None and known.identity != store.identity:
                words = f"A different StateStore has already been added with the name {store.name}"
                _refuse(origin, Why.DUPLICATE_STORE, words, store.name)
            if store.name in self.global_stores:
                words = f"A different GlobalStateStore has already been added with the name {store.name}"
                _refuse(origin, Why.DUPLICATE_STORE, words, store.name)
        elif known is not None:
            _refuse(origin, Why.DUPLICATE_STORE, f"StateStore {store.name} is already added.", store.name)
        is_again = known is not None and known.identity == store.identity
        if not (is_again and self.behaviours.has("keeps_known_stores")):
            self.stores[store.name] = store.as_asked_last()
            self.store_users[store.name] = {}
        for processor in processors:
            self._connect(processor, (store.name,), origin)

    def add_global_store(
        self,
        store: Store,
        source: str,
        topic: str,
        processor: str,
        *,
        brings_store: bool = True,
        plan_node: NodeId | None = None,
        origin: Origin | None = None,
    ) -> None:
        """Add a global store with its own source and processor; raises Refused."""
        if self.behaviours.has("checks_parents_alike"):
            self._refuse_global_nodes(source, topic, processor, origin)
        if not brings_store:
            words = "Global stores must pass in suppliers with exactly one store but got 0"
            raise Refused(Refusal(Why.GLOBAL_TABLE_WITHOUT_STORE, "IllegalArgumentException", words), origin)
        self._refuse_known_name(source, origin)
        self._refuse_known_name(processor, origin)
        if store.name in self.stores or (
            store.name in self.global_stores and not self.behaviours.has("adds_supplier_stores")
        ):
            words = (
                f"A different StateStore has already been added with the name {store.name}"
                if self.behaviours.has("adds_supplier_stores")
                else f"StateStore {store.name} is already added."
            )
            _refuse(origin, Why.DUPLICATE_STORE, words, store.name)
        if store.name in self.global_stores:
            words = f"A different GlobalStateStore has already been added with the name {store.name}"
            _refuse(origin, Why.DUPLICATE_STORE, words, store.name)
        if store.is_logged and not self.behaviours.has("never_logs_global_stores"):
            words = f"StateStore {store.name} for global table must not have logging enabled."
            _refuse(origin, Why.LOGGED_GLOBAL_STORE, words, store.name)
        if source == processor:
            _refuse(origin, Why.SAME_SOURCE_AND_PROCESSOR, "sourceName and processorName must be different.", source)
        self._refuse_known_topic(topic, origin)
        self.global_topics[topic] = None
        source = self._own_name(source)
        self.nodes[source] = SourceNode(source, (), plan_node, origin, (topic,))
        processor = self._own_name(processor)
        self.nodes[processor] = ProcessorNode(processor, (source,), plan_node, origin, (store.name,))
        self._unite_with(processor, (source,))
        self.global_stores[store.name] = store
        self.reuse_topic(store.name, topic, origin=origin)

    def connect(self, processor: str, stores: tuple[str, ...], *, origin: Origin | None = None) -> None:
        """Connect a processor with stores that were added before; raises Refused."""
        is_processor = isinstance(self.nodes.get(processor), ProcessorNode)
        if not (stores and is_processor) and self.behaviours.has("checks_parents_alike"):
            self._refuse_stores_elsewhere(processor, stores, origin)
        if not stores:
            _refuse(origin, Why.NO_STORE_NAMED, "Must provide at least one state store name.")
        self._connect(processor, stores, origin)

    def reuse_topic(self, store: str, topic: str, *, origin: Origin | None = None) -> None:
        """Let a source topic be the changelog of a store; raises Refused when the store has one already."""
        if store in self.reused_topics:
            _refuse(origin, Why.SOURCE_STORE_TWICE, f"Source store {store} is already added.", store)
        self.reused_topics[store] = topic

    def freeze(self, unsure: dict[str, str]) -> Topology:
        """Give the topology as a value; `unsure` maps names the text does not determine to reasons."""
        return Topology(
            nodes=tuple(self.nodes.values()),
            stores={name: self._as_kept(store) for name, store in self.stores.items()},
            store_users={store: tuple(users) for store, users in self.store_users.items()},
            global_stores=dict(self.global_stores),
            global_topics=frozenset(self.global_topics),
            repartition_topics=dict(self.repartition_topics),
            reused_topics=dict(self.reused_topics),
            copartition_groups=tuple(self.copartition_groups),
            unions=tuple(self.unions),
            unsure=unsure,
        )

    def _as_kept(self, store: Store) -> Store:
        """Give a store without its changelog where `forgetful` processors alone use it."""
        users = self.store_users[store.name]
        is_forgotten = (
            bool(users)
            and self.forgetful.issuperset(users)
            and store.is_logged
            and self.behaviours.has("forgets_logs_of_fixed_keys")
        )
        return replace(store, is_logged=False) if is_forgotten else store

    # --- checks -------------------------------------------------------------------------------------------------------

    def _refuse_known_name(self, name: str, origin: Origin | None) -> None:
        if name in self.nodes and not self._may_be_two(name):
            words = f"Processor {name} is already added."
            topic, _, part = name.rpartition("-")
            if topic in self.repartition_topics and part in ("filter", "sink", "source"):
                _refuse(origin, Why.DUPLICATE_REPARTITION_NAME, words, topic)
            _refuse(origin, Why.DUPLICATE_PROCESSOR, words, name)

    def _may_be_two(self, text: str) -> bool:
        """Tell whether what comes a second time may be another, or may not come at all; that is in doubt then.

        What stands for a name that is not known may stand for two names. Where all is in doubt, it may be that only one
        of the two calls runs.
        """
        reason = self.unsure.get(text) or self.unsure.get("")
        if reason is not None:
            self.unsure.setdefault("", reason)
        return reason is not None

    def _own_name(self, name: str) -> str:
        """Give the name that a node is shown under: its own, or a number more where that may stand for two."""
        number = 2
        own = name
        while own in self.nodes:
            own = f"{name}#{number}"
            number += 1
        if own != name:
            self.unsure[own] = self.unsure.get(name) or self.unsure[""]
        return own

    def _are_processors(self, parents: tuple[str, ...]) -> bool:
        """Tell whether there is nothing to refuse of parents, so that nobody need ask how this version does it."""
        return bool(parents) and all(isinstance(self.nodes.get(one), SourceNode | ProcessorNode) for one in parents)

    def _refuse_bad_parents(self, name: str, parents: tuple[str, ...], origin: Origin | None) -> None:
        """Refuse parents as 4.1 and later do, in the same words for processors and for sinks."""
        if not parents:
            _refuse(origin, Why.NO_PARENT, "predecessorNames cannot be empty", name)
        for parent in parents:
            above = self.nodes.get(parent)
            if above is None and (parent == name or not self._may_be_another(parent)):
                itself = " (self-reference)" if parent == name else ""
                code = Why.OWN_PARENT if itself else Why.MISSING_PARENT
                _refuse(origin, code, f"Parent node {parent} is unknown{itself}.", parent)
            if isinstance(above, SinkNode) and above.topic is not None:
                _refuse(origin, Why.SINK_AS_PARENT, f"Sink {parent} cannot be used a parent.", parent)

    def _refuse_global_nodes(self, source: str, topic: str, processor: str, origin: Origin | None) -> None:
        """Look at a global store's nodes and topic before its store, as 4.1 and later do."""
        self._refuse_known_name(source, origin)
        self._refuse_known_topic(topic, origin)
        self._refuse_known_name(processor, origin)
        if source == processor:
            _refuse(origin, Why.SAME_SOURCE_AND_PROCESSOR, "sourceName and processorName must be different.", source)

    def _refuse_stores_elsewhere(self, processor: str, stores: tuple[str, ...], origin: Origin | None) -> None:
        """Refuse stores for what is no processor as 4.1 and later do; a sink whose topic is extracted passes here."""
        if not stores:
            _refuse(origin, Why.NO_STORE_NAMED, "stateStoreNames cannot be empty")
        node = self.nodes.get(processor)
        if isinstance(node, SourceNode) or (isinstance(node, SinkNode) and node.topic is not None):
            _refuse(
                origin, Why.STORE_OF_SOURCE_OR_SINK, "State stores cannot be connect to sources or sinks.", stores[0]
            )

    def _refuse_known_topic(self, topic: str, origin: Origin | None, if_known: Why = Why.DUPLICATE_TOPIC) -> None:
        if (topic in self.source_topics or topic in self.global_topics) and not self._may_be_two(topic):
            words = f"Topic {topic} has already been registered by another source."
            _refuse(origin, if_known, words, topic)
        for pattern in self.patterns.values():
            if self._matches(pattern, topic):
                words = f"Topic {topic} matches a Pattern already registered by another source."
                _refuse(origin, Why.TOPIC_MATCHES_PATTERN, words, topic)

    def _refuse_matched_topics(self, pattern: str, origin: Origin | None) -> None:
        for topic in self.source_topics:
            if self._matches(pattern, topic):
                words = f"Pattern {pattern} will match a topic that has already been registered by another source."
                _refuse(origin, Why.TOPIC_MATCHES_PATTERN, words, topic)

    def _refuse_overlap(self, pattern: str, origin: Origin | None) -> None:
        """Refuse a pattern that contains, as a text, one with a reset policy or is contained in it."""
        if not self.behaviours.has("checks_overlapping_patterns"):
            return
        for other in self.reset_patterns:
            if other in pattern or pattern in other:
                words = (
                    f"Pattern {pattern} will overlap with another pattern {other} already been registered by another "
                    "source"
                )
                _refuse(origin, Why.OVERLAPPING_PATTERNS, words, pattern)

    def _matches(self, pattern: str, topic: str) -> bool:
        """Tell whether a pattern matches a topic; where that is not known, it is taken not to, and is unsure."""
        known = regular_expressions.matches(topic, pattern)
        if known is None:
            self.unsure[pattern] = f"Whether it matches {topic} is not known; if it does, Kafka Streams refuses it."
        return bool(known)

    def _may_be_another(self, name: str) -> bool:
        """Tell whether the text leaves open which node a name means; then the shape is not certain either.

        It does when the name itself is not known, and also when that of a node is not, which may be the one meant.
        """
        reason = self.unsure.get(name) or self._why_open(("", *self.nodes))
        if reason is not None:
            self.unsure.setdefault("", reason)
        return reason is not None

    def _why_open(self, names: Iterable[str]) -> str | None:
        """Say why one of the names may be another, if the text leaves one open."""
        return next((self.unsure[name] for name in names if name in self.unsure), None)

    # --- groups and stores --------------------------------------------------------------------------------------------

    def _unite_with(self, name: str, others: tuple[str, ...]) -> None:
        self.unions.extend(Union(name, other) for other in others)

    def _connect(self, processor: str, stores: tuple[str, ...], origin: Origin | None) -> None:
        new = [store for store in stores if self._use(processor, store, origin)]
        node = self.nodes.get(processor)
        if isinstance(node, ProcessorNode):
            self.nodes[processor] = replace(node, stores=(*node.stores, *new))

    def _use(self, processor: str, store: str, origin: Origin | None) -> bool:
        """Note that a processor uses a store, and tell whether it is the first time; raises Refused."""
        if store in self.global_stores:
            words = (
                f"Global StateStore {store} can be used by a Processor without being specified; "
                "it should not be explicitly passed."
            )
            _refuse(origin, Why.GLOBAL_STORE_CONNECTED, words, store)
        missing = None if store in self.stores else self._why_open(("", *self.stores, *self.global_stores))
        if missing is not None:
            self.unsure.setdefault(store, f"A store whose name is not known may be meant. {missing}")
            self.unsure.setdefault("", missing)
        if store not in self.stores and (self.is_open or store in self.unsure):
            self.unsure.setdefault(store, "The store is added outside the text.")
            self.add_store(Store(store, StoreKind.OTHER))
        if store not in self.stores:
            _refuse(origin, Why.MISSING_STORE, f"StateStore {store} is not added yet.", store)
        if processor not in self.nodes:
            if self._may_be_another(processor):
                return False
            _refuse(origin, Why.MISSING_PARENT, f"Processor {processor} is not added yet.", processor)
        users = self.store_users[store]
        if users:
            self.unions.append(Union(next(iter(users)), processor, store))
        is_new = processor not in users
        users[processor] = None
        if not isinstance(self.nodes[processor], ProcessorNode):
            words = f"cannot connect a state store {store} to a source node or a sink node."
            _refuse(origin, Why.STORE_OF_SOURCE_OR_SINK, words, store)
        return is_new


def _refuse(origin: Origin | None, code: Why, words: str, name: str = "") -> NoReturn:
    raise Refused(topology_exception(code, words, name), origin)
