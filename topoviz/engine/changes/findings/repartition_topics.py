"""Repartition topics that are gone, called otherwise, or have another number of partitions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.explanations.wording import code

_OF_FOREIGN_KEY: Final = "-topic"
_NAMED_FOREIGN_KEY: Final = re.compile(r"(.+)-subscription-(?:registration|response)-topic")
_REFERENCE = "InternalTopologyBuilder#addInternalTopic; InternalTopicManager#makeReady"


def find_changed_repartition_topics(compared: Compared) -> Iterator[Finding]:
    """Find topics whose last records nobody reads, and those that Kafka Streams refuses."""
    yield from _gone(compared)
    yield from _taken_over(compared)
    yield from _new(compared)
    yield from _counts(compared)


def _gone(compared: Compared) -> Iterator[Finding]:
    now = compared.new.topology.repartition_topics
    for name in compared.old.topology.repartition_topics:
        if name in now:
            continue
        match = compared.repartition_topics.get(name)
        topic = compared.deployment.topic(name)
        after = (
            f" Its place is taken by {code(compared.deployment.topic(match.new.name))}." if match is not None else ""
        )
        yield Finding(
            "repartition-topic-gone",
            Level.STATE_LOSS,
            f"The new version does not read the repartition topic {code(topic)} any more.{after}",
            "Records that were written to it and not read yet are never processed.",
            f"Stop what writes to the application's input, wait until the lag of {code(topic)} is 0, and stop all "
            "instances then." + ("" if match is None else _keeping(name)),
            _REFERENCE,
            (name,),
            () if match is None else (match.new.name,),
        )


def _taken_over(compared: Compared) -> Iterator[Finding]:
    now = compared.new.topology.repartition_topics
    for name, match in compared.repartition_topics.items():
        if name not in now or match.new.name == name:
            continue
        yield Finding(
            "repartition-topic-taken-over",
            Level.STATE_LOSS,
            f"{code(compared.deployment.topic(name))} is the repartition topic of another operator now. What was "
            f"written to it goes to {code(compared.deployment.topic(match.new.name))}.",
            "Records that were written to it and not read yet are processed as those of the other operator: wrong "
            "results without an error, or errors when a record is read.",
            "Give the topics names with `Grouped.as`, `Joined.as` or `Repartitioned.as`. Stop what writes to the "
            "application's input, wait until the lag of the old ones is 0, and stop all instances then.",
            _REFERENCE,
            (name,),
            (match.new.name,),
            is_unsure=True,
            rests_on=("whether what both operators write has one form and goes the same way",),
        )


def _new(compared: Compared) -> Iterator[Finding]:
    before = compared.old.topology.repartition_topics
    taken = {match.new.name for match in compared.repartition_topics.values()}
    for name in compared.new.topology.repartition_topics:
        if name in before or name in taken:
            continue
        yield Finding(
            "repartition-topic-added",
            Level.STOP_ALL,
            f"The repartition topic {code(compared.deployment.topic(name))} is new.",
            "It is made when the new version leads the group, and tasks on both sides of it are other ones.",
            "Stop all instances before the new ones start.",
            _REFERENCE,
            (),
            (name,),
        )


def _counts(compared: Compared) -> Iterator[Finding]:
    now = compared.new.topology.repartition_topics
    for name, before in compared.old.topology.repartition_topics.items():
        count = now.get(name)
        if name not in now or before == count:
            continue
        is_unsure = before is None or count is None
        if is_unsure and compared.tasks is not None:
            # Counts are known: whether they differ is found with the tasks.
            continue
        topic = compared.deployment.topic(name)
        said = f"{'as many as the program reads' if before is None else before}"
        wanted = f"{'as many as the program reads' if count is None else count}"
        yield Finding(
            "repartition-count-changed",
            Level.WILL_NOT_START,
            f"The repartition topic {code(topic)} had {said} partitions and is to have {wanted}.",
            "Kafka Streams never changes a topic that is there: it throws a StreamsException (Existing internal topic "
            f"{code(topic)} has invalid partitions), also while it runs.",
            "Leave the number as it is, or use another application id. Do not grow the topic alone: keys would move "
            "to other tasks than their state.",
            "InternalTopicManager#validatePartitionCount",
            (name,),
            (name,),
            is_unsure=is_unsure,
            rests_on=("the partition counts of the topics that the program reads",) if is_unsure else (),
        )


def _keeping(name: str) -> str:
    """Say which name keeps the topic, if any does: those of a foreign-key join end in words of their own."""
    if name.endswith(_OF_FOREIGN_KEY):
        named = _NAMED_FOREIGN_KEY.fullmatch(name)
        return "" if named is None else f" Or keep the name: with `TableJoined.as` of {code(named[1])}."
    stem = code(name.removesuffix("-repartition"))
    return f" Or keep the name: with `Grouped.as`, `Joined.as` or `Repartitioned.as` of {stem}."
