"""Views are drawn from cards: the same every time, at the level that can be read, and fit for pages."""

import re
import subprocess
import sys

import pytest

from tests.engine.analyzing import topology_of
from tests.rendering.cases import Case
from tests.rendering.drawing import JOIN_AND_COUNT, SVG, chain_of, parsed, subjects, svg, tooltips, words
from topoviz.rendering import draw as module
from topoviz.rendering.draw import draw
from topoviz.rendering.limits import OVERVIEW_ABOVE
from topoviz.rendering.picture import Kind
from topoviz.rendering.places.graphviz import TooMuch
from topoviz.rendering.style import Theme
from topoviz.rendering.viewed import cards_of
from topoviz.rendering.views import parse_view

VIEWS = (
    "plan", "plan-optimized", "before-after", "topology", "topology;whole;panel=wide", "overview", "overview;open=r3",
    "sub-topology:1", "around:r3:1;panel=phone", "legend",
)  # fmt: skip

TWO_PARTS = """
builder.<String, String>stream("orders").selectKey((k, v) -> v).groupByKey()
    .count(Materialized.as("counts")).toStream().to("totals");
builder.stream("clicks").to("pages");
"""


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_drawn_and_passes_the_check(view, theme):
    # The check is part of drawing; this reads the result with another parser.
    root = parsed(svg(JOIN_AND_COUNT, view, optimize="all", theme=theme))

    assert root.tag == f"{SVG}svg"
    assert len(list(root.iter(f"{SVG}text"))) > 5


def test_the_same_is_drawn_whatever_the_hash_seed():
    program = (
        "from tests.rendering.drawing import JOIN_AND_COUNT, svg\n"
        "import hashlib\n"
        f"drawn = ''.join(svg(JOIN_AND_COUNT, view, optimize='all') for view in {VIEWS})\n"
        "print(hashlib.sha256(drawn.encode()).hexdigest())"
    )

    seen = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip

    assert len(seen) == 1


# --- how much is seen -------------------------------------------------------------------------------------------------


def branches(count, *, parts):
    """Give a program of so many sub-topologies, each with so many branches that are no two alike."""
    steps = ("peek((k, v) -> {})", "mapValues(v -> v)")
    chains = [".".join(steps[int(bit)] for bit in f"{number:07b}") for number in range(count)]
    one = "".join(f's.{chain}.groupByKey().count().toStream().to("out");' for chain in chains)
    return f'for (int i = 0; i < {parts}; i++) {{ KStream<String, String> s = builder.stream("in-" + i); {one} }}'


LARGE = topology_of(branches(40, parts=2))


def kinds(cards):
    return {card.rows[0].box.kind for card in cards.cards if card.group is None and card.rows[0].boxes}


def test_what_is_large_is_drawn_as_the_overview_and_says_so():
    shown = cards_of(LARGE, parse_view("topology"))

    assert kinds(shown) <= {Kind.SUB_TOPOLOGY, Kind.TOPIC}
    assert len(shown.cards) < 10
    assert "too many to read at once" in shown.notes[0]


def test_what_is_opened_in_it_changes_nothing_else():
    closed, opened = (cards_of(LARGE, parse_view(text)) for text in ("topology", "topology;open=r5"))

    assert opened.notes == closed.notes
    assert any(card.group is not None for card in opened.cards)
    assert any(card.group is None for card in opened.cards)


def test_all_of_it_is_drawn_when_that_is_asked_for():
    shown = cards_of(LARGE, parse_view("topology;whole"))

    assert len(shown.cards) > OVERVIEW_ABOVE
    assert shown.notes == ()
    assert not any(card.hidden for card in shown.cards)


def test_an_overview_of_one_sub_topology_would_show_nothing():
    shown = cards_of(topology_of(branches(70, parts=1)), parse_view("topology"))

    assert Kind.SUB_TOPOLOGY not in kinds(shown)


