"""What `topoviz/assignment@1` looks like, member by member. Members are only ever added."""

from __future__ import annotations

from typing import Annotated as Is
from typing import Literal, TypedDict

from topoviz.engine.assignment.result import Because, Role
from topoviz.rendering.calculations.sizing_shapes import SaidBy, Sizing
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
    why: Is[str, "Why there are as many, in a sentence; empty where they are not known."]
    tasks: Is[list[AssignedTask] | None, "Its tasks; null where a count is not known or counts are refused."]
    stores: Is[dict[str, str], "Its stores that have a changelog, with the topic of each."]


class RestoredTask(TypedDict):
    """What a task without local state restores."""

    bytes: Is[int, "The bytes of its partitions of all changelogs whose size is known."]
    unknown: Is[list[str], "The stores whose size is not known."]


class RestoredOnClient(RestoredTask):
    """A copy of a task's state on a client that did not have it."""

    task: Is[str, "The task."]
    client: Is[str, "The client."]
    role: Is[Role, "As what it gets the task."]


class TaskRestores(TypedDict):
    """What tasks restore, by sizes that were measured."""

    day: Is[str | None, "The day on which the sizes were measured; null where nobody says it."]
    sentences: Is[list[str], "The same in sentences."]
    tasks: Is[dict[str, RestoredTask], "What each task with state restores, by its id."]
    copies: Is[list[RestoredOnClient], "Those that this rebalance has restored; none where nobody asks who gets what."]


class Tasks(TypedDict):
    """The tasks of a topology, and the partition counts that they follow from."""

    schema: Is[str, "topoviz/tasks@1."]
    kafka_version: Is[str, "The version of Kafka Streams."]
    version_choice: Is[VersionChoice, "What decided the version."]
    name: Is[str, "The name of the topology."]
    partitions: Is[dict[str, int], "Partition counts by topic, those given and those that follow."]
    missing: Is[list[str], "Topics whose counts are not known."]
    undetermined: Is[list[str], "Topics whose counts depend on the order in which Kafka Streams works them out."]
    refusal: Is[str | None, "Why Kafka Streams refuses these counts."]
    diagnostics: Is[list[Diagnostic], "What is to be said of the counts."]
    why: Is[str, "How many tasks there are for how many partitions, in a sentence; empty where some are not known."]
    global_topics: Is[list[str], "Topics that every client reads as a whole, without a task."]
    sub_topologies: Is[list[TasksOfSubTopology], "Each sub-topology that reads a topic."]
    restores: Is[TaskRestores | None, "What tasks restore; null where nobody said sizes of stores."]


class Assignor(TypedDict):
    """What divides tasks among clients."""

    name: Is[str, "Its name here."]
    sentence: Is[str, "What it does, in a sentence."]
    reference: Is[str, "Its class in Kafka, or where it was decided."]


class ThreadOfClient(TypedDict):
    """A stream thread."""

    client: Is[str, "The name of its client."]
    thread: Is[str, "Its name."]


class WithheldTask(TypedDict):
    """An active task that a thread gets in the rebalance that follows, when it has been given back (KIP-429)."""

    task: Is[str, "The task."]
    held_by: Is[ThreadOfClient | None, "The thread that has it until then."]


class AssignedThread(TypedDict):
    """A stream thread with its tasks."""

    name: Is[str, "Its name."]
    active: Is[list[str], "The tasks that it processes."]
    standby: Is[list[str], "The tasks of whose state it keeps a copy."]
    warm_up: Is[list[str], "The tasks whose state it restores so as to take them over (KIP-441)."]
    withheld: Is[list[WithheldTask], "The tasks that it waits for."]
    revoked: Is[list[str], "The tasks that it gives back."]
    is_idle: Is[bool, "Whether it has nothing to do and waits for nothing."]


class AssignedClient(TypedDict):
    """An instance of the application."""

    name: Is[str, "Its name."]
    process_id: Is[str, "Its process id."]
    is_process_id_given: Is[bool, "Whether somebody gave that id; else one was made up."]
    rack: Is[str | None, "Its rack."]
    tags: Is[dict[str, str], "Its client tags."]
    threads: Is[list[AssignedThread], "Its stream threads."]


class Had(TypedDict):
    """Who had a task before."""

    client: Is[str, "The client."]
    thread: Is[str, "Its thread."]
    role: Is[Role, "What it had it as."]


class AssignedPlacement(TypedDict):
    """A task on a client, and why it is there."""

    task: Is[str, "The task."]
    role: Is[Role, "What the client does with it."]
    client: Is[str, "The client."]
    thread: Is[str | None, "Its thread."]
    because: Is[Because, "What put it there, for programs."]
    sentence: Is[str, "The same in a sentence, with the numbers that decided."]
    was: Is[list[Had], "Who had the task before."]
    is_moved: Is[bool, "Whether another client had it in this role, and this one did not."]


class Rebalance(TypedDict):
    """Who gets what, and what follows."""

    clients: Is[list[AssignedClient], "The clients, in the order in which they were given."]
    placements: Is[list[AssignedPlacement], "Every task on every client that gets it, by task."]
    moved: Is[int, "How many active tasks move to another client."]
    threads: Is[int, "How many stream threads there are."]
    idle_threads: Is[int, "How many of them have nothing to do."]
    follow_up: Is[Literal["at-once", "probing"] | None, "The rebalance that follows by itself; null when it is stable."]
    follow_up_after_ms: Is[int | None, "After how many milliseconds; null when it is stable."]
    warnings: Is[list[str], "What Kafka Streams logs, word for word."]
    doubts: Is[list[str], "What this rests on and nobody said; empty where it is certain."]


class Assignment(TypedDict):
    """Which tasks there are, and who gets them."""

    schema: Is[str, "topoviz/assignment@1."]
    tasks: Is[Tasks, "The tasks."]
    settings: Is[dict[str, str], "The settings that decide, with the values that hold."]
    said_by: Is[dict[str, SaidBy], "Who says the value of each of these, of num.stream.threads, and of the assignor."]
    threads: Is[int, "The stream threads of an instance that does not say how many it has."]
    assignor: Is[Assignor | None, "The assignor; null where only tasks were asked for, or they are not known."]
    rebalance: Is[Rebalance | None, "Who gets what; null likewise."]
    notes: Is[list[str], "What the program and the text of the cluster have and is not taken, in sentences."]
    sizing: Is[Sizing | None, "What the cluster needs; null without a cluster, and where tasks are not known."]
