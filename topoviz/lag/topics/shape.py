"""What a topology says of its topics: which sub-topology reads and writes them, and which stores they restore."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.topology.copartition_groups import CopartitionGroup, copartition_groups
from topoviz.engine.topology.internal_topics import GroupTopics, topics_by_group
from topoviz.engine.versions import Behaviours, newest_version


@dataclass(frozen=True, slots=True)
class Shape:
    """The topics of each sub-topology, without the application's id before internal ones, and what has to agree.

    A dump has no plan: what its repartition topics are given in the program is not known.
    """

    groups: tuple[GroupTopics, ...] = ()
    repartition_topics: Mapping[str, int | None] = field(default_factory=dict)
    copartition_groups: tuple[CopartitionGroup, ...] = ()
    is_without_plan: bool = False
    behaviours: Behaviours = field(default_factory=lambda: Behaviours(newest_version()))

    @property
    def internal_topics(self) -> frozenset[str]:
        """The topics that Kafka Streams makes for itself: those between sub-topologies, and changelogs."""
        own = (log.name for group in self.groups for log in group.changelogs if not log.is_source)
        return frozenset((*self.repartition_topics, *own))


@dataclass(frozen=True, slots=True)
class Role:
    """What a topic is to the application. `name` is that in the topology, without the application's id.

    `restores` are stores with their sub-topologies; `is_source` says that the topic is read anyway and is no changelog
    of their own.
    """

    topic: str
    name: str
    read_by: tuple[int, ...] = ()
    written_by: tuple[int, ...] = ()
    restores: tuple[tuple[str, int], ...] = ()
    is_repartition: bool = False
    is_source: bool = False

    @property
    def kind(self) -> str:
        """Say in a word what it is: a changelog before what is read, and that before what is written."""
        if self.is_repartition:
            return "repartition"
        if self.restores and not self.is_source:
            return "changelog"
        return "read" if self.read_by else "written"


def shape_of(analyzed: AnalyzedTopology, behaviours: Behaviours | None) -> Shape | None:
    """Take it from an analyzed topology; None where there is none."""
    topology = analyzed.topology
    if topology is None:
        return None
    return Shape(
        topics_by_group(topology, analyzed.groups),
        dict(topology.repartition_topics),
        copartition_groups(topology, analyzed.application_id),
        analyzed.optimized is None,
        behaviours or Behaviours(newest_version()),
    )


def application_of(shape: Shape, topics: Iterable[str]) -> tuple[str | None, str | None]:
    """Find out the application's id by the names of its internal topics, and why that is not certain.

    It is what stands before most of them.
    """
    found: dict[str, int] = {}
    for topic in topics:
        names = [name for name in shape.internal_topics if topic.endswith(f"-{name}")]
        if names:
            prefix = topic.removesuffix(f"-{max(names, key=len)}")
            found[prefix] = found.get(prefix, 0) + 1
    most = max(found.values(), default=0)
    best = sorted(prefix for prefix, count in found.items() if count == most)
    if not best:
        return None, None
    if len(best) > 1:
        return None, (
            f"Topics of several applications are those of this topology: {', '.join(best[:5])}. Say which is the "
            "application's id."
        )
    return best[0], None


def roles_of(shape: Shape, topics: Sequence[str], application_id: str | None) -> dict[str, Role]:
    """Give what each topic is to the application, by its name on the broker; others are left out."""
    roles: dict[str, Role] = {}
    internal = shape.internal_topics
    for topic in topics:
        short = topic.removeprefix(f"{application_id}-") if application_id is not None else topic
        # Internal topics have the id before their names on the broker, and nothing else has.
        if short != topic and short in internal:
            role = _role(shape, topic, short)
        else:
            role = None if topic in internal else _role(shape, topic, topic)
        if role is not None:
            roles[topic] = role
    return roles


def _role(shape: Shape, topic: str, name: str) -> Role | None:
    read = tuple(group.group_id for group in shape.groups if name in group.sources)
    written = tuple(group.group_id for group in shape.groups if name in group.sinks)
    logs = [(log, group.group_id) for group in shape.groups for log in group.changelogs if log.name == name]
    if not read and not written and not logs:
        return None
    return Role(
        topic,
        name,
        read,
        written,
        tuple((log.store, group) for log, group in logs),
        name in shape.repartition_topics,
        any(log.is_source for log, _ in logs),
    )
