"""No name, whatever is in it, becomes anything but text in a picture."""

import json
import random
import re
from xml.etree import ElementTree as ET

import pytest

from tests.engine.analyzing import analysis_of
from tests.rendering import hostile
from tests.rendering.drawing import chain_of, parsed, subjects, topology_of_nodes, words
from topoviz.child import own_script, run_child
from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode
from topoviz.rendering.dot import lines_of
from topoviz.rendering.draw import dot_of, draw
from topoviz.rendering.lettering import visible
from topoviz.rendering.limits import A_PICTURE
from topoviz.rendering.places import ranks
from topoviz.rendering.places.graphviz import STAND_IN, run_dot
from topoviz.rendering.viewed import picture_of
from topoviz.rendering.views import parse_view

TOPOLOGY = parse_view("topology")


def hostile_topology(*names):
    """Each name in every place that a name can have: topics, nodes, a pattern, an extractor, a store."""
    return topology_of_nodes(
        [node for name in names for node in hostile_nodes(name)],
        stores=names,
        repartition_topics={f"{name} out": None for name in names},
        unsure={name: name for name in names},
    )


def hostile_nodes(name):
    yield SourceNode(name, topics=(name,))
    yield SourceNode(f"{name} by pattern", pattern=f"{name}.*")
    yield ProcessorNode(f"{name} processor", (name, f"{name} by pattern"), stores=(name,))
    yield SinkNode(f"{name} sink", (f"{name} processor",), topic=f"{name} out")
    yield SinkNode(f"{name} chosen", (f"{name} processor",), extractor=name)


def drawn_with_words_asked(name):
    """Draw the topology of a name; gives the picture, and the words of all that is given to Graphviz for it."""
    asked = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ranks, "run_dot", lambda source, program: asked.append(source) or run_dot(source, program))
        text = draw(hostile_topology(name), TOPOLOGY, with_legend=False)
    return text, set(re.findall(r"[^\W\d_]+", "".join(asked)))


@pytest.fixture(scope="module")
def harmless():
    """What a harmless name gives."""
    text, asked = drawn_with_words_asked("orders")
    assert asked
    assert "orders" not in asked
    return parsed(text), asked


@pytest.mark.parametrize("name", hostile.ALL)
def test_a_name_stays_text_wherever_it_stands_and_is_not_laid_out(name, harmless):
    picture, of_harmless = harmless
    text, asked = drawn_with_words_asked(name)

    # Nothing but our own elements is there, as many as for a harmless name.
    assert {one.tag for one in parsed(text).iter()} == {one.tag for one in picture.iter()}
    assert subjects(text) == subjects(ET.tostring(picture, encoding="unicode"))
    assert visible(name) in "".join(words(text))
    assert asked == of_harmless


def test_each_name_stays_one_label_in_dot():
    """Graphviz itself reads the DOT: it must see our nodes and nothing else, and give back the very label."""
    topology = hostile_topology(*dict.fromkeys(hostile.ALL))
    shown = picture_of(topology, TOPOLOGY)

    answer = run_child((*own_script(str(STAND_IN)), "-Tjson0"), dot_of(topology, TOPOLOGY).encode(), A_PICTURE)

    read = json.loads(answer.data)
    titles = [one["label"] for one in read["objects"] if one["name"].startswith("t")]
    assert titles == [group.title for group in shown.groups]
    nodes = [one for one in read["objects"] if not one["name"].startswith(("cluster_", "t"))]
    assert sorted(one["name"] for one in nodes) == sorted(f"n{index}" for index in range(len(shown.boxes)))
    assert len(read["edges"]) == len(shown.ties)
    known = {"_gvid", "name", "label", "tooltip", "pos", "width", "height", "shape", "style", "fontname", "fontsize"}
    assert {key for one in nodes for key in one} <= known
    for one in nodes:
        box = shown.boxes[int(one["name"][1:])]
        lines = "\\n".join(lines_of(box))
        # Entities are read inside quotes too, so that every ampersand has to be one.
        assert one["label"].replace("\\\\", "\\") == lines.replace("&", "&amp;")


@pytest.mark.parametrize("name", hostile.UNSEEN)
def test_what_cannot_be_seen_is_shown_as_escapes(name):
    text = draw(chain_of(["a", name, "b"], topics=(name, "out"), store=name), TOPOLOGY)

    assert text.replace("\n", "").isprintable()
    assert "\\" in "".join(words(text))


@pytest.mark.parametrize("name", hostile.INTO_DOT + hostile.INTO_SVG)
def test_topics_and_stores_of_java_programs_stay_text(name):
    quoted = name.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    java = f'builder.<String, String>stream("{quoted}").to("{quoted}-out"); builder.table("{quoted}-table");'
    (topology,) = analysis_of(java).topologies

    for view in ("before-after", "topology"):
        text = draw(topology, parse_view(view))
        assert visible(name) in "".join(words(text)), view


def test_names_given_to_operators_stay_text():
    """Kafka refuses most of them; then there is no topology, and the plan is drawn as far as it got."""
    drawn = 0
    for name in hostile.INTO_DOT + hostile.INTO_SVG:
        quoted = name.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
        java = f'builder.stream("a", Consumed.as("{quoted}")).filter((k, v) -> true, Named.as("{quoted}x")).to("b");'
        for topology in analysis_of(java).topologies:
            if topology.optimized is not None:
                draw(topology, parse_view("plan"))
                drawn += 1
    assert drawn > 0, "no name was accepted, so nothing was tried"


@pytest.mark.parametrize("name", hostile.INTO_SVG)
def test_names_in_a_dump_stay_text(name):
    dump = (
        "Topologies:\n   Sub-topology: 0\n"
        f"    Source: in (topics: [{name}])\n      --> {name}-p\n"
        f"    Processor: {name}-p (stores: [])\n      --> out\n      <-- in\n"
        f"    Sink: out (topic: {name}-out)\n      <-- {name}-p\n"
    )
    settings = Settings(language=Language.DESCRIBE)
    analysis = analyze(Submission(Bundle((SourceFile("dump.txt", dump),)), settings))

    for topology in analysis.topologies:
        text = draw(topology, TOPOLOGY)
        assert {one.tag.rpartition("}")[2] for one in parsed(text).iter()} <= {
            "svg", "title", "desc", "style", "g", "rect", "path", "text", "circle",
        }  # fmt: skip


def test_random_names_give_well_formed_pictures():
    """Two thousand names of characters that matter to some reader on the way, from a fixed seed."""
    chance = random.Random(20)  # noqa: S311  # a fixed seed, so that a failure comes again
    letters = "ab<>&\"'\\{}|[];:=-/#%\n\r\t\x00\x01\x7f\x85\ud800\udfff\ufffe\u202e\u200b\u2028é漢🛒()!?$`^~*,. "
    for _ in range(20):
        names = ["".join(chance.choices(letters, k=chance.randint(1, 40))) for _ in range(100)]
        middle = [f"{index} {name}" for index, name in enumerate(names)]
        topology = chain_of(["first", *middle, "last"], topics=(names[0], names[1]), store=names[2])

        text = draw(topology, parse_view("topology;whole"))

        assert re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text) is None
        assert len(subjects(text)["node"]) == 102
