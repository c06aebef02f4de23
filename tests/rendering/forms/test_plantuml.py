"""A PlantUML diagram shows what the view shows."""

from tests.engine.analyzing import topology_of
from tests.rendering.drawing import FILTER_BEFORE_JOIN, JOIN_AND_COUNT
from tests.rendering.forms.plantuml_grammar import read
from topoviz.rendering.forms.plantuml import to_plantuml
from topoviz.rendering.views import parse_view


def test_topics_are_queues_and_repartition_topics_are_dashed():
    text = to_plantuml(topology_of(JOIN_AND_COUNT), parse_view("topology;whole"))

    (topic,) = [line for line in text.splitlines() if line.endswith(";line.dashed") and "KSTREAM-MAP" in line]
    assert topic.startswith("queue ")
    assert set(read(text).frames.values()) == {"Sub-topology 0", "Sub-topology 1", "Sub-topology 2"}


def test_before_and_after_stand_beside_each_other():
    diagram = read(to_plantuml(topology_of(FILTER_BEFORE_JOIN, optimize="all"), parse_view("before-after")))

    assert set(diagram.frames) == {"before", "after"}
    assert diagram.notes
