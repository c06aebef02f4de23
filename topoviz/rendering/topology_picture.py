"""The picture of a topology: sub-topologies as groups, topics between them, stores below the nodes that use them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.topology.describe import SHAPE
from topoviz.engine.topology.internal_topics import ChangelogTopic, changelog_topics
from topoviz.engine.topology.node_groups import NodeGroup
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode, Topology, TopologyNode
from topoviz.rendering.lettering import visible
from topoviz.rendering.picture import Box, Group, Kind, Picture, Tie, Undrawable
from topoviz.rendering.plan_picture import shape_notes
from topoviz.rendering.store_use import StoreUse, store_use
from topoviz.rendering.topics import TopicRef, numbered_topics, topics_of
from topoviz.rendering.words import (
    Marks,
    counted,
    facts,
    listed,
    logical_node,
    number_of,
    partitions,
    runtime_facts,
    runtime_kind,
    runtime_short,
    runtime_title,
)


@dataclass(frozen=True)
class Scene:
    """A topology with what its pictures look up again and again."""

    analyzed: AnalyzedTopology
    topology: Topology

    @cached_property
    def marks(self) -> Marks:
        """Question marks for what is not certain."""
        return Marks(self.topology.unsure)

    @cached_property
    def plan(self) -> LogicalPlan | None:
        """The plan that wrote the nodes; a dump has none."""
        return self.analyzed.optimized.plan if self.analyzed.optimized is not None else None

    @cached_property
    def nodes(self) -> dict[str, TopologyNode]:
        """The nodes by name."""
        return {node.name: node for node in self.topology.nodes}

    @cached_property
    def index_of(self) -> dict[str, int]:
        """Each node's place in the topology, by name."""
        return {node.name: index for index, node in enumerate(self.topology.nodes)}

    @cached_property
    def users_of(self) -> dict[str, list[str]]:
        """The nodes that use each store, by its name."""
        found: dict[str, list[str]] = {}
        for node in self.topology.nodes:
            for store in node.stores if isinstance(node, ProcessorNode) else ():
                found.setdefault(store, []).append(node.name)
        return found

    @cached_property
    def group_of(self) -> dict[str, int]:
        """The group of each node, by name."""
        return {name: group.id for group in self.analyzed.groups for name in group.nodes}

    @cached_property
    def changelogs(self) -> dict[str, ChangelogTopic]:
        """The changelog topic of each store that has one."""
        return {changelog.store: changelog for changelog in changelog_topics(self.topology)}

    @cached_property
    def topic_numbers(self) -> Mapping[TopicRef, int]:
        """The number of each topic that is read or written."""
        return numbered_topics(self.topology)

    @cached_property
    def topic_keys(self) -> dict[TopicRef, str]:
        """A key for each topic that is read or written."""
        return {topic: f"t{number}" for topic, number in self.topic_numbers.items()}

    @cached_property
    def store_numbers(self) -> dict[str, int]:
        """The number of each store."""
        names = dict.fromkeys((*self.topology.stores, *self.topology.global_stores))
        return {name: number for number, name in enumerate(names)}

    @cached_property
    def store_keys(self) -> dict[str, str]:
        """A key for each store."""
        return {name: f"s{number}" for name, number in self.store_numbers.items()}

    def group_title(self, group: NodeGroup) -> str:
        """Name a group; its number is uncertain when the shape is."""
        number = f"{group.id}?" if SHAPE in self.topology.unsure else str(group.id)
        return f"Global store ({number}): no tasks" if group.is_global else f"Sub-topology {number}"


def scene_of(analyzed: AnalyzedTopology) -> Scene:
    """Make a topology ready for drawing; raises Undrawable when Kafka Streams would refuse it."""
    if analyzed.topology is None:
        raise Undrawable(
            "Kafka Streams would refuse this program, so there is no topology to draw. "
            "Mend what the error says, or draw the plan before optimization (view plan)."
        )
    return Scene(analyzed, analyzed.topology)


