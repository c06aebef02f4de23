"""How many partitions every topic has: what the user says, and what Kafka Streams gives its repartition topics.

Kafka: RepartitionTopics, CopartitionedTopicsEnforcer. A repartition topic takes the most partitions among the topics
read by the sub-topologies that write to it. Topics that are joined must agree; repartition topics follow the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from topoviz.engine.refusal import Refusal, Why, topology_exception
from topoviz.engine.tasks.count_bounds import bounds_of_counts
from topoviz.engine.topology.copartition_groups import CopartitionGroup
from topoviz.engine.topology.internal_topics import GroupTopics
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True, slots=True)
class PartitionCounts:
    """Counts by topic; topics whose count cannot be known; Kafka's refusal if topics that are joined differ.

    `undetermined` holds repartition topics whose count depends on the order of a hash set inside Kafka Streams, and
    `refused_topics` those that had to agree and do not. `overruled` has what was said of repartition topics to which
    Kafka Streams gives another count.
    """

    counts: Mapping[str, int]
    missing: tuple[str, ...]
    undetermined: tuple[str, ...] = ()
    refusal: Refusal | None = None
    refused_topics: tuple[str, ...] = ()
    overruled: Mapping[str, int] = field(default_factory=dict)


def resolve_partition_counts(
    groups: Sequence[GroupTopics],
    repartition_topics: Mapping[str, int | None],
    copartition_groups: Sequence[CopartitionGroup],
    given: Mapping[str, int],
    behaviours: Behaviours,
    *,
    believes_given: bool = False,
) -> PartitionCounts:
    """Work out the counts of repartition topics from those of the user's topics.

    What the user says of a repartition topic holds where Kafka Streams would not work out another count; in a dump, to
    which the program may have added one, it is believed.
    """
    counts = dict(given)
    counts.update({topic: count for topic, count in repartition_topics.items() if count is not None})
    upstream = {topic: _upstream(groups, topic) for topic in repartition_topics if repartition_topics[topic] is None}
    if not believes_given:
        own = bounds_of_counts(upstream, {topic: count for topic, count in counts.items() if topic not in upstream})
        for topic, (least, most) in own.items():
            if not least <= counts.get(topic, 0) <= most:
                counts.pop(topic, None)
    upstream = {topic: above for topic, above in upstream.items() if topic not in counts}
    bounds = bounds_of_counts(upstream, counts)
    counts.update({topic: most for topic, (_, most) in bounds.items()})
    undetermined = {topic for topic, (least, most) in bounds.items() if least < most}
    refusal: Refusal | None = None
    refused_topics: tuple[str, ...] = ()
    for group in copartition_groups:
        if refusal is None:
            refusal = _agree(group, repartition_topics, counts, undetermined, behaviours)
            refused_topics = group.topics if refusal is not None else ()
    topics = dict.fromkeys(topic for group in groups for topic in group.sources)
    missing = tuple(topic for topic in topics if topic not in counts)
    open_topics = tuple(topic for topic in upstream if topic in undetermined)
    overruled = {
        topic: given[topic]
        for topic in repartition_topics
        if topic in given and given[topic] != counts.get(topic, given[topic])
    }
    return PartitionCounts(counts, missing, open_topics, refusal, refused_topics, overruled)


def _upstream(groups: Sequence[GroupTopics], topic: str) -> tuple[str, ...]:
    """List what the sub-topologies read that write to a topic; nobody can say what a pattern stands for."""
    writers = [group for group in groups if topic in group.sinks]
    return tuple(dict.fromkeys(source for group in writers for source in (*group.sources, *group.patterns)))


def _agree(
    group: CopartitionGroup,
    repartition_topics: Mapping[str, int | None],
    counts: dict[str, int],
    undetermined: set[str],
    behaviours: Behaviours,
) -> Refusal | None:
    """Let the repartition topics of a copartition group follow the others; all others must have one count.

    So what the sweep left undetermined is settled here, unless the whole group follows one such topic.
    """
    outside = [topic for topic in group.topics if topic not in repartition_topics]
    inside = [topic for topic in group.topics if topic in repartition_topics]
    if any(topic not in counts for topic in (*outside, *inside)):
        return None
    if len({counts[topic] for topic in outside}) > 1:
        if behaviours.has("numbers_groups_in_write_order"):
            listed = ", ".join(f"{topic}={counts[topic]}" for topic in sorted(outside))
            return topology_exception(Why.NOT_COPARTITIONED, f"Topics not co-partitioned: [{{{listed}}}]")
        return topology_exception(
            Why.NOT_COPARTITIONED, f"Topics not co-partitioned: [{','.join(sorted(group.topics))}]"
        )
    enforced = {topic: count for topic in inside if (count := repartition_topics[topic]) is not None}
    wanted = counts[outside[0]] if outside else max((enforced or {t: counts[t] for t in inside}).values(), default=0)
    for topic in inside:
        if topic in enforced and enforced[topic] != wanted:
            return topology_exception(
                Why.NOT_COPARTITIONED,
                f"Number of partitions [{enforced[topic]}] of repartition topic [{topic}] doesn't match number of "
                f"partitions [{wanted}] of the source topic.",
                topic,
            )
        counts[topic] = wanted
    if outside or enforced:
        undetermined.difference_update(inside)
    elif undetermined.intersection(inside):
        undetermined.update(inside)
    return None
