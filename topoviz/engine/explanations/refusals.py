"""Say in plain words why Kafka Streams refuses a program, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from topoviz.engine.explanations.explanation import Part, PartKind
from topoviz.engine.explanations.facts import Facts
from topoviz.engine.explanations.known_refusal import KnownRefusal
from topoviz.engine.explanations.refused_arguments import REFUSED_ARGUMENTS
from topoviz.engine.explanations.refused_by_java import REFUSED_BY_JAVA
from topoviz.engine.explanations.wording import code, printable
from topoviz.engine.refusal import Refusal, RefusedBy

KNOWN: Final = (
    KnownRefusal(
        "duplicate-repartition-topic",
        r"Invalid topology: Topic (?P<topic>.+-repartition) has already been registered by another source\.",
        "Two operators would each make the repartition topic {topic}, and a topic can be read by one "
        "source node only.",
        "Give one of the operators a name of its own in Grouped, Joined or StreamJoined. Where the optimizer merges "
        "the two topics into one, topology.optimization=all helps too.",
        "InternalTopologyBuilder#validateTopicNotAlreadyRegistered, KAFKA-9298",
    ),
    KnownRefusal(
        "duplicate-topic",
        r"Invalid topology: Topic (?P<topic>.+) has already been registered by another source\.",
        "The program reads topic {topic} twice, and a topic can be read by one source node only.",
        "Read it once, keep the stream or table in a variable and use it in both places.",
        "InternalTopologyBuilder#validateTopicNotAlreadyRegistered, KAFKA-6687",
    ),
    KnownRefusal(
        "topic-matches-pattern",
        r"Invalid topology: (Topic .+ matches a Pattern already|Pattern .+ will match a topic that has already been) "
        r"registered by another source\.",
        "A pattern also matches a topic that is read by name, and a topic can be read by one source node only.",
        "Narrow the pattern, or read the topic through the pattern alone.",
        "InternalTopologyBuilder#addSource",
    ),
    KnownRefusal(
        "overlapping-topics",
        r"Invalid topology: Two source nodes are subscribed to overlapping but not equal input topics",
        "Two stream() calls name lists of topics that have some topics in common but not all.",
        "Give both calls the same topics, or split the lists so that each topic stands in one of them.",
        "InternalStreamsBuilder#mergeDuplicateSourceNodes, KAFKA-6687",
    ),
    KnownRefusal(
        "different-offset-resets",
        r"Invalid topology: Can't configure different offset reset policies on the same input topic\(s\)",
        "Two stream() calls read the same topics with different offset reset policies.",
        "Give both calls the same policy in Consumed.",
        "InternalStreamsBuilder#mergeDuplicateSourceNodes, KAFKA-6687",
    ),
    KnownRefusal(
        "no-topic",
        r"Invalid topology: (You must provide at least one topic|topics cannot be empty)",
        "A stream() or addSource() call names no topic.",
        "Give it at least one topic or a pattern.",
        "InternalTopologyBuilder#addSource",
    ),
    KnownRefusal(
        "null-key-changing-child",
        r"Found a null keyChangingChild node for .*",
        "The optimizer moves each repartition topic up to the operator that changes the key, and for this one it finds "
        "no way from that operator down to it. As a rule two of them hang below one child of that operator, a filter "
        "or a branch, and moving the first cuts the child off. Around merge() there are other ways to get there.",
        "Leave merge.repartition.topics out of topology.optimization (before 3.4: set it to none), or change the key "
        "once for each branch, or, from 2.6 on, call repartition() below the operator that changes the key.",
        "InternalStreamsBuilder#mergeRepartitionTopics",
    ),
    KnownRefusal(
        "optimizer-changed-map",
        r"ConcurrentModificationException: null",
        "The optimizer changes a map while it walks over it, as soon as two operators change the key above a "
        "repartition.",
        "Use 2.2.1 or later, or set topology.optimization to none.",
        "KAFKA-8298",
    ),
    KnownRefusal(
        "two-merges",
        r'NullPointerException: Cannot invoke "java\.util\.Collection\.iterator\(\)" because "c" is null',
        "An operator that changes the key stands above two merge() calls, and the optimizer looks for it a second "
        "time after it has taken it out of its map.",
        "Set topology.optimization to none. From 2.4.1 on this exception is gone, but some such programs then end in "
        "another.",
        "KAFKA-8705",
    ),
    KnownRefusal(
        "self-join-order",
        r"Expected the left node .+ to have smaller build priority than the right node .+",
        "The optimizer takes the join for a join of a stream with itself and does not find its two sides as it "
        "expects them.",
        "Leave single.store.self.join out of topology.optimization.",
        "InternalStreamsBuilder#rewriteSingleStoreSelfJoin, KIP-862",
    ),
    KnownRefusal(
        "processor-is-its-own-parent",
        r"Invalid topology: (Processor (?P<name>.+) cannot be a predecessor of itself\.|"
        r"Parent node (?P<other>.+) is unknown \(self-reference\)\.)",
        "The node {name} is named as its own parent.",
        "Name another node as its parent.",
        "InternalTopologyBuilder#addProcessor",
    ),
    KnownRefusal(
        "duplicate-repartition-name",
        r"Invalid topology: Processor (?P<name>.+-repartition)-(filter|sink|source) is already added\.",
        "Two operators would each make the repartition topic {name}, because the program gives both one name.",
        "Give each a name of its own in Grouped, Joined or StreamJoined.",
        "KStreamImpl#createRepartitionedSource, KAFKA-9098",
    ),
    KnownRefusal(
        "duplicate-processor",
        r"Invalid topology: Processor (?P<name>.+) is already added\.",
        "Two nodes have the name {name}, and names of nodes are unique in a topology.",
        "Give one of them another name (Named, Consumed, Produced, Grouped), or none, so that it gets a number.",
        "InternalTopologyBuilder#addProcessor, KIP-307",
    ),
    KnownRefusal(
        "duplicate-store",
        r"Invalid topology: (StateStore (?P<name>.+) is already added|A different (Global)?StateStore has already been "
        r"added with the name (?P<other>.+?))\.?",
        "Two state stores have the name {name}, and names of stores are unique in a topology.",
        "Give one of them another name in Materialized, StreamJoined or its builder.",
        "InternalTopologyBuilder#addStateStore",
    ),
    KnownRefusal(
        "names-demanded",
        r"(?s)Invalid topology: Following .+\(s\) has not been named: .*",
        "The TopologyConfig of the builder demands that every internal topic and every state store has a name of the "
        "user's, and those that are listed have only a number.",
        "Name them in Materialized, Grouped, StreamJoined, Joined, Repartitioned or Named, or leave "
        "ensure.explicit.internal.resource.naming out of the settings.",
        "KIP-1111, InternalTopologyBuilder#checkUnprovidedNames",
    ),
    KnownRefusal(
        "missing-store",
        r"Invalid topology: StateStore (?P<name>.+) is not added yet\.",
        "An operator uses the state store {name} before the program adds a store of that name.",
        "Call addStateStore() with its builder first, and check the spelling of the name.",
        "InternalTopologyBuilder#connectProcessorAndStateStores",
    ),
    KnownRefusal(
        "no-store-named",
        r"Invalid topology: (Must provide at least one state store name\.|stateStoreNames cannot be empty)",
        "connectProcessorAndStateStores() is called without a store.",
        "Name at least one state store.",
        "InternalTopologyBuilder#connectProcessorAndStateStores",
    ),
    KnownRefusal(
        "global-store-connected",
        r"Invalid topology: Global StateStore (?P<name>.+) can be used by a Processor without being specified; .*",
        "The global store {name} is connected to a processor, but every processor can use global stores anyway.",
        "Leave its name out of the call.",
        "InternalTopologyBuilder#connectProcessorAndStateStores",
    ),
    KnownRefusal(
        "logged-global-store",
        r"Invalid topology: StateStore (?P<name>.+) for global table must not have logging enabled\.",
        "The global store {name} restores from its topic and must not have a changelog topic too.",
        "Call withLoggingDisabled() on its builder.",
        "InternalTopologyBuilder#addGlobalStore",
    ),
    KnownRefusal(
        "store-of-source-or-sink",
        r"Invalid topology: cannot connect a state store (?P<name>.+) to a source node or a sink node\.",
        "Only processors can use a state store; {name} is connected to a source or sink node.",
        "Connect it to a processor.",
        "InternalTopologyBuilder#connectProcessorAndStateStore",
    ),
    KnownRefusal(
        "stores-of-source-or-sink",
        r"Invalid topology: State stores cannot be connect to sources or sinks\.",
        "Only processors can use a state store; these are connected to a source or sink node.",
        "Connect them to a processor.",
        "InternalTopologyBuilder#connectProcessorAndStateStores",
    ),
    KnownRefusal(
        "source-store-twice",
        r"Invalid topology: Source store (?P<name>.+) is already added\.",
        "The state store {name} would restore from two source topics.",
        "Give the two tables stores of different names.",
        "InternalTopologyBuilder#connectSourceStoreAndTopic",
    ),
    KnownRefusal(
        "right-table-comes-later",
        r"Invalid topology: Predecessor processor (?P<name>.+) is not added yet for "
        r"(KTABLE-JOINOTHER-\d+|.+-join-other)",
        "A join of tables waits for its left table only, and here it is built before the right one, {name}. As a rule "
        "the right one is made by a named grouping that is used again further down, which moves it back.",
        "Join after the last use of that grouping, or swap the tables. From 3.5 on a join waits for both.",
        "KTableImpl#doJoin, KIP-914",
    ),
    KnownRefusal(
        "missing-parent",
        r"Invalid topology: (Predecessor processor (?P<name>.+?) is not added yet( for .+|\.)|"
        r"(Processor|Parent node) (?P<other>.+) is (not added yet|unknown)\.)",
        "A node is to hang below {name}, or to use a store there, and the program has no node of that name so far.",
        "Add {name} first, and check the spelling. Numbers in names change when operators are added or optimized away.",
        "InternalTopologyBuilder#addProcessor",
    ),
    KnownRefusal(
        "no-parent",
        r"Invalid topology: (Processor|Sink) (?P<name>.+) must have at least one parent",
        "The node {name} has no parent and would never get a record.",
        "Name the nodes that it follows.",
        "InternalTopologyBuilder#addProcessor",
    ),
    KnownRefusal(
        "no-parent-named",
        r"Invalid topology: predecessorNames cannot be empty",
        "A processor or sink has no parent and would never get a record.",
        "Name the nodes that it follows.",
        "InternalTopologyBuilder#addProcessor",
    ),
    KnownRefusal(
        "processor-below-sink",
        r"UnsupportedOperationException: Sinks don't have successors\.",
        "A processor hangs below a sink, but nothing follows a sink. Versions before 4.1 notice it only when the "
        "topology is described.",
        "Read the sink's topic again, or hang the processor below the sink's own parent.",
        "InternalTopologyBuilder#describe",
    ),
    KnownRefusal(
        "sink-as-parent",
        r"Invalid topology: Sink (?P<name>.+) cannot be used a parent\.",
        "A node is to hang below the sink {name}, but nothing follows a sink.",
        "Read the sink's topic again, or hang the node below the sink's own parent.",
        "InternalTopologyBuilder#addSink",
    ),
    KnownRefusal(
        "same-source-and-processor",
        r"Invalid topology: sourceName and processorName must be different\.",
        "The source and the processor of a global store have one name.",
        "Give them different names.",
        "InternalTopologyBuilder#addGlobalStore",
    ),
    KnownRefusal(
        "illegal-name",
        r"Invalid topology: (Name is illegal, .*|Name cannot be \".\" or \"\.\.\"|Name \".*\" is illegal, .*)",
        "Names of operators and state stores become parts of topic names, so Kafka's rules for topic names hold.",
        "Use letters, digits, dots, underscores and hyphens only, at most 249 of them.",
        "Named#validate",
    ),
    KnownRefusal(
        "same-store-suppliers",
        r"Both StoreSuppliers have the same name\.  StoreSuppliers must provide unique names",
        "The two sides of a join would keep their records in stores of one name.",
        "Give the two store suppliers different names.",
        "KStreamImplJoin#assertUniqueStoreNames",
    ),
    KnownRefusal(
        "shared-supplier-object",
        r".+ generates single reference\. .+#get\(\) must return a new object each time it is called\.",
        "The supplier gives the same object again and again; tasks would share its state.",
        "Make the object inside the supplier: () -> new MyProcessor().",
        "ApiUtils#checkSupplier, KAFKA-10036",
    ),
    KnownRefusal(
        "no-windows",
        r"Invalid topology: Window close time is only defined for windowed computations\. Got \[.*\]\.",
        "suppress() is to wait until windows close, but a way up from its table comes to a source without any windows.",
        "Aggregate by windows (windowedBy) above it, or use Suppressed.untilTimeLimit instead.",
        "GraphGraceSearchUtil#findAndVerifyWindowGrace, KIP-328",
    ),
    KnownRefusal(
        "own-suppressed",
        r"Custom subclasses of Suppressed are not (supported|allowed)\.",
        "suppress() takes only what Suppressed itself makes.",
        "Use Suppressed.untilTimeLimit or Suppressed.untilWindowCloses.",
        "KTableImpl#suppress",
    ),
    KnownRefusal(
        "versioned-suppressed",
        r"Invalid topology: suppress\(\) is only supported for non-versioned KTables.*",
        "suppress() does not work on versioned tables, and its table is one or takes that over from tables above it.",
        "Leave suppress() out, or give the table, or one between it and suppress(), a store that is not versioned.",
        "KTableImpl#suppress, KIP-914",
    ),
    KnownRefusal(
        "no-predicate",
        r"branch\(\) requires at least one predicate|you must provide at least one predicate",
        "A branch() call has no predicate.",
        "Give it one predicate for each branch.",
        "KStream#branch",
    ),
    *REFUSED_ARGUMENTS,
    KnownRefusal(
        "setting-missing",
        r"Missing required configuration (?P<name>\".+\") which has no default value\.",
        "A StreamsConfig is made of properties that lack {name}, without which no application can start.",
        "Set it before the StreamsConfig is made.",
        "org.apache.kafka.common.config.ConfigDef",
    ),
    KnownRefusal(
        "illegal-optimization",
        r"ConfigException: .*",
        "This version does not accept the value of topology.optimization.",
        "Use none or all; from 3.4 on also a list of reuse.ktable.source.topics, merge.repartition.topics and "
        "single.store.self.join.",
        "StreamsConfig#verifyTopologyOptimizationConfigs, KIP-862",
    ),
    *REFUSED_BY_JAVA,
    KnownRefusal(
        "does-not-compile",
        r"compiler: .*",
        "The compiler refuses the program with this version of Kafka Streams.",
        "Choose a version that has the method, or write it as this version wants it.",
        "Kafka Streams API of this version",
    ),
)  # fmt: skip
"""All messages that have an explanation. The first whose pattern fits is taken, so narrower ones come first."""


_SUBJECTS: Final = {
    RefusedBy.KAFKA_STREAMS: "Kafka Streams refuses the program",
    RefusedBy.COMPILER: "The compiler refuses the program",
    RefusedBy.PROGRAM: "The program ends itself",
}
_WORDS: Final = {
    RefusedBy.KAFKA_STREAMS: "Kafka Streams says: {}",
    RefusedBy.COMPILER: "{}",
    RefusedBy.PROGRAM: "It throws: {}",
}
_BY_ITSELF: Final = KnownRefusal(
    "thrown-by-program",
    ".*",
    "The program throws this exception itself while it makes its topology, as far as its text tells.",
    "Look at what leads to the line. If it depends on a setting, say what that is.",
    "",
)


def explain_refusal(facts: Facts) -> Iterator[Part]:
    """Give the part that explains why there is no topology, if Kafka Streams refuses the program."""
    refusal = facts.analyzed.refusal
    if refusal is None:
        return
    known, names = find_known(refusal)
    words = _WORDS[refusal.by].format(f"“{printable(str(refusal))}”")
    if refusal.by is RefusedBy.COMPILER:
        words = printable(refusal.message)
    origin = facts.analyzed.refused_at
    where = f"It happens{facts.on_line(origin)}." if origin is not None else ""
    yield Part(
        "refusal",
        PartKind.REFUSAL,
        _SUBJECTS[refusal.by],
        (words, where) if where else (words,),
        (known.meaning.format_map(names),) if known else ("This message has no explanation here yet.",),
        (known.advice.format_map(names),) if known else (),
        known.reference if known else "",
        facts.places((origin,)),
    )


def refusal_in_short(refusal: Refusal) -> str:
    """Say in plain words why Kafka Streams would refuse; in its own words where there are none."""
    known, names = find_known(refusal)
    if known is None:
        return printable(str(refusal))
    return f"{refusal.exception}. {known.meaning.format_map(names)}"


def find_known(refusal: Refusal) -> tuple[KnownRefusal | None, dict[str, str]]:
    """Find the explanation of a message, and the names in it, set in backticks."""
    for known in KNOWN:
        match = re.fullmatch(known.pattern, refusal.message, re.DOTALL) or re.fullmatch(
            known.pattern, str(refusal), re.DOTALL
        )
        if match is not None:
            groups = match.groupdict()
            name = groups.get("name") or groups.get("other") or ""
            return known, {"name": code(name), "topic": code(groups.get("topic") or "")}
    return (_BY_ITSELF if refusal.is_programs_own else None), {}