def draw_topology(scene: Scene) -> Picture:
    """Draw all groups with all topics and stores."""
    topology = scene.topology
    text = ", ".join((
        counted(sum(not group.is_global for group in scene.analyzed.groups), "sub-topology"),
        counted(len(topology.nodes), "node"),
        counted(len(scene.topic_keys), "topic"),
        counted(len(scene.store_keys), "state store"),
    ))  # fmt: skip
    return _draw(scene, scene.analyzed.groups, "Topology", f"{text}.", with_unused_stores=True)


def draw_sub_topology(scene: Scene, number: int) -> Picture:
    """Draw one group with its topics; raises Undrawable when no group has this number."""
    chosen = tuple(group for group in scene.analyzed.groups if group.id == number)
    if not chosen:
        known = ", ".join(str(group.id) for group in scene.analyzed.groups) or "none"
        raise Undrawable(f"There is no sub-topology {number}. The topology has: {known}.")
    title = scene.group_title(chosen[0])
    return _draw(scene, chosen, title, f"{counted(len(chosen[0].nodes), 'node')}.", with_unused_stores=False)


def is_repartition(scene: Scene, topic: TopicRef) -> bool:
    """Tell whether Kafka Streams makes this topic itself, to spread records by their new keys."""
    return not topic.is_pattern and topic.text in scene.topology.repartition_topics


def topic_words(scene: Scene, topic: TopicRef) -> str:
    """Name a topic, or say what its name has to match."""
    name = scene.marks.name(topic.text)
    return f"matching {name}" if topic.is_pattern else name


def topic_box(scene: Scene, topic: TopicRef) -> Box:
    """Draw a topic: the user's, a repartition topic, or all that match a pattern."""
    is_internal = is_repartition(scene, topic)
    count = scene.topology.repartition_topics[topic.text] if is_internal else None
    return Box(
        key=scene.topic_keys[topic],
        kind=Kind.REPARTITION if is_internal else Kind.TOPIC,
        title=topic_words(scene, topic),
        facts=facts("repartition topic", partitions(count)) if is_internal else (),
        tooltip=_full_topic_name(scene, topic.text) if is_internal else topic_words(scene, topic),
        data_topic=scene.topic_numbers[topic],
        is_unsure=scene.marks.any_unsure(topic.text),
    )


def store_box(scene: Scene, name: str, group: int | None) -> Box:
    """Draw a store with its changelog topic, or with the topic it is restored from."""
    topology, marks = scene.topology, scene.marks
    changelog = scene.changelogs.get(name)
    own = changelog.name if changelog is not None and not changelog.is_source else None
    return Box(
        key=scene.store_keys[name],
        kind=Kind.GLOBAL_STORE if name in topology.global_stores else Kind.STORE,
        title=marks.name(name),
        facts=_store_facts(scene, name),
        tooltip="\n".join(
            (
                marks.name(name),
                *([f"changelog topic: {_full_topic_name(scene, own)}"] if own is not None else []),
                *_users(scene, name),
            )
        ),
        data_store=scene.store_numbers[name],
        group=group,
        is_unsure=marks.any_unsure(name),
        changelog=marks.name(own) if own is not None else "",
        is_changelog_unsure=marks.any_unsure(own),
    )


def _users(scene: Scene, store: str) -> Iterator[str]:
    """Say which nodes write a store and which read it."""
    found: dict[StoreUse, list[str]] = {}
    for user in scene.users_of.get(store, ()):
        use = store_use(user, store, logical_node(scene.nodes[user], scene.plan))
        found.setdefault(use, []).append(user)
    for use in StoreUse:
        if use in found:
            yield f"{use}: {listed(tuple(found[use]), scene.marks)}"


def _store_facts(scene: Scene, name: str) -> tuple[str, ...]:
    topology = scene.topology
    if name in topology.reused_topics:
        return facts(f"restored from {scene.marks.name(topology.reused_topics[name])}")
    if name in topology.global_stores:
        return facts("global store")
    if not topology.store_users.get(name):
        return facts("no processor uses it")
    return () if topology.stores[name].is_logged else facts("not logged: lost with its instance")


