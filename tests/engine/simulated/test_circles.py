"""Records that come back through topics: refused where they never become fewer, whatever way they take."""

import pytest

from tests.engine.analyzing import analysis_of
from topoviz.engine.simulated.bad_configuration import BadConfiguration
from topoviz.engine.simulated.simulated import SimulationQuestion, simulate_topology
from topoviz.engine.simulation.world import Endless

TWO_WAYS = """
KStream<String, String> in = builder.stream("in");
KStream<String, String> more = in.flatMapValues(v -> List.of(v), Named.as("more"));
more.filter((k, v) -> v != null, Named.as("one")).to("middle");
more.filter((k, v) -> v != null, Named.as("other")).to("in");
builder.<String, String>stream("middle").filter((k, v) -> v != null, Named.as("back")).to("in");
"""


def play(passes: str):
    program = f"StreamsBuilder builder = new StreamsBuilder();\n{TWO_WAYS}\nbuilder.build();"
    analysis = analysis_of(program)
    text = f"generate: [{{topic: in, rate: 10, for: 2s}}]\nnodes:\n{passes}"
    question = SimulationQuestion("in=1, middle=1", text)
    (topology,) = analysis.topologies
    return simulate_topology(topology, question, analysis.behaviours).summary


def nodes(**passes: float) -> str:
    return "".join(f"  {name}: {{passes: {share}}}\n" for name, share in passes.items())


@pytest.mark.parametrize(
    ("passes", "back"),
    [
        ({"more": 3, "one": 0.5, "other": 0.1, "back": 0.5}, "1.071"),
        ({"more": 2, "one": 0.5, "back": 0.5, "other": 0.25}, "1 come back"),
    ],
)
def test_where_one_or_more_come_back_of_one_the_line_that_makes_more_of_them_is_named(passes, back):
    with pytest.raises(BadConfiguration) as refused:
        play(nodes(**passes))

    assert refused.value.line == 3
    assert f"has more make {passes['more']} records of one: of one that comes to middle, {back}" in str(refused.value)


def test_a_circle_in_which_each_node_passes_on_all_has_no_line():
    with pytest.raises(
        Endless, match="Records of sub-topologies 0, 1 come back to them through topics, again and again"
    ):
        play(nodes(back=0.5))


def test_where_fewer_come_back_than_came_they_come_to_an_end():
    found = play(nodes(more=3, one=0.5, other=0.1, back=0.4))

    # Of one record 0.9 come back: 20 are 200 in all, and 1.5 times as many in the middle, but for what is cut off.
    assert found.records == 20
    assert 350 <= found.processed <= 500
