"""What is asked about a topology whose load was measured, and the answer: plain values, as both go as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ThreadTasks:
    """A thread by the client id of its consumer, the process that it is of, and its active tasks."""

    client_id: str
    process: str
    tasks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoadQuestion:
    """The threads with what they have, and of each task its load and, where known, the bytes of its state.

    `partitions` are those of topics, by the names that the topology or the broker has for them. Loads only compare
    with each other.
    """

    threads: tuple[ThreadTasks, ...]
    loads: Mapping[str, float]
    partitions: Mapping[str, int]
    state_bytes: Mapping[str, int] = field(default_factory=dict)
    application_id: str | None = None


@dataclass(frozen=True, slots=True)
class Divided:
    """The tasks of each thread, as somebody divides them, and what that rests on."""

    threads: tuple[ThreadTasks, ...]
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Divisions:
    """Who gets which task by the assignor of the version and by load; None with a sentence why nobody can say.

    `by_kafka` is what its assignor comes to when all copies have caught up. `by_load` has the tasks that an assignor of
    the application's own would give to each instance, and its threads share those as Kafka Streams deals them.
    """

    kafka_version: str
    assignor: str
    is_streams_group: bool
    takes_own_assignor: bool
    stateful: tuple[str, ...]
    standbys: int
    by_kafka: Divided | None
    by_load: Divided | None
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Merged:
    """Repartition topics that become one, called `kept`, under a setting: those of `gone` are no longer there."""

    kept: str
    gone: tuple[str, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Optimizable:
    """What `topology.optimization` would do to the repartition topics of a program that does without it.

    `setting` is the value to choose, `is_on` says that the program has it already, `refusal` that Kafka Streams would
    refuse the program then. `why_not` is a sentence where nobody can say.
    """

    setting: str
    is_on: bool
    repartition_topics: tuple[str, ...]
    merged: tuple[Merged, ...] = ()
    refusal: str = ""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class TopologyAdvice:
    """Both answers."""

    divisions: Divisions
    optimizable: Optimizable


def question_from_json(document: Mapping[str, Any]) -> LoadQuestion:
    """Read what `asdict` of a question gives."""
    return LoadQuestion(
        _threads(document["threads"]),
        dict(document["loads"]),
        dict(document["partitions"]),
        dict(document["state_bytes"]),
        document["application_id"],
    )


def advice_from_json(document: Mapping[str, Any]) -> TopologyAdvice:
    """Read what `asdict` of an answer gives."""
    divisions, optimizable = dict(document["divisions"]), dict(document["optimizable"])
    for name in ("by_kafka", "by_load"):
        found = divisions[name]
        divisions[name] = None if found is None else Divided(_threads(found["threads"]), tuple(found["doubts"]))
    divisions["stateful"] = tuple(divisions["stateful"])
    merged = tuple(Merged(one["kept"], tuple(one["gone"]), one["sentence"]) for one in optimizable["merged"])
    topics = tuple(optimizable["repartition_topics"])
    return TopologyAdvice(
        Divisions(**divisions), Optimizable(**{**optimizable, "merged": merged, "repartition_topics": topics})
    )


def _threads(documents: list[Mapping[str, Any]]) -> tuple[ThreadTasks, ...]:
    return tuple(ThreadTasks(one["client_id"], one["process"], tuple(one["tasks"])) for one in documents)