def test_what_is_small_is_one_row_for_each_sub_topology_when_that_is_asked_for():
    assert subjects(svg(TWO_PARTS, "topology"))["sub-topology"] == []
    assert subjects(svg(TWO_PARTS, "overview"))["sub-topology"] == [0, 1, 2]


def test_what_cannot_be_laid_out_in_time_is_drawn_as_the_overview(monkeypatch):
    arrange = module.arrange

    def give_up_on_many(ground, panel):
        if len(ground.spots) > 4:
            raise TooMuch("It takes too long.")
        return arrange(ground, panel)

    monkeypatch.setattr(module, "arrange", give_up_on_many)

    said = words(draw(topology_of(TWO_PARTS), parse_view("topology;whole")))

    assert "It takes too long. This is the overview instead." in said
    assert "Sub-topology 0" in said


def test_around_a_step_is_what_is_near_it():
    shown = draw(chain_of(["in", *map(str, range(9)), "out"]), parse_view("around:r4:2;whole"))

    assert subjects(shown)["node"] == [2, 3, 4, 5, 6]


def test_what_a_picture_is_around_is_not_hidden_in_it():
    chain = chain_of(["in", *map(str, range(9)), "out"])

    for key in ("r3", "r6"):
        (card,) = cards_of(chain, parse_view(f"around:{key}:4")).cards
        assert key in {box.key for box in card.steps}
        assert not card.opened


def test_a_picture_with_nothing_in_it_says_so():
    nothing = Case("describe/nothing_at_all", "topology").topology()

    assert words(draw(nothing, parse_view("topology"))) == ["There is nothing to draw: no topic is read here."]


def test_notes_and_the_legend_are_no_wider_than_a_phone_where_the_picture_is_not():
    text = svg('builder.stream(System.getenv("X")).to("b");', "topology;panel=phone")

    assert float(parsed(text).get("width")) <= 400


# --- for pages --------------------------------------------------------------------------------------------------------


def ids(text):
    return re.findall(r' id="([^"]*)"', text)


def test_two_drawings_can_stand_in_one_page():
    first, second = (svg(JOIN_AND_COUNT, view, optimize="all") for view in ("plan", "plan-optimized"))

    assert not set(ids(first)) & set(ids(second))
    assert len(ids(first)) == len(set(ids(first)))


def test_one_drawing_can_stand_twice_in_a_page_by_its_prefix():
    first, second = (svg(JOIN_AND_COUNT, "plan", prefix=prefix) for prefix in ("left", "right"))

    assert not set(ids(first)) & set(ids(second))
    assert first.replace("left", "right") == second


def test_everything_can_be_chosen():
    assert subjects(svg(JOIN_AND_COUNT, "topology;whole", with_legend=False)) == {
        "node": list(range(16)),
        "topic": list(range(6)),
        # In the operator that fills it, and where it is read.
        "store": [0, 0, 1],
        "sub-topology": [],
    }


def test_readers_of_screens_are_told_what_it_is():
    root = parsed(svg(JOIN_AND_COUNT, "topology"))

    assert root.get("role") == "img"
    named = {one.get("id"): one.text for one in root if one.tag in (f"{SVG}title", f"{SVG}desc")}
    assert [named[key] for key in root.get("aria-labelledby").split()] == [
        "Topology",
        "3 sub-topologies, 16 nodes, 6 topics, 2 state stores.",
    ]


def test_full_names_are_in_the_tooltips():
    found = tooltips(svg(JOIN_AND_COUNT, "topology"))

    assert "KSTREAM-AGGREGATE-0000000011" in found
    assert "<application.id>-KSTREAM-MAP-0000000001-repartition" in found


def test_a_drawing_can_be_had_without_its_legend():
    assert "repartition topic" in words(svg(JOIN_AND_COUNT, "sub-topology:0"))
    assert "repartition topic" not in words(svg(JOIN_AND_COUNT, "sub-topology:0", with_legend=False))
