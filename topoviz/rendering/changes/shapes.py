"""What `topoviz/change@1` looks like, member by member. Members are only ever added."""

from __future__ import annotations

from typing import Annotated as Is
from typing import Literal, TypedDict

from topoviz.engine.changes.compare import Relation
from topoviz.engine.changes.deployment import Guarantee, Protocol
from topoviz.engine.changes.finding import Cause
from topoviz.engine.changes.matching.thing import Sort
from topoviz.engine.changes.migration.step import StepKind
from topoviz.engine.changes.state_cost import StateFate
from topoviz.engine.changes.sub_topologies import Fate
from topoviz.rendering.shapes import Place

Level = Literal["compatible", "note", "stop-all", "state-loss", "will-not-start"]


class Verdict(TypedDict):
    """Whether the change is safe to deploy."""

    level: Is[Literal["compatible", "note", "stop-all", "state-loss", "will-not-start", "cannot-tell"], "The verdict."]
    certain: Is[Level, "The worst level that is certain."]
    worst: Is[Level, "The worst level that may be; worse than `certain` where nobody can tell."]
    sentence: Is[str, "The same in words."]


class ChangeSide(TypedDict):
    """One of the two versions."""

    name: Is[str, "The name of the topology."]
    topology: Is[int, "Which topology of its analysis it is, from 0."]
    kafka_version: Is[str, "The version of Kafka Streams."]
    optimization: Is[str | None, "The setting topology.optimization; null for a dump, which does not say it."]
    is_dump: Is[bool, "Whether it is what describe() prints, which has names and nothing else."]
    nodes: Is[int, "How many nodes it has."]
    sub_topologies: Is[int, "How many sub-topologies it has."]


class ChangeDeployment(TypedDict):
    """How the application runs, as far as somebody said it."""

    application_id: Is[str | None, "The application id, which begins the names of internal topics."]
    guarantee: Is[Guarantee, "The setting processing.guarantee of the new version."]
    guarantee_before: Is[Guarantee | None, "That of the old version; null where nobody said it."]
    protocol: Is[Protocol, "The setting group.protocol of the new version."]
    protocol_before: Is[Protocol | None, "That of the old version; null where nobody said it."]


class ChangeFinding(TypedDict):
    """What a change means for one thing."""

    code: Is[str, "What it is, for programs."]
    level: Is[Level, "How much it asks for."]
    sentence: Is[str, "What changes."]
    effect: Is[str, "What that does to state and records."]
    way_out: Is[str, "What to do."]
    reference: Is[str, "Where Kafka decides it."]
    old: Is[list[str], "Names in the old version."]
    new: Is[list[str], "Names in the new version."]
    is_unsure: Is[bool, "Whether the level is the worst that may be, and not certain."]
    rests_on: Is[list[str], "What is not known."]
    by: Is[
        Cause | None,
        "What brings it: another version or optimization alone, or the edit of the program; null where that was not "
        "asked, because both versions have the same ones or the old one is a dump.",
    ]


class ChangedThing(TypedDict):
    """What became of a node, a store or a topic."""

    sort: Is[Sort, "What it is."]
    fate: Is[Literal["kept", "renamed", "moved", "added", "removed"], "What became of it."]
    old: Is[str | None, "Its old name; null where it is new."]
    new: Is[str | None, "Its new name; null where it is gone."]
    evidence: Is[str | None, "What tells that both are one."]
    is_sure: Is[bool, "Whether nothing else could be meant."]
    old_at: Is[Place | None, "Where the old program makes it."]
    new_at: Is[Place | None, "Where the new program makes it."]
    old_sub_topology: Is[int | None, "The sub-topology of a node in the old version."]
    new_sub_topology: Is[int | None, "The sub-topology of a node in the new version."]
    key: Is[str | None, "Its key in the picture of both versions, such as r12; null of what no picture shows."]
    old_key: Is[str | None, "Its key in the picture of the old version; null where it is new."]
    new_key: Is[str | None, "Its key in the picture of the new version; null where it is gone."]


