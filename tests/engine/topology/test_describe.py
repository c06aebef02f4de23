"""describe(): which order nodes and arrows have, how groups are numbered, how it is printed."""

from tests.engine.analyzing import NEW, OLD, analysis_of, behaviours, described
from tests.pace import ends
from topoviz.engine.description import DescribedGroup, DescribedNode, Description
from topoviz.engine.logical.nodes import Store
from topoviz.engine.topology.describe import SHAPE, describe, to_text
from topoviz.engine.topology.draft import TopologyDraft


def node_names(draft: TopologyDraft) -> list[str]:
    description = describe(draft.freeze({}), draft.behaviours)
    return [node.name for group in description.groups for node in group.nodes]


def test_nothing_is_described_as_nothing():
    assert to_text(Description(())) == "Topologies:\n "


def test_every_kind_of_node_is_printed_to_the_byte():
    draft = TopologyDraft(behaviours())
    draft.add_source("in", ("a", "b"))
    draft.add_source("many", (), pattern="x.*")
    draft.add_processor("work", ("in", "many"))
    draft.add_store(Store("counts"), ("work",))
    draft.add_sink("out", "c", ("work",))
    draft.add_sink("anywhere", None, ("work",), extractor="Choice@…")

    assert to_text(describe(draft.freeze({}), behaviours())) == (
        "Topologies:\n"
        "   Sub-topology: 0\n"
        "    Source: in (topics: [a, b])\n"
        "      --> work\n"
        "    Source: many (topics: x.*)\n"
        "      --> work\n"
        "    Processor: work (stores: [counts])\n"
        "      --> anywhere, out\n"
        "      <-- in, many\n"
        "    Sink: anywhere (extractor class: Choice@…)\n"
        "      <-- work\n"
        "    Sink: out (topic: c)\n"
        "      <-- work\n"
        "\n"
    )


def test_a_global_store_is_printed_between_by_its_number():
    text = described(
        analysis_of('builder.stream("a").to("b");\nbuilder.globalTable("g");\nbuilder.stream("c").to("d");')
    )

    assert [line for line in text.splitlines() if "Sub-topology" in line] == [
        "   Sub-topology: 0",
        "  Sub-topology: 1 for global store (will not generate tasks)",
        "  Sub-topology: 2",
    ]


def test_nodes_with_more_paths_below_them_come_first():
    draft = TopologyDraft(behaviours())
    draft.add_source("small", ("a",))
    draft.add_source("large", ("b",))
    draft.add_processor("end", ("small", "large"))
    draft.add_sink("more", "c", ("large",))

    assert node_names(draft) == ["large", "small", "end", "more"]


def test_nodes_with_equally_many_paths_come_by_name():
    draft = TopologyDraft(behaviours())
    for name in ("b", "c", "a"):
        draft.add_source(name, (name,))
    draft.add_processor("end", ("b", "c", "a"))

    assert node_names(draft) == ["a", "b", "c", "end"]


def test_topics_stand_in_the_order_of_a_hash_set():
    draft = TopologyDraft(behaviours())
    draft.add_source("in", ("orders", "payments", "customers", "clicks"))

    (group,) = describe(draft.freeze({}), behaviours()).groups

    assert group.nodes[0].topics == ("payments", "clicks", "orders", "customers")


def test_what_is_unsure_has_a_question_mark_wherever_it_stands():
    source = DescribedNode("Source", "in", ("a", "b"), successors=("p",))
    processor = DescribedNode("Processor", "p", stores=("s",), successors=("out",), predecessors=("in",))
    sink = DescribedNode("Sink", "out", topic="c", predecessors=("p",))
    description = Description((DescribedGroup(0, is_global=False, nodes=(source, processor, sink)),))
    unsure = dict.fromkeys(("in", "b", "s", "c", SHAPE), "Who knows.")

    assert to_text(description, unsure) == (
        "Topologies:\n"
        "   Sub-topology: 0?\n"
        "    Source: in? (topics: [a, b?])\n"
        "      --> p\n"
        "    Processor: p (stores: [s?])\n"
        "      --> out\n"
        "      <-- in?\n"
        "    Sink: out (topic: c?)\n"
        "      <-- p\n"
        "\n"
    )


def test_thirty_diamonds_in_a_row_end():
    diamond = "{ KStream<String, String>[] b = s.branch((k, v) -> true, (k, v) -> true); s = b[0].merge(b[1]); }\n"
    program = f'KStream<String, String> s = builder.stream("a");\n{diamond * 30}s.to("z");'

    with ends():
        analysis = analysis_of(program)

    (topology,) = analysis.topologies
    assert len(topology.description.groups[0].nodes) == 2 + 4 * 30


def test_groups_are_numbered_as_the_version_numbers_them():
    program = 'builder.stream("a", Consumed.as("z")).to("b");\nbuilder.stream("c", Consumed.as("y")).to("d");'
    sources = [
        [group.nodes[0].name for group in analysis_of(program, version=version).topologies[0].description.groups]
        for version in (NEW, OLD)
    ]

    assert sources == [["z", "y"], ["y", "z"]]
