"""Explain every sub-topology: what it reads and writes, what holds it together, and what parts it from the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from topoviz.engine.explanations.explanation import Part, PartKind
from topoviz.engine.explanations.facts import Facts
from topoviz.engine.explanations.glossary import term
from topoviz.engine.explanations.wording import capital, counted, listed, topics
from topoviz.engine.logical.nodes import (
    GraphNode,
    GroupedTableRepartition,
    Processor,
    Repartition,
    StreamStreamJoin,
    StreamTableJoin,
    TableTableJoin,
    WindowedStreamProcessor,
)
from topoviz.engine.source import Origin
from topoviz.engine.topology.node_groups import NodeGroup
from topoviz.engine.topology.nodes import SinkNode, SourceNode, Topology, TopologyNode


def explain_sub_topologies(facts: Facts) -> Iterator[Part]:
    """Give one part for each node group, in the order of their numbers."""
    topology = facts.topology
    if topology is None:
        return
    for group in facts.analyzed.groups:
        members = [facts.runtime_nodes[name] for name in group.nodes]
        if group.is_global:
            yield from _global_stores(facts, topology, group, members)
        else:
            yield _explain(facts, topology, group, members)


def _explain(facts: Facts, topology: Topology, group: NodeGroup, members: Sequence[TopologyNode]) -> Part:
    return Part(
        f"sub-topology:{group.id}",
        PartKind.SUB_TOPOLOGY,
        f"Sub-topology {facts.number(group.id)}",
        (_reads(facts, topology, members), *_writes(facts, topology, members), *_does(facts, members)),
        (*_together(facts, group), *_apart(facts, group, members)),
        (*_copartitioned(facts, topology, members), *_forgotten(facts, members)),
        term("sub-topology").reference,
        facts.places(member.origin for member in members),
    )


# --- what it does -----------------------------------------------------------------------------------------------------


def _sources(members: Sequence[TopologyNode]) -> list[str]:
    return [topic for node in members if isinstance(node, SourceNode) for topic in node.topics]


def _sinks(members: Sequence[TopologyNode]) -> list[str]:
    return list(dict.fromkeys(node.topic for node in members if isinstance(node, SinkNode) and node.topic is not None))


def _reads(facts: Facts, topology: Topology, members: Sequence[TopologyNode]) -> str:
    plain, internal = _by_kind(topology, _sources(members))
    patterns = [node.pattern for node in members if isinstance(node, SourceNode) and node.pattern is not None]
    read = _topics_text(facts, plain, internal)
    if patterns:
        read.append(f"all topics that match {facts.names(patterns)}")
    if not read:
        return "It reads no topic and so gets no tasks."
    if patterns or len(plain) + len(internal) > 1:
        return f"It reads {listed(read)}, and gets as many tasks as the largest of them has partitions."
    return f"It reads {listed(read)} and gets one task for each of its partitions."


def _writes(facts: Facts, topology: Topology, members: Sequence[TopologyNode]) -> tuple[str, ...]:
    plain, internal = _by_kind(topology, _sinks(members))
    written = _topics_text(facts, plain, internal)
    if any(isinstance(node, SinkNode) and node.topic is None for node in members):
        written.append("topics that an extractor chooses for each record")
    if written:
        return (f"It writes to {listed(written)}.",)
    return ("The dump shows no sink node in it.",) if facts.is_dump else ("It writes to no topic.",)


def _by_kind(topology: Topology, names: Sequence[str]) -> tuple[list[str], list[str]]:
    internal = [name for name in names if name in topology.repartition_topics]
    return [name for name in names if name not in internal], internal


def _topics_text(facts: Facts, plain: list[str], internal: list[str]) -> list[str]:
    texts = []
    if plain:
        texts.append(topics([facts.name(name) for name in plain]))
    if internal:
        texts.append(f"repartition {topics([facts.name(name) for name in internal])}")
    return texts


def _does(facts: Facts, members: Sequence[TopologyNode]) -> tuple[str, ...]:
    operators = [facts.operator(node) for node in _operators(facts, members)]
    by_hand = [node for node in members if node.plan_node is None and node.origin is not None]
    runs = [*operators, *(f"{facts.name(node.name)}{facts.on_line(node.origin)}" for node in by_hand)]
    if runs:
        return (f"It runs {listed(runs)}.",)
    size = counted(len(members), "node")
    return (f"The dump describes {size} of it.",) if facts.is_cut else (f"It has {size}.",)


def _operators(facts: Facts, members: Sequence[TopologyNode]) -> list[GraphNode]:
    """Give the operators that wrote the nodes, one plan node for each call, in the order of the program."""
    found: dict[object, GraphNode] = {}
    for member in members:
        node = facts.plan_node(member.plan_node) if member.plan_node is not None else None
        if node is not None and not isinstance(node, Repartition | GroupedTableRepartition):
            found.setdefault((node.operator, node.origin), node)
    return sorted(found.values(), key=lambda node: node.id)


# --- why it is one, and apart -----------------------------------------------------------------------------------------


def _together(facts: Facts, group: NodeGroup) -> tuple[str, ...]:
    """Say whether arrows alone connect the nodes or shared stores do it."""
    size = counted(len(group.nodes), "node")
    missing = facts.missing_beside(group)
    if missing:
        leads = "An arrow leads" if len(missing) == 1 else "Arrows lead"
        return (f"{leads} to or from {facts.names(missing)}, so it has more nodes than the dump describes.",)
    if len(group.nodes) == 1:
        return ("It is one node alone.",)
    part_of = _parts_by_arrows(group)
    parts = len(set(part_of.values()))
    if parts == 1:
        return (f"Arrows connect all of its {size}, so they belong together.",)
    stores = sorted({
        union.store
        for union in group.unions
        if union.store is not None and part_of[union.left] != part_of[union.right]
    })  # fmt: skip
    one = len(stores) == 1
    return (
        (
            f"Arrows alone would make {parts} parts of its {size}; {'state store' if one else 'state stores'} "
            f"{facts.names(stores)} {'is' if one else 'are'} shared between them and {'holds' if one else 'hold'} them "
            "together."
        ),
    )


def _parts_by_arrows(group: NodeGroup) -> dict[str, int]:
    """Number the parts that arrows alone would make of a group, node by node."""
    neighbours: dict[str, list[str]] = {name: [] for name in group.nodes}
    for union in group.unions:
        if union.store is None:
            neighbours[union.left].append(union.right)
            neighbours[union.right].append(union.left)
    part_of: dict[str, int] = {}
    number = 0
    for name in group.nodes:
        if name in part_of:
            continue
        stack, number = [name], number + 1
        while stack:
            current = stack.pop()
            if current not in part_of:
                part_of[current] = number
                stack.extend(neighbours[current])
    return part_of


def _apart(facts: Facts, group: NodeGroup, members: Sequence[TopologyNode]) -> tuple[str, ...]:
    """Name the topics that lie between this group and others."""
    ways = [(topic, facts.readers_of) for topic in _sinks(members)]
    ways += [(topic, facts.writers_of) for topic in _sources(members)]
    shared: dict[int, dict[str, None]] = {}
    for topic, groups_of in ways:
        for other in groups_of.get(topic, set()) - {group.id}:
            shared.setdefault(other, {})[topic] = None
    if shared:
        between = [
            f"{topics([facts.name(topic) for topic in names])} between it and sub-topology {facts.number(other)}"
            for other, names in sorted(shared.items())
        ]
        is_or_are = "is" if between[0].startswith("topic ") else "are"
        return (f"There {is_or_are} {listed(between)}; topics do not connect nodes.",)
    if facts.is_cut:
        return ("In what is there of the dump, nothing connects it with another sub-topology; what is missing may.",)
    if sum(not other.is_global for other in facts.analyzed.groups) > 1:
        return ("No arrow, no state store and no topic connects it with another sub-topology.",)
    return ()


# --- copartitioning ---------------------------------------------------------------------------------------------------


def _copartitioned(facts: Facts, topology: Topology, members: Sequence[TopologyNode]) -> Iterator[str]:
    read = set(_sources(members))
    groups = [group for group in facts.copartition_groups if read & set(group.topics)]
    # With several groups, which join made which is not kept.
    joins = _joins_by_key(facts, members) if len(groups) == 1 else []
    anyone = "a join or cogroup looks" if _cogroups(facts) else "a join looks"
    who = f"{facts.operators(joins)} {'look' if len(joins) > 1 else 'looks'}" if joins else anyone
    for group in groups:
        names = topics([facts.name(topic) for topic in group.topics])
        counts = topology.repartition_topics
        fixed = [topic for topic in group.topics if counts.get(topic) is not None]
        internal = [topic for topic in group.topics if topic in counts and topic not in fixed]
        yield (
            f"{capital(names)} must have equal partition counts, because {who} for equal keys in equal partitions. "
            f"{_who_sees_to_it(facts, internal, len(group.topics) - len(internal))}"
        )


def _forgotten(facts: Facts, members: Sequence[TopologyNode]) -> Iterator[str]:
    """Before KAFKA-10454, merging repartition topics made Kafka Streams forget that they are joined."""
    before = facts.before
    if before is None or facts.behaviours.has("renames_copartition_sources"):
        return
    topic_of = {before.nodes[old].name: node.topic for node in facts.repartitions.values() for old in node.replaces}
    sources = {name: node.topics for name, node in facts.runtime_nodes.items() if isinstance(node, SourceNode)}
    read = set(_sources(members))
    for group in before.copartition_groups:
        merged = {topic_of[name] for name in group if name in topic_of}
        others = {topic for name in group for topic in sources.get(name, ())} - merged
        if merged & read and len(merged | others) > 1:
            names = topics([facts.name(topic) for topic in sorted(merged | others)])
            yield (
                f"{capital(names)} are joined and need equal partition counts, but this version forgets that when it "
                "merges repartition topics (KAFKA-10454): see to it that all topics the records come from have equal "
                "counts, or use 2.6.1 or later."
            )


def _joins_by_key(facts: Facts, members: Sequence[TopologyNode]) -> list[GraphNode]:
    """Leave out joins with a global table, which need no equal partition counts."""
    cogroups = _cogroups(facts)
    return [
        node
        for node in _operators(facts, members)
        if isinstance(node, StreamStreamJoin | WindowedStreamProcessor | TableTableJoin)
        or node.part is not None
        or (node.operator == "aggregate" and node.origin in cogroups)
        or (isinstance(node, StreamTableJoin) and node.store_names)
    ]


def _cogroups(facts: Facts) -> set[Origin | None]:
    """Say where several streams are aggregated together: a node passes on what their aggregations give."""
    nodes = facts.before.nodes.values() if facts.before is not None else ()
    return {node.origin for node in nodes if isinstance(node, Processor) and node.operator == "aggregate"}


def _who_sees_to_it(facts: Facts, internal: list[str], external: int) -> str:
    if not external:
        return "Kafka Streams makes them so."
    if not internal:
        return "See to that yourself, or Kafka Streams will not start."
    if external == 1:
        return f"Kafka Streams makes {facts.names(internal)} so."
    return f"Kafka Streams makes {facts.names(internal)} so; see to the others, or it will not start."


# --- global stores ----------------------------------------------------------------------------------------------------


def _global_stores(
    facts: Facts, topology: Topology, group: NodeGroup, members: Sequence[TopologyNode]
) -> Iterator[Part]:
    names = [store for store in topology.global_stores if _belongs(topology, store, members)]
    for name in names or [f"sub-topology {group.id}"]:
        read = facts.names(_sources(members))
        yield Part(
            f"global-store:{name}",
            PartKind.GLOBAL_STORE,
            f"Global store {facts.name(name)}",
            (
                (
                    f"Every instance reads all partitions of topic {read} into it; it restores from there and has no "
                    "changelog topic."
                ),
                f"It takes the number {facts.number(group.id)} among the sub-topologies but gets no tasks.",
            ),
            ("A join with a global table needs no repartition topic and no equal partition counts.",),
            reference=term("global store").reference,
            places=facts.places(member.origin for member in members),
        )


def _belongs(topology: Topology, store: str, members: Sequence[TopologyNode]) -> bool:
    return topology.reused_topics.get(store) in _sources(members)
