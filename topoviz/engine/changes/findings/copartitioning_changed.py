"""Topics that must have equally many partitions now, and did not have to."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.side import Side
from topoviz.engine.explanations.wording import code
from topoviz.engine.topology.copartition_groups import copartition_groups


def find_changed_copartitioning(compared: Compared) -> Iterator[Finding]:
    """Find groups of topics that are joined in the new version only."""
    renamed = {old: match.new.name for old, match in compared.repartition_topics.items()}
    before = [frozenset(renamed.get(topic, topic) for topic in group) for group in _groups(compared.old)]
    for group in _groups(compared.new):
        own = [topic for topic in group if topic not in compared.new.topology.repartition_topics]
        if len(own) < 2 or any(set(own) <= earlier for earlier in before):
            continue
        yield Finding(
            "copartitioning-added",
            Level.WILL_NOT_START,
            f"{', '.join(map(code, own))} must have equally many partitions now: they are joined.",
            "With different counts, Kafka Streams throws a TopologyException when tasks are assigned: Topics not "
            "co-partitioned.",
            "Compare their counts with kafka-topics.sh --describe before the new version starts.",
            "CopartitionedTopicsEnforcer#enforce",
            (),
            tuple(own),
            is_unsure=True,
            rests_on=("the partition counts of these topics",),
        )


def _groups(side: Side) -> list[tuple[str, ...]]:
    return [group.topics for group in copartition_groups(side.topology, side.analyzed.application_id)]
