"""Everything that a picture holds is in its drawing: to be seen, or named by what hides it."""

import re

import pytest

from tests.engine.analyzing import topology_of
from tests.rendering.drawing import JOIN_AND_COUNT, topology_of_nodes
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode
from topoviz.rendering.draw import draw
from topoviz.rendering.topology_picture import draw_topology, scene_of
from topoviz.rendering.views import parse_view

LETTERS = {"node": "r", "topic": "t", "store": "s"}


def many_outputs():
    """Give a topology in which all is folded: a long run, and twelve outputs that are alike."""
    run = [ProcessorNode(f"step-{step}", (f"step-{step - 1}" if step else "in",)) for step in range(9)]
    nodes = [SourceNode("in", topics=("orders",)), *run]
    for output in range(12):
        nodes.append(ProcessorNode(f"KSTREAM-FILTER-{output:010}", ("step-8",)))
        nodes.append(SinkNode(f"KSTREAM-SINK-{output + 20:010}", (nodes[-1].name,), topic=f"out-{output}"))
    return topology_of_nodes(nodes)


@pytest.mark.parametrize("topology", [topology_of(JOIN_AND_COUNT), many_outputs()], ids=["program", "many outputs"])
@pytest.mark.parametrize("view", ["topology", "topology;whole", "overview"])
def test_every_thing_is_shown_or_named_by_what_hides_it(topology, view):
    text = draw(topology, parse_view(view))
    shown = {f"{LETTERS[what]}{value}" for what, value in re.findall(r'data-(node|topic|store)="(\d+)"', text)}
    hidden = {key for keys in re.findall(r'data-hides="([^"]*)"', text) for key in keys.split()}

    assert shown | hidden == {box.key for box in draw_topology(scene_of(topology)).boxes}
    assert bool(hidden) == (view == "overview" or (view == "topology" and len(topology.topology.nodes) > 20))
