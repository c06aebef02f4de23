"""Whatever a name is, it is text in every form and nothing else."""

import re

import pytest

from tests.rendering.drawing import topology_of_nodes
from tests.rendering.forms import mermaid_grammar, names, plantuml_grammar
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode
from topoviz.rendering.forms import flowchart, plantuml
from topoviz.rendering.forms.chart import Chart
from topoviz.rendering.forms.chart_of_view import chart_of
from topoviz.rendering.forms.markdown_text import code_span, escape
from topoviz.rendering.lettering import visible
from topoviz.rendering.views import parse_view

WRITERS = pytest.mark.parametrize(
    ("write", "read"),
    [(flowchart.write, mermaid_grammar.read), (plantuml.write, plantuml_grammar.read)],
    ids=["mermaid", "plantuml"],
)


def topology_of_names():
    """Give each name to a topic, a pattern, a node, a store, an extractor and a repartition topic."""
    nodes, repartition_topics = [], {}
    for name in names.ALL:
        nodes += [
            SourceNode(name, topics=(name,)),
            SourceNode(f"{name} by pattern", pattern=f"{name}.*"),
            ProcessorNode(f"{name} processor", (name, f"{name} by pattern"), stores=(name,)),
            SinkNode(f"{name} sink", (f"{name} processor",), topic=f"{name} out"),
            SinkNode(f"{name} chosen", (f"{name} processor",), extractor=name),
        ]
        repartition_topics[f"{name} out"] = None
    return topology_of_nodes(nodes, stores=names.ALL, repartition_topics=repartition_topics)


@WRITERS
def test_names_of_things_are_text_in_labels(write, read):
    chart = chart_of(topology_of_names(), parse_view("topology;whole"))

    found = read(write(chart, "Test"))

    wanted = {node.id: _without_spaces(line for row in node.rows for line in row) for node in chart.nodes}
    assert {key: _without_spaces(lines) for key, lines in found.nodes.items()} == wanted
    assert len(found.edges) == len(chart.edges)
    assert all(_without_spaces([name]) in "".join(wanted.values()) for name in names.ALL)


def _without_spaces(lines):
    return "".join(map(visible, lines)).replace(" ", "")


@WRITERS
def test_the_name_of_a_topology_and_sentences_are_text(write, read):
    for name in names.ALL:
        found = read(write(Chart(name, name, (), notes=(name,)), name))

        assert found.nodes.keys() <= {"note", "empty"}, name
        assert not found.edges, name


def test_a_name_is_code_in_markdown_and_a_sentence_has_no_markup():
    for name in names.ALL:
        span = code_span(name)
        fence = span[: len(span) - len(span.lstrip("`"))]
        text = span[len(fence) : -len(fence)]

        assert span == f"{fence}{text}{fence}", name
        assert fence not in text, name
        assert visible(name) in text
        assert re.fullmatch(r"(?:[^\W_]|[ .,()?=·×…→−-]|&#\d+;)*", escape(name)), name