def _full_topic_name(scene: Scene, topic: str) -> str:
    """Give the name that an internal topic has on the brokers."""
    application = scene.analyzed.application_id
    prefix = visible(application) if application is not None else "<application.id>"
    return f"{prefix}-{scene.marks.name(topic)}"


def _draw(
    scene: Scene, groups: Iterable[NodeGroup], title: str, description: str, *, with_unused_stores: bool
) -> Picture:
    groups = tuple(groups)
    # A dump may name a node or a group twice; it is drawn once.
    nodes = [scene.nodes[name] for name in dict.fromkeys(name for group in groups for name in group.nodes)]
    topics = dict.fromkeys(topic for node in nodes for topic in topics_of(node))
    stores: dict[str, int | None] = {
        store: scene.group_of[node.name] for node in nodes for store in _stores_of(scene, node)
    }
    if with_unused_stores:
        stores |= {name: None for name in scene.topology.stores if name not in stores}
    boxes = (
        *(_node_box(scene, node) for node in nodes),
        *(store_box(scene, name, group) for name, group in stores.items()),
        *(topic_box(scene, topic) for topic in topics),
        *(_each_record_box(scene, node) for node in nodes if _chooses_topics(node)),
    )
    frames = {group.id: Group(group.id, scene.group_title(group), group.is_global) for group in groups}
    ties = tuple(dict.fromkeys(tie for node in nodes for tie in _ties(scene, node)))
    return Picture(title, description, boxes, ties, tuple(frames.values()), shape_notes(scene.topology.unsure))


def _node_box(scene: Scene, node: TopologyNode) -> Box:
    marks, kind = scene.marks, runtime_kind(node, scene.plan)
    tooltip = [marks.name(node.name)]
    if isinstance(node, SourceNode):
        tooltip += [f"topic: {topic_words(scene, topic)}" for topic in topics_of(node)]
    return Box(
        key=f"r{scene.index_of[node.name]}",
        kind=kind,
        title=runtime_title(node, scene.plan, marks),
        number=number_of(node.name, marks),
        facts=runtime_facts(node, scene.plan, marks),
        tooltip="\n".join(tooltip),
        data_node=scene.index_of[node.name],
        group=scene.group_of.get(node.name),
        changes_key=kind is Kind.KEY_CHANGING,
        is_unsure=marks.any_unsure(node.name),
        short=runtime_short(node, scene.plan, marks),
    )


def _chooses_topics(node: TopologyNode) -> bool:
    return isinstance(node, SinkNode) and node.topic is None


def _each_record_box(scene: Scene, node: TopologyNode) -> Box:
    assert isinstance(node, SinkNode)
    return Box(
        key=f"x{scene.index_of[node.name]}",
        kind=Kind.TOPIC,
        title="a topic for each record",
        facts=facts("chosen by an extractor"),
        tooltip=visible(node.extractor),
    )


def _stores_of(scene: Scene, node: TopologyNode) -> tuple[str, ...]:
    return tuple(store for store in node.stores if store in scene.store_keys) if isinstance(node, ProcessorNode) else ()


def _ties(scene: Scene, node: TopologyNode) -> Iterator[Tie]:
    key = f"r{scene.index_of[node.name]}"
    if isinstance(node, SourceNode):
        yield from (Tie(scene.topic_keys[topic], key) for topic in topics_of(node))
    for predecessor in node.predecessors:
        if predecessor in scene.index_of:
            yield Tie(f"r{scene.index_of[predecessor]}", key)
    for store in _stores_of(scene, node):
        use = store_use(node.name, store, logical_node(node, scene.plan))
        yield Tie(
            key, scene.store_keys[store], uses=True,
            writes=use in (StoreUse.WRITES, StoreUse.BOTH), reads=use in (StoreUse.READS, StoreUse.BOTH),
        )  # fmt: skip
    if isinstance(node, SinkNode):
        heads = [scene.topic_keys[topic] for topic in topics_of(node)] or [f"x{scene.index_of[node.name]}"]
        yield from (Tie(key, head) for head in heads)
