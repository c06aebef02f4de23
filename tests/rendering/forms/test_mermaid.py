"""A Mermaid chart shows what the view shows and is small enough for GitHub."""

import pytest

from tests.engine.analyzing import topology_of
from tests.rendering.drawing import FILTER_BEFORE_JOIN, JOIN_AND_COUNT, chain_of, topology_of_nodes
from tests.rendering.forms.mermaid_grammar import read
from topoviz.engine.topology.nodes import SinkNode, SourceNode
from topoviz.rendering.forms.flowchart import MOST_CHARACTERS, MOST_EDGES, length
from topoviz.rendering.forms.mermaid import to_mermaid
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.views import parse_view


def test_cards_and_frames_are_there_in_words():
    chart = read(to_mermaid(topology_of(JOIN_AND_COUNT), parse_view("topology")))

    lines = {line for lines in chart.nodes.values() for line in lines}
    assert set(chart.frames.values()) == {"Sub-topology 0", "Sub-topology 1", "Sub-topology 2"}
    assert lines >= {"repartition topic", "topic a", "map #1 · changes the key", "+ changelog topic"}


def test_the_title_of_a_frame_makes_way_for_lines_that_come_in():
    text = to_mermaid(topology_of(JOIN_AND_COUNT), parse_view("topology"))

    titles = [line for line in text.splitlines() if line.startswith("  subgraph")]
    assert [line.endswith('#160;"]') for line in titles] == [False, True, True], titles


def test_before_and_after_stand_beside_each_other_with_what_became_of_each_card():
    chart = read(to_mermaid(topology_of(FILTER_BEFORE_JOIN, optimize="all"), parse_view("before-after")))

    assert "Before" in chart.frames.values()
    assert {key[:5] for key in chart.nodes} == {"befor", "after", "note"}
    lines = [line for lines in chart.nodes.values() for line in lines]
    assert any(line.endswith("(moved)") for line in lines), lines


LONG = chain_of([f"{'long-' * 20}{index}" for index in range(1_000)])
WIDE = topology_of_nodes(
    [SourceNode("in", topics=("in",)), *(SinkNode(f"out-{index}", ("in",), topic=f"t{index}") for index in range(600))]
)


@pytest.mark.parametrize("topology", [LONG, WIDE], ids=["characters", "edges"])
def test_what_is_too_large_for_github_is_folded_more_and_says_so(topology):
    text = to_mermaid(topology, parse_view("topology;whole"))

    chart = read(text)
    assert length(text) <= MOST_CHARACTERS
    assert len(chart.edges) <= MOST_EDGES
    assert "GitHub draws at most 500 lines and 50,000 characters" in " ".join(chart.nodes["note"])
    assert any("GitHub draws at most" in comment for comment in chart.comments)


def test_a_legend_is_refused_with_what_to_do_instead():
    with pytest.raises(Undrawable, match="SVG"):
        to_mermaid(topology_of(JOIN_AND_COUNT), parse_view("legend"))
