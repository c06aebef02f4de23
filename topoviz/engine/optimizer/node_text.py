"""A repartition node as Kafka Streams prints it inside an exception.

Kafka: toString of OptimizableRepartitionNode, BaseRepartitionNode, ProcessorParameters and GraphNode. Identity hashes
differ from run to run, so `@…` stands for every one of them.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.logical.nodes import NodeId, Repartition
from topoviz.engine.logical.plan import PlanDraft
from topoviz.engine.versions import Behaviours

_ADAPTER: Final = "org.apache.kafka.streams.processor.internals.ProcessorAdapter"
_FILTER: Final = "org.apache.kafka.streams.kstream.internals.KStreamFilter"


def repartition_text(draft: PlanDraft, node: NodeId, behaviours: Behaviours) -> str:
    """Print the node with its names, serdes, priority and parents as they stand in the draft."""
    repartition = draft.nodes[node]
    assert isinstance(repartition, Repartition)
    return (
        "OptimizableRepartitionNode{ BaseRepartitionNode{"
        f"keySerde={_serde_text(repartition.key_serde)}, valueSerde={_serde_text(repartition.value_serde)}, "
        f"sinkName='{repartition.sink_name}', sourceName='{repartition.name}', "
        f"repartitionTopic='{repartition.topic}', "
        f"processorParameters={_processor_text(repartition, behaviours)}"
        f"}} {_graph_node_text(draft, node)} }}"
    )


def _serde_text(serde: str | None) -> str:
    """Print a serde without what it is made of, which toString does not show."""
    return "null" if serde is None else serde.partition("?(")[0] + ("?" if "?(" in serde else "")


def _processor_text(repartition: Repartition, behaviours: Behaviours) -> str:
    name = f"processor name='{repartition.filter_name}'"
    if behaviours.has("shows_processor_suppliers"):
        supplier = f"processor supplier class=null, fixed key processor supplier class=class {_FILTER}"
    elif behaviours.has("adapts_filters"):
        supplier = f"processor class=class {_ADAPTER}"
    else:
        supplier = f"processor class=class {_FILTER}$KStreamFilterProcessor"
    text = f"ProcessorParameters{{{supplier}, {name}}}"
    if behaviours.has("shows_partitioner"):
        text += "', partitioner=null"
    if behaviours.has("shows_topic_properties"):
        partitions = "null" if repartition.partitions is None else repartition.partitions
        text += f", internalTopicProperties=InternalTopicProperties{{numberOfPartitions={partitions}}}"
    return text


def _graph_node_text(draft: PlanDraft, node: NodeId) -> str:
    graph_node = draft.nodes[node]
    parents = ", ".join(draft.nodes[parent].name for parent in draft.parents[node])
    return (
        f"StreamsGraphNode{{nodeName='{graph_node.name}', buildPriority={draft.priorities[node]}, "
        "hasWrittenToTopology=false, keyChangingOperation=false, valueChangingOperation=false, mergeNode=false, "
        f"parentNodes=[{parents}]}}"
    )
