"""A refusal says with which version it ends or began, as the engine itself finds there."""

import pytest

from tests.engine.analyzing import analysis_of
from topoviz.engine.refused_versions import CHANGES
from topoviz.engine.versions import behaviour_named

INLINED = 'builder.<String, String>stream("a").merge(builder.<String, String>stream("a")).to("c");'
TWO_JOINS = """
KStream<String, String> moved = builder.<String, String>stream("b").map((k, v) -> KeyValue.pair(k, v));
KStream<String, String> merged = builder.<String, String>stream("a").merge(moved);
merged.join(builder.<String, String>table("c"), (x, y) -> y).to("e");
merged.join(builder.<String, String>table("d"), (x, y) -> y).to("f");
"""
SHARED = """
class Shared {
    static final Upper ONE = new Upper();
    static class Upper implements ValueTransformer<String, String> { }
    static void wire(StreamsBuilder builder) {
        builder.<String, String>stream("a").transformValues(() -> ONE).to("x");
    }
}
"""


@pytest.mark.parametrize(
    ("text", "version", "told"),
    [
        (INLINED, "2.3.1", "The refusal ends with 2.7.2: Kafka Streams 2.8.0 takes the program (KAFKA-6687)."),
        (TWO_JOINS, "2.3.1", "The refusal ends with 2.5.0: Kafka Streams 2.5.1 takes the program (KAFKA-9298)."),
        (SHARED, "3.9.2", "The refusal begins with 2.8.0: Kafka Streams 2.7.2 takes the program (KAFKA-10036)."),
        # A table beside the stream is refused by every version, and so are two groupings of one name.
        ('builder.table("a"); builder.stream("a");', "2.3.1", ""),
        ('builder.table("a"); builder.table("a");', "3.9.2", ""),
    ],
)
def test_a_refusal_says_where_it_ends_or_begins(text, version, told):
    analysis = analysis_of(text, version=version)
    (topology,) = analysis.topologies

    assert topology.refusal is not None
    assert str(topology.taken_by or "") == told
    assert [one.next_step for one in analysis.diagnostics if one.code == "refused"] == [told]


def test_what_may_change_is_in_the_table_of_behaviours():
    assert all(behaviour_named(name) for names in CHANGES.values() for name in names)


PROCESSOR = """
class App {{
    static class Same implements {kind} {{ }}
    Topology topology() {{
        Same one = new Same();
        Topology topology = new Topology();
        topology.addSource("s", "a");
        return topology.addProcessor("p", () -> one, "s");
    }}
}}
"""


@pytest.mark.parametrize(
    ("kind", "version", "is_refused"),
    [
        ("Processor<String, String, Void, Void>", "3.9.2", True),
        ("Processor<String, String, Void, Void>", "2.7.2", False),
        ("Processor<String, String>", "3.9.2", False),  # wrapped anew each time it is asked for
        ("Processor<String, String>", "2.8.2", False),
    ],
)
def test_one_processor_for_all_tasks_is_refused_as_far_as_the_library_looks(kind, version, is_refused):
    (topology,) = analysis_of(PROCESSOR.format(kind=kind), version=version).topologies

    assert (topology.refusal is not None) == is_refused
