"""Which sub-topology reads a topic of a lag history, by the topic's name on the broker.

Kafka Streams puts the application's id before the names of its internal topics, and uses it as the consumer group.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Final

from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.topology.internal_topics import topics_by_group
from topoviz.engine.versions import Behaviours
from topoviz.lag.topics.shape import Shape, shape_of

_SAFE_PATTERN: Final = re.compile(
    r"(?:[A-Za-z0-9_\-]|\\[.\-dw]|\.[*+]?|\[[A-Za-z0-9._\-]+\][*+]?|\((?:[A-Za-z0-9._\-]|\\[.\-])+"
    r"(?:\|(?:[A-Za-z0-9._\-]|\\[.\-])+)*\)|(?<=[dw])[*+]|\|)+"
)
"""The patterns that Java and Python read alike and that cannot take long: no repetition inside a repetition."""

_MOST_REPETITIONS: Final = 4


@dataclass(frozen=True, slots=True)
class Reader:
    """A topic of the topology and the sub-topology that reads it; internal ones stand without the application's id."""

    topic: str
    sub_topology: int
    is_internal: bool


@dataclass(frozen=True, slots=True)
class Placement:
    """What the topology reads, and which sub-topology writes which repartition topics.

    Without one (`EMPTY`) a history is measured but not laid onto tasks.
    """

    readers: tuple[Reader, ...] = ()
    patterns: tuple[tuple[str, int], ...] = ()
    application_id: str | None = None
    partition_counts: Mapping[str, int] = field(default_factory=dict)
    unsure: tuple[str, ...] = ()
    writes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    shape: Shape | None = None

    @property
    def is_empty(self) -> bool:
        """Tell whether there is no topology to lay anything onto."""
        return not self.readers and not self.patterns


@dataclass(frozen=True, slots=True)
class Place:
    """A topic as it is called on the broker, and where it stands in the topology."""

    group: str
    topic: str
    topic_in_topology: str
    sub_topology: int
    is_internal: bool


@dataclass(frozen=True, slots=True)
class Places:
    """The topics that have a place; those of either side that have none; and what is not certain, as sentences."""

    group: str | None
    places: tuple[Place, ...]
    not_read: tuple[tuple[str, str], ...]
    not_in_history: tuple[str, ...]
    unsure: tuple[str, ...]


EMPTY: Final = Placement()


@dataclass(frozen=True, slots=True)
class Reads:
    """What one sub-topology reads; `internal` are the topics of it that Kafka Streams makes itself.

    `written` are those of them that it writes, for itself or for another one.
    """

    sub_topology: int
    topics: tuple[str, ...]
    patterns: tuple[str, ...]
    internal: frozenset[str]
    written: tuple[str, ...] = ()


def placement_of(
    analyzed: AnalyzedTopology,
    application_id: str | None = None,
    partition_counts: Mapping[str, int] | None = None,
    behaviours: Behaviours | None = None,
) -> Placement:
    """Take from an analyzed topology what places a history; an application id given here goes before its own.

    `behaviours` are those of the version of Kafka Streams, the newest one's where nobody says it.
    """
    if analyzed.topology is None:
        return no_placement(application_id)
    internal = analyzed.topology.repartition_topics
    reads = [
        Reads(
            group.group_id,
            group.sources,
            group.patterns,
            frozenset(topic for topic in group.sources if topic in internal or topic in group.repartition_sources),
            tuple(topic for topic in group.sinks if topic in internal),
        )
        for group in topics_by_group(analyzed.topology, analyzed.groups)
    ]
    own_id = application_id or analyzed.application_id
    placement = make_placement(reads, analyzed.unsure, own_id, partition_counts or {})
    return replace(placement, shape=shape_of(analyzed, behaviours))


def make_placement(
    reads: Sequence[Reads],
    unsure: Mapping[str, str],
    application_id: str | None,
    partition_counts: Mapping[str, int],
) -> Placement:
    """Put together what sub-topologies read; `unsure` maps names, and `""` for the shape, to the reason of a doubt."""
    return Placement(
        tuple(
            Reader(topic, one.sub_topology, topic in one.internal)
            for one in reads
            for topic in one.topics
            if topic not in unsure
        ),
        tuple((pattern, one.sub_topology) for one in reads for pattern in one.patterns),
        application_id,
        dict(partition_counts),
        _doubts(unsure, {topic for one in reads for topic in one.topics}),
        {one.sub_topology: one.written for one in reads if one.written},
    )


