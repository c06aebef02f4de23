"""Refusals of a topology's nodes, topics and stores, and of what the optimizer makes of them."""

from __future__ import annotations

from typing import Final

from topoviz.engine.explanations.refusal_meaning import RefusalMeaning
from topoviz.engine.refusal import Why

REFUSED_TOPOLOGIES: Final = {
    Why.DUPLICATE_REPARTITION_TOPIC: RefusalMeaning(
        "Two operators would each make the repartition topic {name}, and a topic can be read by one "
        "source node only.",
        "Give one of the operators a name of its own in Grouped, Joined or StreamJoined. Where the optimizer merges "
        "the two topics into one, topology.optimization=all helps too.",
        "InternalTopologyBuilder#validateTopicNotAlreadyRegistered, KAFKA-9298",
    ),
    Why.DUPLICATE_TOPIC: RefusalMeaning(
        "The program reads topic {name} twice, and a topic can be read by one source node only.",
        "Read it once, keep the stream or table in a variable and use it in both places.",
        "InternalTopologyBuilder#validateTopicNotAlreadyRegistered, KAFKA-6687",
    ),
    Why.TOPIC_MATCHES_PATTERN: RefusalMeaning(
        "A pattern also matches a topic that is read by name, and a topic can be read by one source node only.",
        "Narrow the pattern, or read the topic through the pattern alone.",
        "InternalTopologyBuilder#addSource",
    ),
    Why.OVERLAPPING_TOPICS: RefusalMeaning(
        "Two stream() calls name lists of topics that have some topics in common but not all.",
        "Give both calls the same topics, or split the lists so that each topic stands in one of them.",
        "InternalStreamsBuilder#mergeDuplicateSourceNodes, KAFKA-6687",
    ),
    Why.DIFFERENT_OFFSET_RESETS: RefusalMeaning(
        "Two stream() calls read the same topics with different offset reset policies.",
        "Give both calls the same policy in Consumed.",
        "InternalStreamsBuilder#mergeDuplicateSourceNodes, KAFKA-6687",
    ),
    Why.NO_TOPIC: RefusalMeaning(
        "A stream() or addSource() call names no topic.",
        "Give it at least one topic or a pattern.",
        "InternalTopologyBuilder#addSource",
    ),
    Why.NULL_KEY_CHANGING_CHILD: RefusalMeaning(
        "The optimizer moves each repartition topic up to the operator that changes the key, and for this one it finds "
        "no way from that operator down to it. As a rule two of them hang below one child of that operator, a filter "
        "or a branch, and moving the first cuts the child off. Around merge() there are other ways to get there.",
        "Leave merge.repartition.topics out of topology.optimization (before 3.4: set it to none), or change the key "
        "once for each branch, or, from 2.6 on, call repartition() below the operator that changes the key.",
        "InternalStreamsBuilder#mergeRepartitionTopics",
    ),
    Why.OPTIMIZER_CHANGED_MAP: RefusalMeaning(
        "The optimizer changes a map while it walks over it, as soon as two operators change the key above a "
        "repartition.",
        "Use 2.2.1 or later, or set topology.optimization to none.",
        "KAFKA-8298",
    ),
    Why.TWO_MERGES: RefusalMeaning(
        "An operator that changes the key stands above two merge() calls, and the optimizer looks for it a second "
        "time after it has taken it out of its map.",
        "Set topology.optimization to none.",
        "KAFKA-8705",
    ),
    Why.SELF_JOIN_ORDER: RefusalMeaning(
        "The optimizer takes the join for a join of a stream with itself and does not find its two sides as it "
        "expects them.",
        "Leave single.store.self.join out of topology.optimization.",
        "InternalStreamsBuilder#rewriteSingleStoreSelfJoin, KIP-862",
    ),
    Why.OWN_PARENT: RefusalMeaning(
        "The node {name} is named as its own parent.",
        "Name another node as its parent.",
        "InternalTopologyBuilder#addProcessor",
    ),
    Why.DUPLICATE_REPARTITION_NAME: RefusalMeaning(
        "Two operators would each make the repartition topic {name}, because the program gives both one name.",
        "Give each a name of its own in Grouped, Joined or StreamJoined.",
        "KStreamImpl#createRepartitionedSource, KAFKA-9098",
    ),
    Why.DUPLICATE_PROCESSOR: RefusalMeaning(
        "Two nodes have the name {name}, and names of nodes are unique in a topology.",
        "Give one of them another name (Named, Consumed, Produced, Grouped), or none, so that it gets a number.",
        "InternalTopologyBuilder#addProcessor, KIP-307",
    ),
    Why.DUPLICATE_STORE: RefusalMeaning(
        "Two state stores have the name {name}, and names of stores are unique in a topology.",
        "Give one of them another name in Materialized, StreamJoined or its builder.",
        "InternalTopologyBuilder#addStateStore",
    ),
    Why.NAMES_DEMANDED: RefusalMeaning(
        "The TopologyConfig of the builder demands that every internal topic and every state store has a name of the "
        "user's, and those that are listed have only a number.",
        "Name them in Materialized, Grouped, StreamJoined, Joined, Repartitioned or Named, or leave "
        "ensure.explicit.internal.resource.naming out of the settings.",
        "KIP-1111, InternalTopologyBuilder#checkUnprovidedNames",
    ),
    Why.MISSING_STORE: RefusalMeaning(
        "An operator uses the state store {name} before the program adds a store of that name.",
        "Call addStateStore() with its builder first, and check the spelling of the name.",
        "InternalTopologyBuilder#connectProcessorAndStateStores",
    ),
    Why.NO_STORE_NAMED: RefusalMeaning(
        "connectProcessorAndStateStores() is called without a store.",
        "Name at least one state store.",
        "InternalTopologyBuilder#connectProcessorAndStateStores",
    ),
    Why.GLOBAL_STORE_CONNECTED: RefusalMeaning(
        "The global store {name} is connected to a processor, but every processor can use global stores anyway.",
        "Leave its name out of the call.",
        "InternalTopologyBuilder#connectProcessorAndStateStores",
    ),
    Why.LOGGED_GLOBAL_STORE: RefusalMeaning(
        "The global store {name} restores from its topic and must not have a changelog topic too.",
        "Call withLoggingDisabled() on its builder.",
        "InternalTopologyBuilder#addGlobalStore",
    ),
    Why.STORE_OF_SOURCE_OR_SINK: RefusalMeaning(
        "Only processors can use a state store; {name} is connected to a source or sink node.",
        "Connect it to a processor.",
        "InternalTopologyBuilder#connectProcessorAndStateStore",
    ),
    Why.SOURCE_STORE_TWICE: RefusalMeaning(
        "The state store {name} would restore from two source topics.",
        "Give the two tables stores of different names.",
        "InternalTopologyBuilder#connectSourceStoreAndTopic",
    ),
    Why.RIGHT_TABLE_COMES_LATER: RefusalMeaning(
        "A join of tables waits for its left table only, and here it is built before the right one, {name}. As a rule "
        "the right one is made by a named grouping that is used again further down, which moves it back.",
        "Join after the last use of that grouping, or swap the tables.",
        "KTableImpl#doJoin, KIP-914",
    ),
    Why.MISSING_PARENT: RefusalMeaning(
        "A node is to hang below {name}, or to use a store there, and the program has no node of that name so far.",
        "Add {name} first, and check the spelling. Numbers in names change when operators are added or optimized away.",
        "InternalTopologyBuilder#addProcessor",
    ),
    Why.NO_PARENT: RefusalMeaning(
        "The node {name} has no parent and would never get a record.",
        "Name the nodes that it follows.",
        "InternalTopologyBuilder#addProcessor",
    ),
    Why.PROCESSOR_BELOW_SINK: RefusalMeaning(
        "A processor hangs below a sink, but nothing follows a sink. Versions before 4.1 notice it only when the "
        "topology is described.",
        "Read the sink's topic again, or hang the processor below the sink's own parent.",
        "InternalTopologyBuilder#describe",
    ),
    Why.SINK_AS_PARENT: RefusalMeaning(
        "A node is to hang below the sink {name}, but nothing follows a sink.",
        "Read the sink's topic again, or hang the node below the sink's own parent.",
        "InternalTopologyBuilder#addSink",
    ),
    Why.SAME_SOURCE_AND_PROCESSOR: RefusalMeaning(
        "The source and the processor of a global store have one name.",
        "Give them different names.",
        "InternalTopologyBuilder#addGlobalStore",
    ),
    Why.THROWN_BY_PROGRAM: RefusalMeaning(
    "The program throws this exception itself while it makes its topology, as far as its text tells.",
    "Look at what leads to the line. If it depends on a setting, say what that is.",
    "",
    ),
    Why.NOT_COPARTITIONED: RefusalMeaning(
        "Topics that are joined must have the same number of partitions, and these differ: records of one key would "
        "come to different tasks.",
        "Give the topics the same number of partitions, or copy one with repartition() and the other's count "
        "(before 2.6: through a topic of that count).",
        "CopartitionedTopicsEnforcer, CopartitionedTopicsValidator",
    ),
}  # fmt: skip
