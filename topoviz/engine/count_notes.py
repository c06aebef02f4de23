"""What is said of partition counts: which are missing, which are not certain, and why Kafka Streams refuses them."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.source import Span
from topoviz.engine.tasks.partition_counts import PartitionCounts
from topoviz.engine.topology.meetings import find_meetings
from topoviz.engine.topology.nodes import ProcessorNode, SourceNode, Topology


def notes_on_counts(analyzed: AnalyzedTopology, counts: PartitionCounts) -> tuple[Diagnostic, ...]:
    """Say what stands between partition counts and tasks; nothing when the tasks are certain."""
    assert analyzed.topology is not None
    return (
        *(_missing(topic) for topic in counts.missing),
        *(_undetermined(topic) for topic in counts.undetermined),
        *(_overruled(topic, said, counts.counts[topic]) for topic, said in counts.overruled.items()),
        *_may_have_to_agree(analyzed, counts),
        *_refused(analyzed.topology, counts),
    )


def _missing(topic: str) -> Diagnostic:
    return Diagnostic(
        Severity.UNSURE,
        "missing-count",
        f"The partition count of {topic} is not given.",
        "The tasks of the sub-topologies that read it are not known.",
        next_step=f"Add a line {topic}=NUMBER.",
    )


def _undetermined(topic: str) -> Diagnostic:
    return Diagnostic(
        Severity.UNSURE,
        "undetermined-count",
        f"The partition count of {topic} depends on the order in which Kafka Streams works it out.",
        "Another run may give the topic another count, and so other tasks.",
        next_step="Give the topic a partition count in the code.",
    )


def _overruled(topic: str, said: int, count: int) -> Diagnostic:
    """Kafka: InternalTopicManager#validateTopics."""
    return Diagnostic(
        Severity.UNSURE,
        "other-count",
        f"The partition counts say {topic}={said}, and Kafka Streams wants {count} partitions for it.",
        f"Tasks are shown for {count}. If the topic is there with {said}, Kafka Streams ends with a StreamsException.",
        next_step="Look whether the counts of the other topics are right, or leave the line out. A topic that has "
        "another count must be deleted by kafka-streams-application-reset.sh before the application can start.",
    )


def _may_have_to_agree(analyzed: AnalyzedTopology, counts: PartitionCounts) -> Iterator[Diagnostic]:
    """Say where a dump does not tell whether topics of different counts are joined."""
    if not analyzed.is_dump:
        return
    assert analyzed.topology is not None
    told = set()
    for meeting in find_meetings(analyzed.topology, analyzed.groups):
        known = {topic: counts.counts[topic] for topic in meeting.topics if topic in counts.counts}
        is_sure = meeting.sources in analyzed.topology.copartition_groups
        if is_sure or len(set(known.values())) < 2 or meeting.topics in told:
            continue
        told.add(meeting.topics)
        listed = ", ".join(f"{topic} has {count}" for topic, count in known.items())
        yield Diagnostic(
            Severity.UNSURE,
            "may-be-joined",
            f"Records of topics with different partition counts meet in state store {meeting.store}: {listed}.",
            "If a join or cogroup makes them meet, Kafka Streams gives its repartition topics the count of the other "
            "topics, or refuses to start; a dump does not say it.",
            next_step="Look at the code, or paste it instead of the dump.",
        )


def _refused(topology: Topology, counts: PartitionCounts) -> Iterator[Diagnostic]:
    if counts.refusal is None:
        return
    differing = ", ".join(f"{topic} has {counts.counts[topic]}" for topic in counts.refused_topics)
    yield Diagnostic(
        Severity.REFUSED,
        "not-copartitioned",
        f"{counts.refusal}. {_who(topology, counts.refused_topics)}: {differing}.",
        "Kafka Streams would not start, so there are no tasks.",
        _place(topology, counts.refused_topics),
        "Give these topics equal partition counts, or put repartition() with the count of the others behind one.",
    )


def _who(topology: Topology, topics: tuple[str, ...]) -> str:
    node = _where_they_meet(topology, topics)
    at = f" by {node}" if node is not None else ""
    return f"Topics that are joined{at} must have equal partition counts"


def _where_they_meet(topology: Topology, topics: tuple[str, ...]) -> str | None:
    """Name the first node that most of the topics reach, by arrows or through a store."""
    reads: dict[str, frozenset[str]] = {
        node.name: frozenset(node.topics).intersection(topics)
        for node in topology.nodes
        if isinstance(node, SourceNode)
    }
    most, found = 1, None
    for node in topology.nodes:
        if isinstance(node, SourceNode):
            continue
        stores = node.stores if isinstance(node, ProcessorNode) else ()
        beside = [user for store in stores for user in topology.store_users.get(store, ())]
        below = frozenset[str]().union(*(reads.get(one, frozenset()) for one in (*node.predecessors, *beside)))
        reads[node.name] = below
        if len(below) > most:
            most, found = len(below), node.name
    return found


def _place(topology: Topology, topics: tuple[str, ...]) -> Span | None:
    """Say where the join stands in the code, or else what reads the first of the topics."""
    name = _where_they_meet(topology, topics)
    nodes = [node for node in topology.nodes if node.name == name]
    nodes += [node for node in topology.nodes if isinstance(node, SourceNode) and set(node.topics) & set(topics)]
    return next((node.origin.span for node in nodes if node.origin is not None), None)
