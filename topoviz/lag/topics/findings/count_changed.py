"""A topic of the application has another number of partitions than before."""

from __future__ import annotations

from typing import Final

from topoviz.lag.findings.words import moments, percent
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.topics.findings.words import references
from topoviz.lag.topics.model import CountChange, TopicHistory

_READ: Final = ("read", "repartition", "changelog")
_REFUSED: Final = (
    "Do not grow topics of an application that keeps state. Start it under a new application id, or stop all "
    "instances, let `kafka-streams-application-reset.sh` delete the internal topics, delete the local state "
    "(`KafkaStreams#cleanUp`) and read the input again: stores are built anew then, for the new counts."
)
_MOVED: Final = (
    "Results that need the order of a key's records may be wrong around that time. Where stores matter, build them "
    "anew for the new count: reset the application, or start it under a new id."
)


def find_count_changes(history: TopicHistory) -> tuple[Finding, ...]:
    """Give a finding for each change of a topic that the application reads, or that Kafka Streams made for it.

    Without a topology, each topic is looked at.
    """
    kinds = {one.topic: one.kind for one in history.topics}
    wanted = _READ if history.is_own_only else (*_READ, "other")
    return tuple(_finding(history, one) for one in history.count_changes if kinds.get(one.topic) in wanted)


def _without_topology(one: CountChange) -> tuple[str, ...]:
    if one.share_moved is None:
        return ()
    sentence = (
        f"Kafka's own partitioner writes {percent(one.share_moved)} of the keys to another partition than before: what "
        "a store holds of them stays where it is, and internal topics of applications that read it have the wrong "
        "count."
    )
    return (sentence,)


def _finding(history: TopicHistory, one: CountChange) -> Finding:
    first, last = moments(one.start, one.until)
    when = last if last.startswith(first) else f"a moment between {first} and {last}"
    own = [each for each in history.partitions if each.topic == one.topic]
    return Finding(
        FindingKind.COUNT_CHANGED,
        " ".join(
            (
                f"`{one.topic}` has {one.after} partitions instead of {one.before} since {when}.",
                *(one.effects or _without_topology(one)),
            )
        ),
        _REFUSED if one.is_refused else _MOVED,
        one.new_tasks,
        references(history, own),
        numbers={
            "before": float(one.before),
            "after": float(one.after),
            **({} if one.share_moved is None else {"share_moved": one.share_moved}),
        },
        start=one.start,
        until=one.until,
    )
