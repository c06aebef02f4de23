"""Places are right, and what is too large for them is refused."""

import sys
from dataclasses import replace
from itertools import combinations

import pytest

from tests.rendering.drawing import chain_of
from topoviz.rendering import layout
from topoviz.rendering.layout import is_crossed, lay_out
from topoviz.rendering.limits import MAX_BOXES, MAX_TIES
from topoviz.rendering.picture import Box, Group, Kind, Picture, Tie, Undrawable
from topoviz.rendering.shapes import size_of
from topoviz.rendering.topology_picture import draw_topology, scene_of


def boxes(count):
    return tuple(Box(f"b{index}", Kind.STATELESS, f"box {index}") for index in range(count))


def program(folder, text):
    """Write a program that stands where dot would."""
    path = folder / "dot"
    path.write_text(f"#!{sys.executable}\n{text}", encoding="utf-8")
    path.chmod(0o755)
    return (str(path),)


# --- places -----------------------------------------------------------------------------------------------------------


def test_flow_goes_down():
    placed = lay_out(Picture("", "", boxes(2), (Tie("b0", "b1"),)))

    assert placed.centres["b0"].y < placed.centres["b1"].y
    assert placed.curves[0].tip is not None
    assert placed.curves[0].tip.y == pytest.approx(placed.centres["b1"].y - placed.sizes["b1"].height / 2, abs=1.5)


def test_boxes_keep_the_size_that_was_reckoned_and_do_not_overlap():
    shown = draw_topology(scene_of(chain_of(["in", "a", "b", "out"], store="a-very-long-name-of-a-store" * 3)))

    placed = lay_out(shown)

    for box in shown.boxes:
        assert placed.sizes[box.key] == size_of(box)
    for one, other in combinations(shown.boxes, 2):
        (a, b), (first, second) = ((placed.centres[box.key], placed.sizes[box.key]) for box in (one, other))
        across, down = abs(a.x - first.x), abs(a.y - first.y)
        assert across >= (b.width + second.width) / 2 or down >= (b.height + second.height) / 2


def test_frames_hold_their_boxes_and_no_topics():
    shown = draw_topology(scene_of(chain_of(["in", "a", "out"], store="s")))

    placed = lay_out(shown)

    frame = placed.frames[0]
    for box in shown.boxes:
        centre = placed.centres[box.key]
        is_inside = frame.x < centre.x < frame.x + frame.width and frame.y < centre.y < frame.y + frame.height
        assert is_inside == (box.kind is not Kind.TOPIC), box.title


def test_a_line_that_leaves_through_a_waypoint_is_one_curve():
    early, others = boxes(1)[0], boxes(3)[1:]
    shown = Picture(
        "", "", (replace(early, group=0), *others), (Tie("b0", "b1", ranks=3), Tie("b0", "b2")), (Group(0, "Group"),)
    )

    placed = lay_out(shown)

    curve, above, below = placed.curves[0], placed.centres["b0"], placed.centres["b1"]
    assert (len(curve.points) - 1) % 3 == 0
    assert curve.tip is not None
    # From the edge of the one box to the edge of the other, three rows below.
    assert curve.points[0].y == pytest.approx(above.y + placed.sizes["b0"].height / 2, abs=1.5)
    assert curve.tip.y == pytest.approx(below.y - placed.sizes["b1"].height / 2, abs=1.5)
    assert below.y > placed.centres["b2"].y


def test_a_picture_without_boxes_needs_no_graphviz(monkeypatch):
    monkeypatch.setenv("DOT", "/nowhere/dot")

    assert lay_out(Picture("", "", ())).size.width == 0


def test_a_title_knows_whether_a_line_goes_through_it():
    curve = lay_out(Picture("", "", boxes(2), (Tie("b0", "b1"),))).curves[0]
    middle = curve.points[len(curve.points) // 2]

    assert is_crossed(layout.Frame(middle.x - 5, middle.y - 5, 10, 10), [curve])
    assert not is_crossed(layout.Frame(middle.x + 50, middle.y - 5, 10, 10), [curve])


# --- limits -----------------------------------------------------------------------------------------------------------


def test_too_many_boxes_are_refused_before_graphviz_starts(monkeypatch):
    monkeypatch.setenv("DOT", "/nowhere/dot")

    with pytest.raises(Undrawable, match=f"{MAX_BOXES + 1:,} boxes; the limit is {MAX_BOXES:,}"):
        lay_out(Picture("", "", boxes(MAX_BOXES + 1)))


def test_too_many_lines_are_refused_before_graphviz_starts(monkeypatch):
    monkeypatch.setenv("DOT", "/nowhere/dot")
    ties = tuple(Tie("b0", "b1", ranks=rank) for rank in range(MAX_TIES + 1))

    with pytest.raises(Undrawable, match=f"{MAX_TIES + 1:,} lines; the limit is {MAX_TIES:,}"):
        lay_out(Picture("", "", boxes(2), ties))


@pytest.mark.parametrize("answer", ["", "{}", "[]", '{"bb": "0,0,1,1"}', '{"bb": 7}', '{"bb": "0,0,1,nan"}', "no JSON"])
def test_an_answer_that_is_none_is_told(tmp_path, monkeypatch, answer):
    (path,) = program(tmp_path, f"print({answer!r})")
    monkeypatch.setenv("DOT", path)

    with pytest.raises(Undrawable, match="cannot be read"):
        lay_out(Picture("", "", boxes(1)))
