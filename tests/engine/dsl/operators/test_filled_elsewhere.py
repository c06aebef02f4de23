"""Lists and arrays of names that code outside the text fills."""

import pytest

from tests.engine.analyzing import analysis_of

PROGRAM = """
List<String> names = new ArrayList<>();
Outside.fill(names);
Topology topology = new Topology();
topology.addSource("given", "orders");
{call}
"""
CALLS = (
    'topology.addSource("source", names.toArray(new String[0]));',
    'topology.addProcessor("processor", supplier, names.toArray(new String[0]));',
    'topology.addSink("sink", "out", names.toArray(new String[0]));',
)


@pytest.mark.parametrize("call", CALLS)
def test_what_others_fill_is_not_taken_to_be_empty(call: str) -> None:
    analysis = analysis_of(PROGRAM.replace("{call}", call))

    assert [topology.refusal for topology in analysis.topologies] == [None]
    assert analysis.is_unsure


def test_a_stream_of_topics_that_others_fill_is_not_refused() -> None:
    analysis = analysis_of("List<String> names = new ArrayList<>(); Outside.fill(names); builder.stream(names);")

    assert [topology.refusal for topology in analysis.topologies] == [None]
    assert analysis.is_unsure
