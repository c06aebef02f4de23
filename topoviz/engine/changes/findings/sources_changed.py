"""Topics that the application begins to read, or reads no more."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.side import Side
from topoviz.engine.explanations.wording import code


def find_changed_sources(compared: Compared) -> Iterator[Finding]:
    """Find topics of the user's own that only one version reads."""
    before, now = _read(compared.old), _read(compared.new)
    for topic in sorted(now - before):
        yield (
            _global(topic)
            if topic in compared.new.topology.global_topics
            else Finding(
                "source-added",
                Level.STOP_ALL,
                f"The application reads {code(topic)} now.",
                "Without committed offsets it begins where `auto.offset.reset` says. More partitions than before in a "
                "sub-topology give it more tasks.",
                "Stop all instances before the new ones start: members of both versions would subscribe to different "
                "topics, and rejoin for ever.",
                "StreamsPartitionAssignor#assign; SubscriptionState#checkAssignmentMatchedSubscription",
                (),
                (topic,),
            )
        )
    for topic in sorted(before - now):
        yield Finding(
            "source-removed",
            Level.STOP_ALL,
            f"The application does not read {code(topic)} any more.",
            "Its committed offsets stay until they expire; a version that reads it again goes on there, or begins anew "
            "after that.",
            "Stop all instances before the new ones start.",
            "SubscriptionState#checkAssignmentMatchedSubscription",
            (topic,),
        )


def _global(topic: str) -> Finding:
    return Finding(
        "source-added",
        Level.STOP_ALL,
        f"The application reads {code(topic)} into a global store now.",
        "Each instance reads all of it before it starts. It has no tasks, but a sub-topology of its own: built before "
        "others, it gives them other numbers.",
        "Build it last, so that the others keep their numbers, or stop all instances before the new ones start.",
        "GlobalStreamThread; InternalTopologyBuilder#makeNodeGroups",
        (),
        (topic,),
    )


def _read(side: Side) -> frozenset[str]:
    topics = {topic for group in side.topics for topic in group.sources if topic not in group.repartition_sources}
    patterns = {f"/{pattern}/" for group in side.topics for pattern in group.patterns}
    return frozenset(topics | patterns | side.topology.global_topics)