def no_placement(application_id: str | None) -> Placement:
    """Give the placement of a topology that Kafka Streams would refuse."""
    return Placement((), (), application_id, {}, ("Kafka Streams would refuse this topology; there is none.",))


def place_topics(placement: Placement, seen: Iterable[tuple[str, str]]) -> Places:
    """Place the topics of a history, given as pairs of group and topic.

    Only one group is the application. It is the one named by the application id, else the only one that reads any of
    the topology's topics, else the one that reads the most of them; the report says so.
    """
    pairs = sorted(set(seen))
    if placement.is_empty:
        return Places(None, (), tuple(pairs), (), placement.unsure)
    group, doubts = _application(placement, pairs)
    if group is None:
        return Places(None, (), tuple(pairs), tuple(r.topic for r in placement.readers), (*placement.unsure, *doubts))
    places = [place for pair in pairs if pair[0] == group and (place := _place(placement, *pair)) is not None]
    placed = {(place.group, place.topic) for place in places}
    found = {place.topic_in_topology for place in places}
    return Places(
        group,
        tuple(places),
        tuple(pair for pair in pairs if pair not in placed),
        tuple(reader.topic for reader in placement.readers if reader.topic not in found),
        (*placement.unsure, *doubts, *_unread_patterns(placement)),
    )


def _application(placement: Placement, pairs: list[tuple[str, str]]) -> tuple[str | None, tuple[str, ...]]:
    groups = list(dict.fromkeys(group for group, _ in pairs))
    if placement.application_id is not None:
        if placement.application_id in groups:
            return placement.application_id, ()
        listed = ", ".join(groups[:5])
        return None, (
            f"The history has no group {placement.application_id}, which is the application's id; it has {listed}.",
        )
    counts = {
        group: sum(1 for pair in pairs if pair[0] == group and _place(placement, *pair) is not None) for group in groups
    }
    reading = [group for group in groups if counts[group]]
    if len(reading) == 1:
        return reading[0], ()
    if not reading:
        return None, ("No topic of the history is read by this topology.",)
    best = max(counts.values())
    most = [group for group in reading if counts[group] == best]
    listed = ", ".join(reading[:5])
    if len(most) > 1:
        return None, (f"Several groups read topics of this topology: {listed}. Say which is the application's id.",)
    return most[0], (
        f"Several groups read topics of this topology: {listed}. {most[0]} reads the most and is taken for it.",
    )


def _place(placement: Placement, group: str, topic: str) -> Place | None:
    bare = topic.removeprefix(f"{group}-")
    for reader in placement.readers:
        if reader.topic in (topic, bare) and (reader.topic == topic or reader.is_internal):
            return Place(group, topic, reader.topic, reader.sub_topology, reader.is_internal)
    # A dump does not say which topics are internal; there the name on the broker decides.
    for reader in placement.readers:
        if bare != topic and reader.topic == bare:
            return Place(group, topic, reader.topic, reader.sub_topology, is_internal=True)
    for pattern, sub_topology in placement.patterns:
        if is_readable_pattern(pattern) and re.fullmatch(pattern, topic, re.ASCII):
            return Place(group, topic, topic, sub_topology, is_internal=False)
    return None


def is_readable_pattern(pattern: str) -> bool:
    """Tell whether a topic pattern means the same to Java and Python and can be tried without danger."""
    repetitions = len(re.findall(r"[*+]", pattern))
    return len(pattern) <= 500 and repetitions <= _MOST_REPETITIONS and _SAFE_PATTERN.fullmatch(pattern) is not None


def _unread_patterns(placement: Placement) -> tuple[str, ...]:
    return tuple(
        f"The topic pattern {pattern[:80]} of sub-topology {sub_topology} is not tried; topics that it matches are "
        "listed as not read."
        for pattern, sub_topology in placement.patterns
        if not is_readable_pattern(pattern)
    )


def _doubts(unsure: Mapping[str, str], topics: Set[str]) -> tuple[str, ...]:
    return tuple(
        f"The topology reads a topic whose name is not certain, {name}: {reason}"
        if name
        else f"The shape of the topology, and so the numbers of its sub-topologies, is not certain: {reason}"
        for name, reason in sorted(unsure.items(), key=lambda item: item[0] != "")
        if not name or name in topics
    )
