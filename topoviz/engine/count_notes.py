"""What is said of partition counts: which are missing, which are not certain, and why Kafka Streams refuses them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.source import Span
from topoviz.engine.tasks.partition_counts import PartitionCounts
from topoviz.engine.tasks.reading_counts import GivenCounts
from topoviz.engine.tasks.tasks import MOST_TASKS, count_tasks
from topoviz.engine.topology.internal_topics import GroupTopics
from topoviz.engine.topology.meetings import find_meetings
from topoviz.engine.topology.nodes import ProcessorNode, SourceNode, Topology
from topoviz.engine.versions import Behaviours

_FEW: Final = 3
"""So many topics are named where all have the same said of them."""


def notes_on_counts(
    analyzed: AnalyzedTopology,
    groups: Sequence[GroupTopics],
    given: GivenCounts,
    counts: PartitionCounts,
    behaviours: Behaviours,
) -> tuple[Diagnostic, ...]:
    """Say what stands between partition counts and tasks; nothing when the tasks are certain."""
    assert analyzed.topology is not None
    return (
        *(_missing(topic, groups, analyzed, behaviours) for topic in counts.missing),
        # What a dump lacks may have other topics.
        *([_cut()] if analyzed.is_cut else _unknown_topics(analyzed.topology, groups, given)),
        *_undetermined(counts.undetermined),
        *_overruled(given, counts, behaviours),
        *_other_changelogs(groups, given, counts, behaviours),
        *_may_have_to_agree(analyzed, counts),
        *_refused(analyzed.topology, counts),
        *_too_many(groups, counts),
    )


def _missing(
    topic: str, groups: Sequence[GroupTopics], analyzed: AnalyzedTopology, behaviours: Behaviours
) -> Diagnostic:
    """Kafka: RepartitionTopics, StreamsRebalanceListener#onPartitionsAssigned."""
    readers = ", ".join(str(group.group_id) for group in groups if topic in group.sources)
    assert analyzed.topology is not None
    if topic in analyzed.topology.repartition_topics:
        return Diagnostic(
            Severity.UNSURE,
            "missing-count",
            f"The partition count of {topic} cannot be known: no topic above it has a known count.",
            f"The tasks of sub-topology {readers} are not known. {_without_counts(behaviours)}",
            next_step="Give the counts of the topics that the program reads.",
        )
    return Diagnostic(
        Severity.UNSURE,
        "missing-count",
        f"The partition count of {topic} is not given.",
        f"The tasks of sub-topology {readers} are not known. If the topic is not there when the application starts, "
        f"{_without_source(behaviours)}",
        next_step=f"Add a line {topic}=NUMBER.",
    )


def _unknown_topics(topology: Topology, groups: Sequence[GroupTopics], given: GivenCounts) -> Iterator[Diagnostic]:
    """Say of counts that somebody wrote which topics the program does not have; a cluster has others anyway."""
    if given.is_listing or any(group.patterns for group in groups):
        return
    of_groups = (
        (*group.sources, *group.sinks, *group.repartition_sources, *(log.name for log in group.changelogs))
        for group in groups
    )
    known = {*topology.global_topics, *(topic for topics in of_groups for topic in topics)}
    unknown = [topic for topic in given.counts if topic not in known]
    for topic in unknown[:_FEW]:
        line = f"Line {given.lines[topic]} of the partition counts" if topic in given.lines else "The counts"
        alike = get_close_matches(topic, known, 1)
        yield Diagnostic(
            Severity.NOTE,
            "unknown-topic",
            f"{line} names {topic}, a topic that the program does not have."
            + (f" It has {alike[0]}." if alike else ""),
            "The count is not used.",
            next_step=f"Correct the name to {alike[0]}, or leave the line out."
            if alike
            else "Look whether the name is right.",
        )
    if len(unknown) > _FEW:
        yield Diagnostic(
            Severity.NOTE,
            "unknown-topic",
            f"{len(unknown) - _FEW} more topics of the counts are none that the program has.",
            "Their counts are not used.",
            next_step="Look whether they are counts of this program.",
        )


def _without_source(behaviours: Behaviours) -> str:
    if behaviours.has("throws_missing_source_topics"):
        return (
            "every stream thread ends with MissingSourceTopicException: One or more source topics were missing during "
            "rebalance."
        )
    return "every stream thread logs that source topics are missing, and shuts down."


