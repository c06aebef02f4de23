"""Make topologies and pictures for tests of drawing, from programs and from names of every kind."""

import re
from xml.etree import ElementTree as ET

from tests.engine.analyzing import behaviours, topology_of
from topoviz.engine.logical.nodes import Store
from topoviz.engine.optimizer.config import Optimization
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.topology.node_groups import find_node_groups
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode, Topology, TopologyNode, Union
from topoviz.rendering.draw import draw
from topoviz.rendering.picture import Box
from topoviz.rendering.viewed import picture_of
from topoviz.rendering.views import parse_view

SVG = "{http://www.w3.org/2000/svg}"

JOIN_AND_COUNT = """
KStream<String, String> k = builder.<String, String>stream("a").map((key, value) -> KeyValue.pair(key, value));
k.join(builder.<String, String>table("b"), (x, y) -> y).to("c");
k.groupByKey().count().toStream().selectKey((key, count) -> count).to("d");
"""

FILTER_BEFORE_JOIN = """
builder.<String, String>stream("a").map((k, v) -> KeyValue.pair(k, v)).filter((k, v) -> false)
    .join(builder.<String, String>table("b"), (x, y) -> y).to("c");
"""


def picture(java, view, *, optimize="none", version="3.9.2"):
    """Give the picture of one view of a Java program."""
    return picture_of(topology_of(java, optimize=optimize, version=version), parse_view(view))


def svg(java, view, *, optimize="none", **options):
    """Draw one view of a Java program."""
    return draw(topology_of(java, optimize=optimize), parse_view(view), **options)


def box(shown, title):
    """Find the one box with this first line."""
    (found,) = [one for one in shown.boxes if one.title == title]
    return found


def titles(shown):
    """Give the first lines of all boxes, in order."""
    return [one.title for one in shown.boxes]


def ties(shown):
    """Give all ties by the first lines of their ends; `~` is a tie to a store."""
    by_key = shown.by_key
    return {f"{by_key[tie.tail].title} {'~' if tie.uses else '>'} {by_key[tie.head].title}" for tie in shown.ties}


def topology_of_nodes(nodes, *, stores=(), global_topics=(), repartition_topics=None, unsure=None):
    """Give a topology with exactly these runtime nodes; stores belong to the processors that name them."""
    users = {
        store: tuple(node.name for node in nodes if isinstance(node, ProcessorNode) and store in node.stores)
        for store in stores
    }
    unions = [Union(node.name, above) for node in nodes for above in node.predecessors]
    unions += [Union(names[0], name, store) for store, names in users.items() for name in names[1:]]
    topology = Topology(
        nodes=tuple(nodes),
        stores={name: Store(name) for name in stores},
        store_users=users,
        global_stores={},
        global_topics=frozenset(global_topics),
        repartition_topics=repartition_topics or {},
        reused_topics={},
        copartition_groups=(),
        unions=tuple(unions),
        unsure=unsure or {},
    )
    groups = find_node_groups(topology, behaviours())
    return AnalyzedTopology("Test", Optimization("none", frozenset()), topology=topology, groups=groups)


def chain_of(names, *, topics=("in", "out"), store=None):
    """Give a topology that is one chain: a source, processors with these names, a sink."""
    source, *middle, sink = names
    nodes: list[TopologyNode] = [SourceNode(source, topics=(topics[0],))]
    for name in middle:
        stores = (store,) if store is not None and name == middle[0] else ()
        nodes.append(ProcessorNode(name, (nodes[-1].name,), stores=stores))
    nodes.append(SinkNode(sink, (nodes[-1].name,), topic=topics[1]))
    return topology_of_nodes(nodes, stores=(store,) if store is not None else ())


def parsed(text):
    """Read an SVG with a parser of its own."""
    return ET.fromstring(text)  # noqa: S314  # what we drew ourselves, in a test


def words(text):
    """Give all visible lines of text in an SVG."""
    return ["".join(one.itertext()) for one in parsed(text).iter(f"{SVG}text")]


def subjects(text):
    """Give the numbers of the nodes, topics and stores that a drawing shows, by kind, each as often as it stands."""
    found = {kind: [] for kind in ("node", "topic", "store", "sub-topology")}
    for one in parsed(text).iter(f"{SVG}g"):
        for kind, numbers in found.items():
            if "row" in one.get("class", "").split() and one.get(f"data-{kind}") is not None:
                numbers.append(int(one.get(f"data-{kind}")))
    return {kind: sorted(numbers) for kind, numbers in found.items()}


def tooltips(text):
    """Give the tooltips in an SVG."""
    return [one.text for one in parsed(text).iter(f"{SVG}title")]


def places(panel):
    """Map each card's key to its place, for one picture's element."""
    return {one.get("data-card"): one.get("transform") for one in panel.iter(f"{SVG}g") if one.get("data-card")}


def colours_in(text):
    """Give all colours that stand in plain attributes."""
    return set(re.findall(r'(?:fill|stroke)="(#[0-9a-f]{6})"', text))


def said(box: Box) -> tuple[str, ...]:
    """Give a box's number and facts as one line, or none."""
    key = ("changes the key",) if box.changes_key else ()
    text = " · ".join(part for part in (box.number, *box.facts, *key) if part)
    return (text,) if text else ()
