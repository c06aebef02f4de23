"""Long cards show what must not be overlooked, and open."""

import pytest

from tests.rendering.cards.lines import card_lines
from tests.rendering.drawing import picture, topology_of_nodes
from topoviz.engine.topology.nodes import ProcessorNode, SourceNode
from topoviz.rendering.cards.fold import fold
from topoviz.rendering.cards.model import FOLDED, WHOLE, Folding
from topoviz.rendering.viewed import picture_of
from topoviz.rendering.views import parse_view

LONG = """
builder.<String, String>stream("a").peek((k, v) -> {}).filter((k, v) -> true).mapValues(v -> v)
    .selectKey((k, v) -> v).peek((k, v) -> {}).filterNot((k, v) -> true).to("b");
"""


def folded(java, folding=FOLDED):
    return card_lines(fold(picture(java, "topology"), folding))


def test_of_a_long_run_the_ends_and_what_changes_the_key_are_seen_and_two_are_not_worth_hiding():
    assert folded(LONG) == [
        "r0: [a] | stream #0 | … 3 more steps {r1 r2 r3} | selectKey #4 | peek #5 | filterNot #6 | to b #7 | [b]"
    ]


def test_five_steps_are_all_seen():
    java = 'builder.<String, String>stream("a").peek((k, v) -> {}).peek((k, v) -> {}).peek((k, v) -> {}).to("b");'

    assert folded(java) == ["r0: [a] | stream #0 | peek #1 | peek #2 | peek #3 | to b #4 | [b]"]


def test_a_step_that_is_asked_for_opens_the_row_that_hides_it_and_the_card_tells():
    cards = fold(picture(LONG, "topology"), Folding(frozenset({"r2", "r0"})))

    (line,) = card_lines(cards)
    assert line.startswith("r0: [a] | stream #0 | peek #1 | filter #2 | mapValues #3 | selectKey #4 | peek #5 |")
    assert cards.cards[0].opened == {"r2"}


def test_a_whole_picture_hides_nothing():
    assert "more" not in "".join(folded(LONG, WHOLE))


@pytest.mark.parametrize(
    ("step", "text"),
    [
        ('.join(builder.table("t"), (x, y) -> x)', "join with table t"),
        ('.mapValues(v -> v, Named.as(System.getenv("NAME")))', "${NAME}?"),
    ],
)
def test_a_step_that_looks_something_up_or_is_not_certain_is_never_hidden(step, text):
    assert f"| {text}" in "".join(folded(LONG.replace(".selectKey((k, v) -> v)", step)))


def test_a_source_of_forty_topics_lists_four():
    shown = fold(
        picture_of(topology_of_nodes([SourceNode("in", topics=tuple(map(str, range(40))))]), parse_view("topology"))
    )

    (line,) = card_lines(shown)

    assert line.startswith("r0: [0] | [1] | [2] | [3] | … 36 more topics {t4 t5 ")
    assert line.endswith("} | in")


def test_a_processor_with_a_hundred_stores_lists_four_and_so_does_who_reads_them():
    stores = tuple(f"s{number:03}" for number in range(100))
    nodes = [
        SourceNode("in", topics=("a",)),
        *(ProcessorNode(name, ("in",), stores=stores) for name in ("one", "two-join")),
    ]

    lines = card_lines(fold(picture_of(topology_of_nodes(nodes, stores=stores), parse_view("topology"))))

    assert lines[1].startswith("r1: one (store s000) (store s001) (store s002) (store s003) | … 96 more stores {s4 s5 ")
    assert lines[2].startswith(
        "r2: two-join (uses s000) (uses s001) (uses s002) (uses s003) | … 96 more stores {s4 s5 "
    )
