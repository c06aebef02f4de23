"""The overview of a large topology: one box for each sub-topology, and the topics that connect them."""

from __future__ import annotations

from collections.abc import Mapping

from topoviz.engine.topology.node_groups import NodeGroup
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode
from topoviz.rendering.picture import Box, Kind, Picture, Tie
from topoviz.rendering.plan_picture import shape_notes
from topoviz.rendering.topics import TopicRef, topics_of
from topoviz.rendering.topology_picture import (
    Scene,
    is_repartition,
    topic_box,
    topic_words,
)
from topoviz.rendering.words import LISTED, counted


def draw_overview(scene: Scene, reason: str) -> Picture:
    """Draw one box for each group. Topics of one group alone stand in its box; `reason` says why it is an overview."""
    readers, writers = _groups_by_topic(scene)
    shared = {
        topic: key
        for topic, key in scene.topic_keys.items()
        if is_repartition(scene, topic) or len({*readers.get(topic, ()), *writers.get(topic, ())}) > 1
    }
    boxes = (
        *(_group_box(scene, group, shared) for group in {one.id: one for one in scene.analyzed.groups}.values()),
        *(topic_box(scene, topic) for topic in shared),
    )
    flows = [Tie(f"g{group}", key) for topic, key in shared.items() for group in writers.get(topic, ())]
    flows += [Tie(key, f"g{group}") for topic, key in shared.items() for group in readers.get(topic, ())]
    numbers = counted(sum(not group.is_global for group in scene.analyzed.groups), "sub-topology")
    description = f"{numbers}, {counted(len(scene.topology.nodes), 'node')}."
    notes = (reason, *shape_notes(scene.topology.unsure))
    return Picture("Overview of the topology", description, boxes, tuple(flows), notes=notes)


def _groups_by_topic(scene: Scene) -> tuple[Mapping[TopicRef, list[int]], Mapping[TopicRef, list[int]]]:
    """Map each topic to the groups that read it, and to those that write it."""
    readers: dict[TopicRef, dict[int, None]] = {}
    writers: dict[TopicRef, dict[int, None]] = {}
    for node in scene.topology.nodes:
        side = readers if isinstance(node, SourceNode) else writers
        for topic in topics_of(node):
            side.setdefault(topic, {})[scene.group_of[node.name]] = None
    return {topic: list(found) for topic, found in readers.items()}, {
        topic: list(found) for topic, found in writers.items()
    }


def _group_box(scene: Scene, group: NodeGroup, shared: Mapping[TopicRef, str]) -> Box:
    nodes = [scene.nodes[name] for name in group.nodes]
    stores = {store for node in nodes if isinstance(node, ProcessorNode) for store in node.stores}
    changelogs = sum(store in scene.changelogs and not scene.changelogs[store].is_source for store in stores)
    counts = [counted(len(nodes), "node")]
    counts += [counted(len(stores), "state store")] if stores else []
    counts += [counted(changelogs, "changelog topic")] if changelogs else []
    facts = [" · ".join(counts)]
    facts += _topic_lines(scene, "reads", [node for node in nodes if isinstance(node, SourceNode)], shared)
    facts += _topic_lines(scene, "writes", [node for node in nodes if isinstance(node, SinkNode)], shared)
    return Box(
        key=f"g{group.id}",
        kind=Kind.SUB_TOPOLOGY,
        title=scene.group_title(group),
        facts=tuple(facts),
        tooltip=f"{scene.group_title(group)}: {', '.join(counts)}",
        data_sub_topology=group.id,
    )


def _topic_lines(
    scene: Scene, verb: str, nodes: list[SourceNode] | list[SinkNode], shared: Mapping[TopicRef, str]
) -> list[str]:
    """List the topics that stand in no box of their own."""
    own = [topic for topic in dict.fromkeys(one for node in nodes for one in topics_of(node)) if topic not in shared]
    if not own:
        return []
    words = ", ".join(topic_words(scene, topic) for topic in own[:LISTED])
    more = f" and {len(own) - LISTED} more" if len(own) > LISTED else ""
    return [f"{verb} {words}{more}"]
