"""Topics that are joined and whose partition counts the program sets must agree, or build() fails (KIP-221).

Kafka: InternalTopologyBuilder#validateCopartition. It looks only at groups in which every topic has a count that was
set; all others are looked at when the application starts.
"""

from __future__ import annotations

from itertools import chain

from topoviz.engine.refusal import Refused, Why, topology_exception
from topoviz.engine.topology.draft import TopologyDraft
from topoviz.engine.topology.nodes import SourceNode


def validate_copartition(draft: TopologyDraft) -> None:
    """Raise Refused for the first group whose counts differ."""
    topics_of = {node.name: node.topics for node in draft.nodes.values() if isinstance(node, SourceNode)}
    for names in draft.copartition_groups:
        counts: dict[str, int] = {}
        for topic in chain.from_iterable(topics_of.get(name, ()) for name in names):
            count = draft.repartition_topics.get(topic)
            if count is None:
                break
            counts[topic] = count
        else:
            _refuse_other_counts(counts)


def _refuse_other_counts(counts: dict[str, int]) -> None:
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{topic}={counts[topic]}" for topic in sorted(counts))
        words = f"Following topics do not have the same number of partitions: [{{{listed}}}]"
        raise Refused(topology_exception(Why.DIFFERENT_PARTITION_COUNTS, words))
