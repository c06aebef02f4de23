"""Markdown for GitHub: each diagram and the whole are small enough."""

import re

from tests.engine.analyzing import topology_of
from tests.rendering.drawing import JOIN_AND_COUNT
from tests.rendering.forms.mermaid_grammar import read
from topoviz.rendering.forms.flowchart import MOST_CHARACTERS, length
from topoviz.rendering.forms.markdown import MOST_IN_A_COMMENT, to_markdown
from topoviz.rendering.forms.mermaid import to_mermaid
from topoviz.rendering.views import parse_view


def charts_in(text):
    """Read all diagrams in a text, each held against its limit."""
    found = re.findall(r"^```mermaid\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert all(length(one) <= MOST_CHARACTERS for one in found)
    return [read(one) for one in found]


def large_topology(parts, size, name="step"):
    """Give a topology of so many sub-topologies, with so many unlike steps in each."""
    lines = []
    for part in range(parts):
        steps = "".join(f'.mapValues(v -> v, Named.as("{name}-{part}-{step}"))' for step in range(size))
        lines.append(f'builder.<String, String>stream("in-{part}"){steps}.to("out-{part}");')
    return topology_of("\n".join(lines))


def test_a_small_topology_is_a_heading_a_sentence_and_its_diagram():
    topology = topology_of(JOIN_AND_COUNT)

    text = to_markdown(topology, parse_view("topology"))

    mermaid = to_mermaid(topology, parse_view("topology"))
    counts = "3 sub-topologies, 16 nodes, 6 topics, 2 state stores."
    assert text == f"## `{topology.name}`\n\nTopology: {counts}\n\n```mermaid\n{mermaid}```\n"


def test_each_sub_topology_stands_below_the_overview_of_a_large_one():
    text = to_markdown(large_topology(70, 4), parse_view("topology"))

    _, *parts = charts_in(text)
    assert len(parts) == text.count("<details>") == text.count("</details>") == 70
    assert "<summary>Sub-topology 69 · 6 nodes</summary>" in text


def test_what_there_is_no_room_for_is_said():
    text = to_markdown(large_topology(62, 6, "long-" * 30), parse_view("topology;whole"))

    assert length(text) <= MOST_IN_A_COMMENT
    assert len(charts_in(text)) > 1
    assert re.search(r"Sub-topologies [\d, ]+ and \d+ more are not shown. GitHub takes at most 65,536 characters", text)
