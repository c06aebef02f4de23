"""Topics that are joined and whose partition counts the program sets must agree, or build() fails (KIP-221).

Kafka: InternalTopologyBuilder#validateCopartition. It looks only at groups in which every topic has a count that was
set; all others are looked at when the application starts.
"""

from __future__ import annotations

from topoviz.engine.refusal import Refused, topology_exception
from topoviz.engine.topology.draft import TopologyDraft
from topoviz.engine.topology.nodes import SourceNode


def validate_copartition(draft: TopologyDraft) -> None:
    """Raise Refused for the first group whose counts differ."""
    topics_of = {node.name: node.topics for node in draft.nodes.values() if isinstance(node, SourceNode)}
    for names in draft.copartition_groups:
        topics = {topic for name in names for topic in topics_of.get(name, ())}
        counts = {topic: draft.repartition_topics.get(topic) for topic in topics}
        if None not in counts.values() and len(set(counts.values())) > 1:
            listed = ", ".join(f"{topic}={counts[topic]}" for topic in sorted(counts))
            words = f"Following topics do not have the same number of partitions: [{{{listed}}}]"
            raise Refused(topology_exception(words))