class ChangedSubTopology(TypedDict):
    """What became of sub-topologies."""

    fate: Is[Fate, "What became of them."]
    old: Is[list[int], "Old numbers."]
    new: Is[list[int], "New numbers."]
    sentence: Is[str, "The same in words."]


class ChangedTasks(TypedDict):
    """What becomes of tasks with the partition counts that were given."""

    before: Is[int, "How many there were."]
    now: Is[int, "How many there are."]
    added: Is[list[str], "Tasks that the old version did not have."]
    removed: Is[list[str], "Tasks that the new version does not have."]
    became_stateful: Is[list[str], "Tasks that have stores now and had none."]
    refusal: Is[str | None, "Why Kafka Streams would not start with these counts."]


class NameToGive(TypedDict):
    """A store that keeps its changelog if it is named."""

    store: Is[str, "Its name in the old version."]
    now: Is[str, "Its name in the new version."]
    code: Is[str | None, "What to give to the call; null where no name leads to the old topic."]
    at: Is[Place | None, "The call."]


class MigrationStep(TypedDict):
    """One step of bringing the change in."""

    kind: Is[StepKind, "What is done."]
    sentence: Is[str, "What to do."]
    why: Is[str, "Why."]
    commands: Is[list[str], "Commands."]
    topics: Is[list[str], "Topics that it is about, as the brokers have them."]


class Migration(TypedDict):
    """How to bring the change in."""

    names: Is[list[NameToGive], "Names to give in the new program."]
    steps: Is[list[MigrationStep], "Steps in their order."]


class StoreCost(TypedDict):
    """What becomes of the state of one store, and how much that is."""

    old: Is[str, "Its name in the old version."]
    new: Is[str | None, "Its name in the new version; null where it has none."]
    fate: Is[
        StateFate,
        "What becomes of it: it goes on with what is on the disks, is restored from its changelog as a whole, is lost, "
        "or is given up with its store.",
    ]
    is_unsure: Is[bool, "Whether that is the worst that may be, and not certain."]
    bytes: Is[int | None, "The bytes of its changelog; null where they are not known."]
    largest_task_bytes: Is[int | None, "The most of them that one task restores; null where that is not known."]


class StateCost(TypedDict):
    """What restoring takes after this change, by sizes that were measured."""

    day: Is[str | None, "The day on which the sizes were measured; null where nobody says it."]
    sentences: Is[list[str], "The same in sentences."]
    stores: Is[list[StoreCost], "Each store of the old version that has a changelog."]


class ChangeWords(TypedDict):
    """What text, Markdown and pages say in the same sentences."""

    alone: Is[str | None, "All there is to say, where nothing differs or nothing is comparable; null else."]
    settings: Is[str, "The versions, settings and ways of running that the verdict is for."]
    rests_on: Is[list[str], "Everything that is not known, in sentences."]
    unchanged: Is[str, "What stays, in numbers."]


class Change(TypedDict):
    """What differs between two versions of a topology, and whether that is safe to deploy."""

    schema: Is[str, "topoviz/change@1."]
    verdict: Is[Verdict, "Whether it is safe."]
    relation: Is[Relation, "Whether anything differs, and whether enough stays for two versions of one application."]
    old: Is[ChangeSide, "The old version."]
    new: Is[ChangeSide, "The new version."]
    deployment: Is[ChangeDeployment, "How the application runs."]
    findings: Is[list[ChangeFinding], "What the verdict rests on, the worst first."]
    rests_on: Is[list[str], "What is not known of both versions, and not compared therefore, in sentences."]
    things: Is[list[ChangedThing], "What became of nodes, stores and topics."]
    sub_topologies: Is[list[ChangedSubTopology], "What became of sub-topologies."]
    tasks: Is[ChangedTasks | None, "What becomes of tasks; null where partition counts are not known."]
    migration: Is[Migration, "How to bring it in."]
    state: Is[StateCost | None, "What restoring takes; null where nobody said sizes of stores."]
    words: Is[ChangeWords, "The same in sentences, as text and Markdown have them."]
