"""What leads back up is said in words, and what flows on stays a line."""

import pytest

from tests.rendering.cards.lines import lines_of
from tests.rendering.drawing import topology_of_nodes
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode
from topoviz.rendering.cards.fold import fold
from topoviz.rendering.cards.model import Folding, Level
from topoviz.rendering.picture import Box, Kind, Picture, Tie
from topoviz.rendering.viewed import picture_of
from topoviz.rendering.views import parse_view


def folded(*flows, level=Level.CARDS):
    """Fold a topology of sub-topologies that are given as `name: topics read > topics written`."""
    nodes = []
    for flow in flows:
        name, _, topics = flow.partition(": ")
        read, written = (side.split() for side in topics.split(" > "))
        nodes.append(SourceNode(f"from-{name}", topics=tuple(read)))
        nodes += [SinkNode(f"{name}-{topic}", (f"from-{name}",), topic=topic) for topic in written]
    return lines_of(fold(picture_of(topology_of_nodes(nodes), parse_view("topology")), Folding(level=level)))


def test_a_sub_topology_that_reads_what_it_writes_says_so_at_both_ends():
    assert folded("a: in retry > retry out") == [
        "r0: [retry] (looped back from a-retry) | [in] | from-a",
        "r1: a-retry | [retry] (loops back to from-a)",
        "r2: a-out | [out]",
        "r0 > r1",
        "r0 > r2",
    ]


def test_a_circle_of_two_is_cut_where_it_leads_up():
    assert folded("a: in back > forth", "b: forth > back") == [
        "r0: [back] (looped back from sub-topology 1) | [in] | from-a | a-forth",
        "r2: from-b | b-back | [back] (loops back to sub-topology 0)",
        "t2: [forth]",
        "r0 > t2",
        "t2 > r2",
    ]


@pytest.mark.parametrize("first", ["b: x > y", "b: settings x > y"])
def test_a_topic_that_is_filled_from_above_too_stays_with_its_reader(first):
    lines = folded(first, "a: in > x", "c: y > x")

    assert "r2: [in] | from-a | a-x" in lines
    assert "r4: from-c | c-x | [x] (loops back to sub-topology 0)" in lines
    assert any(line.endswith("[x] (looped back from sub-topology 2)") for line in lines)


def test_a_circle_is_entered_where_the_program_begins():
    lines = folded("a: retry > x", "b: x in > retry")

    assert "t0: [retry]" not in lines
    assert "t1: [x]" in lines


def test_a_circle_is_entered_from_outside_where_that_cuts_less():
    lines = folded("a: v w > x", "b: in x > v w")

    assert [line for line in lines if "looped back" in line] == [
        "r2: [x] (looped back from sub-topology 0) | [in] | from-b"
    ]


def test_what_only_goes_down_has_no_words():
    assert not any("loop" in line for line in folded("a: in > x y", "b: x > y", "c: y > out"))


def test_steps_that_flow_round_are_named():
    boxes = [Box(f"r{index}", Kind.STATELESS, title, group=0) for index, title in enumerate(("up", "down"))]
    picture = Picture("", "", tuple(boxes), (Tie("r0", "r1"), Tie("r1", "r0"), Tie("r1", "r1")))

    assert lines_of(fold(picture)) == [
        "r0: up (looped back from down) | down (looped back from down) (loops back to down and up)"
    ]


def test_places_are_counted_when_they_are_many():
    lines = folded("a: in > x", *(f"{name}: x > in" for name in "bcdefg"))

    assert lines[0].endswith("(looped back from sub-topologies 1, 2, 3 and 3 more) | from-a | a-x")


def test_processors_may_stand_between():
    nodes = [
        SourceNode("in", topics=("a", "again")),
        ProcessorNode("try", ("in",)),
        SinkNode("out", ("try",), topic="again"),
    ]

    shown = fold(picture_of(topology_of_nodes(nodes), parse_view("sub-topology:0")))

    (line,) = lines_of(shown)
    assert line.startswith("r0: [again] (looped back from out) | [a] | in | try | out")
    assert line.endswith("| [again] (loops back to in)")


def test_in_an_overview_sub_topologies_say_it_of_each_other():
    (line,) = folded("a: in back > forth", "b: forth > back", "c: back > out", level=Level.OVERVIEW)

    assert line.startswith("r0: Sub-topology 0 2 steps (reads in) (reads back) (looped back from sub-topology 1) | ")
    assert " | Sub-topology 1 2 steps | [back] (loops back to sub-topology 0) | Sub-topology 2 2 steps" in line
