"""What `topoviz/assignment@1` looks like, member by member. Members are only ever added."""

from __future__ import annotations

from typing import Annotated as Is
from typing import TypedDict

from topoviz.rendering.shapes import Diagnostic, VersionChoice


class AssignedTask(TypedDict):
    """A task."""

    id: Is[str, "Its sub-topology and its partition, such as 0_3."]
    partitions: Is[list[str], "The partitions that it reads, such as orders-3."]
    changelogs: Is[list[str], "The partitions that its stores are restored from; none for one without state."]


class TasksOfSubTopology(TypedDict):
    """The tasks of a sub-topology."""

    id: Is[int, "Its number."]
    topics: Is[list[str], "The topics that it reads."]
    tasks: Is[list[AssignedTask] | None, "Its tasks; null where a count is not known or counts are refused."]
    stores: Is[dict[str, str], "Its stores that have a changelog, with the topic of each."]


class Tasks(TypedDict):
    """The tasks of a topology, and the partition counts that they follow from."""

    schema: Is[str, "topoviz/tasks@1."]
    kafka_version: Is[str, "The version of Kafka Streams."]
    version_choice: Is[VersionChoice, "What decided the version."]
    name: Is[str, "The name of the topology."]
    partitions: Is[dict[str, int], "Partition counts by topic, given and worked out."]
    missing: Is[list[str], "Topics whose counts are not known."]
    undetermined: Is[list[str], "Topics whose counts depend on the order in which Kafka Streams works them out."]
    refusal: Is[str | None, "Why Kafka Streams refuses these counts."]
    diagnostics: Is[list[Diagnostic], "What is to be said of the counts."]
    global_topics: Is[list[str], "Topics that every client reads as a whole, without a task."]
    sub_topologies: Is[list[TasksOfSubTopology], "Each sub-topology that reads a topic."]


class Assignment(TypedDict):
    """Which tasks there are, and who gets them."""

    schema: Is[str, "topoviz/assignment@1."]
    tasks: Is[Tasks, "The tasks."]
