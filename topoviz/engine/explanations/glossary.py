"""The words of Kafka Streams that explanations and pages use, a sentence for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Term:
    """A word, what it means in one sentence, and where Kafka decides about it; pages have a few words of their own."""

    name: str
    sentence: str
    reference: str = ""

    @property
    def anchor(self) -> str:
        """Give its place on the page of words."""
        return self.name.lower().replace(" ", "-")


TERMS: Final = (
    Term(
        "plan",
        "The plan, in full the logical plan, is what the code says: the operators that the DSL calls make, in a graph, "
        "before Kafka Streams turns them into nodes.",
        "InternalStreamsBuilder",
    ),
    Term(
        "optimizer",
        "The optimizer rewrites the logical plan before the topology is built, as far as topology.optimization allows.",
        "KIP-295",
    ),
    Term(
        "operator",
        "An operator is one call of the DSL, such as map() or count(); it becomes one or more nodes of the topology.",
        "KStream, KTable",
    ),
    Term(
        "key-changing operator",
        "A key-changing operator can give a record another key, so that the record may lie in the wrong partition.",
        "GraphNode#isKeyChangingOperation",
    ),
    Term("record", "A record is a key with a value and a time, as a topic holds it.", "ConsumerRecord"),
    Term(
        "topic",
        "A topic is where Kafka keeps records; an application reads some topics and writes others.",
        "NewTopic",
    ),
    Term(
        "partition",
        "A partition is a part of a topic; records of one key are in one partition, in the order in which they came.",
        "TopicPartition",
    ),
    Term("node", "A node is a box of the topology: a source, a processor or a sink.", "TopologyDescription.Node"),
    Term("source", "A source is a node that reads topics.", "TopologyDescription.Source"),
    Term(
        "processor",
        "A processor is a node that does something with each record, and may use state stores.",
        "TopologyDescription.Processor",
    ),
    Term("sink", "A sink is a node that writes a topic.", "TopologyDescription.Sink"),
    Term(
        "topology",
        "The topology is what Kafka Streams runs: source nodes, processor nodes, sink nodes and their state stores.",
        "Topology",
    ),
    Term(
        "internal topics",
        "Internal topics are the repartition and changelog topics; Kafka Streams makes them itself and puts the "
        "application's id and a dash before their names.",
        "InternalTopicManager",
    ),
    Term(
        "repartition topic",
        "A repartition topic carries a stream from one sub-topology to the next, so that all records of one key come "
        "to one partition.",
        "KIP-221",
    ),
    Term(
        "changelog topic",
        "A changelog topic keeps every update of a state store, so that the store can be restored somewhere else.",
        "ProcessorStateManager",
    ),
    Term(
        "state store",
        "A state store keeps what an operator must remember from record to record; every task has its own part of it.",
        "StateStore",
    ),
    Term(
        "global store",
        "A global store holds all partitions of a topic on every instance; it has no tasks and no changelog topic.",
        "KIP-99",
    ),
    Term(
        "node group",
        "A node group is a set of nodes that are connected by arrows or by shared state stores; topics do not connect.",
        "InternalTopologyBuilder#nodeGroups",
    ),
    Term(
        "sub-topology",
        "A sub-topology is a node group that reads topics; records pass between sub-topologies through topics only.",
        "InternalTopologyBuilder#subtopologyToTopicsInfo",
    ),
    Term(
        "task",
        "A task runs one sub-topology on one partition of its topics; a sub-topology has as many tasks as the largest "
        "of its source topics has partitions.",
        "TaskId",
    ),
    Term(
        "copartition group",
        "A copartition group is a set of topics that are joined by key and so must have equal partition counts.",
        "InternalTopologyBuilder#copartitionGroups",
    ),
    Term(
        "lag",
        "The lag of a partition is how many records are written that the application has not read yet.",
        "kafka-consumer-groups",
    ),
    Term("view", "A view is one way to look at a program, such as its topology or its plan; the tabs choose one."),
    Term("fold", "To fold is to show several boxes as one card, until somebody opens it."),
    Term("note", "A note says what is worth knowing about a line of the code, or what could not be read."),
    Term(
        "not certain",
        "What is not certain has a question mark: the code alone does not decide it, and the note says what would.",
    ),
)  # fmt: skip
"""All terms, from the program's text to what runs."""

_BY_NAME: Final = {term.name: term for term in TERMS}


def term(name: str) -> Term:
    """Give a term by its name; KeyError when the glossary has none."""
    return _BY_NAME[name]