def _without_counts(behaviours: Behaviours) -> str:
    if behaviours.has("gives_up_on_counts"):
        more = (
            ", make sure all user input topics are created and all Pattern subscriptions match at least one topic in "
            "the cluster"
            if behaviours.has("says_what_makes_counts")
            else ""
        )
        return (
            "Kafka Streams ends with TaskAssignmentException: Failed to compute number of partitions for all "
            f"repartition topics{more}"
        )
    return "Kafka Streams of this version looks for it without end."


def _cut() -> Diagnostic:
    return Diagnostic(
        Severity.UNSURE,
        "cut-dump",
        "Parts of the dump are missing.",
        "Kafka Streams may have more sub-topologies, topics and stores than are shown, and so other tasks.",
        next_step="Paste the whole text that Topology.describe() gives.",
    )


def _undetermined(topics: Sequence[str]) -> Iterator[Diagnostic]:
    """Say so of each, or of all at once where they are many: the reason is the same."""
    if 0 < len(topics) <= _FEW:
        for topic in topics:
            yield Diagnostic(
                Severity.UNSURE,
                "undetermined-count",
                f"The partition count of {topic} depends on the order in which Kafka Streams works it out.",
                "Another run may give the topic another count, and so other tasks.",
                next_step="Give the topic a partition count in the code.",
            )
    elif topics:
        yield Diagnostic(
            Severity.UNSURE,
            "undetermined-count",
            f"The partition counts of {', '.join(topics[:_FEW])} and {len(topics) - _FEW} other repartition topics "
            "depend on the order in which Kafka Streams works them out.",
            "Another run may give them other counts, and so other tasks.",
            next_step="Give them partition counts in the code.",
        )


def _overruled(given: GivenCounts, counts: PartitionCounts, behaviours: Behaviours) -> Iterator[Diagnostic]:
    for topic, said in counts.overruled.items():
        if given.is_listing:
            yield invalid_partitions(topic, said, counts.counts[topic], behaviours)
        else:
            yield _other_count(topic, said, counts.counts[topic])


def _other_changelogs(
    groups: Sequence[GroupTopics], given: GivenCounts, counts: PartitionCounts, behaviours: Behaviours
) -> Iterator[Diagnostic]:
    """A changelog has as many partitions as its sub-topology has tasks; one that is there must have them already."""
    for group in groups:
        wanted = max((counts.counts.get(topic, 0) for topic in group.sources), default=0)
        if group.patterns or any(topic not in counts.counts for topic in group.sources):
            continue
        for name in dict.fromkeys(log.name for log in group.changelogs if not log.is_source):
            said = given.counts.get(name, wanted)
            if said != wanted and given.is_listing:
                yield invalid_partitions(name, said, wanted, behaviours)
            elif said != wanted:
                yield _other_count(name, said, wanted)


def _other_count(topic: str, said: int, count: int) -> Diagnostic:
    """Kafka: InternalTopicManager#validateTopics."""
    return Diagnostic(
        Severity.UNSURE,
        "other-count",
        f"The partition counts say {topic}={said}, and Kafka Streams wants {count} partitions for it.",
        f"Tasks are shown for {count}. If the topic is there with {said}, Kafka Streams ends with a StreamsException.",
        next_step="Look whether the counts of the other topics are right, or leave the line out. A topic that has "
        "another count must be deleted by kafka-streams-application-reset.sh before the application can start.",
    )


def invalid_partitions(topic: str, actual: int, expected: int, behaviours: Behaviours) -> Diagnostic:
    """Kafka: InternalTopicManager#validateTopics, of a topic that a cluster has; the tool moved in 3.5 (KIP-906)."""
    tool = "org.apache.kafka.tools" if behaviours.has("moved_resetter") else "kafka.tools"
    return Diagnostic(
        Severity.REFUSED,
        "invalid-partitions",
        f"StreamsException: Existing internal topic {topic} has invalid partitions: expected: {expected}; "
        f"actual: {actual}. Use '{tool}.StreamsResetter' tool to clean up invalid topics before processing.",
        "Kafka Streams would not start with the topics that the cluster has.",
        next_step="Stop all instances and let kafka-streams-application-reset.sh delete the internal topics: stores "
        "are then built anew, and records in repartition topics are lost. Or give the topics that the program reads "
        "the counts they had before.",
    )


def _too_many(groups: Sequence[GroupTopics], counts: PartitionCounts) -> Iterator[Diagnostic]:
    number = count_tasks(groups, counts)
    if number > MOST_TASKS:
        yield Diagnostic(
            Severity.UNSURE,
            "too-many-tasks",
            f"These counts make {number:,} tasks; up to {MOST_TASKS:,} are taken here.",
            "The tasks are not listed, and who would get them is not looked into.",
            next_step="Look whether a count has a digit too many.",
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
