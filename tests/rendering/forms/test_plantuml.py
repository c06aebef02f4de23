"""A PlantUML diagram shows what the view shows, and the user's text is text in it."""

import pytest

from tests.engine.analyzing import topology_of
from tests.rendering.drawing import FILTER_BEFORE_JOIN, JOIN_AND_COUNT
from tests.rendering.forms import names
from tests.rendering.forms.plantuml_grammar import read
from tests.rendering.test_hostile_names import hostile_topology
from topoviz.rendering.forms.plantuml import to_plantuml
from topoviz.rendering.lettering import visible
from topoviz.rendering.views import parse_view


@pytest.mark.parametrize("name", names.ALL)
def test_a_name_stays_text_wherever_it_stands(name):
    harmless = read(to_plantuml(hostile_topology("orders"), parse_view("topology")))

    diagram = read(to_plantuml(hostile_topology(name), parse_view("topology")))

    assert diagram.nodes.keys() == harmless.nodes.keys()
    assert diagram.edges == harmless.edges
    words = "".join("".join(lines) for lines in diagram.nodes.values()).replace(" ", "")
    assert visible(name).replace(" ", "") in words


def test_topics_are_queues_and_repartition_topics_are_dashed():
    text = to_plantuml(topology_of(JOIN_AND_COUNT), parse_view("topology;whole"))

    (topic,) = [line for line in text.splitlines() if line.endswith(";line.dashed") and "KSTREAM-MAP" in line]
    assert topic.startswith("queue ")
    assert set(read(text).frames.values()) == {"Sub-topology 0", "Sub-topology 1", "Sub-topology 2"}


def test_before_and_after_stand_beside_each_other():
    diagram = read(to_plantuml(topology_of(FILTER_BEFORE_JOIN, optimize="all"), parse_view("before-after")))

    assert set(diagram.frames) == {"before", "after"}
    assert diagram.notes
