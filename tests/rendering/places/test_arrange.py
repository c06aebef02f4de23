"""Everything has a place of its own, and lines between places have right angles and go past all others."""

from itertools import combinations, pairwise

import pytest

from tests.rendering.places.grounds import chain, fan, ground_of
from tests.rendering.places.invariants import is_crossed, misplaced
from topoviz.rendering.limits import MAX_BOXES, MAX_TIES
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.arrange import arrange
from topoviz.rendering.places.model import Ground, Line, Panel, Rectangle, Size, Spot

KINDS = [(1, 0), (8, 0), (9, 2), (14, 1), (25, 3), (40, 5)]
GROUNDS = {
    f"{spots} spots in {frames} frames, seed {seed}": ground_of(seed, spots, frames)
    for seed in range(6)
    for spots, frames in KINDS
} | {"many spots": ground_of(1, 150, 12), "many lines": ground_of(2, 24, 2, lines=3.0)}
GROUNDS |= {
    f"{count} that hang on one, {'in a' if frame == 0 else 'without'} frame{', upward' if up else ''}": fan(
        count, frame, is_upward=up
    )
    for count, frame, up in [(13, None, False), (30, 0, False), (30, 0, True), (14, None, True)]
}


def test_an_empty_ground_needs_no_room():
    assert arrange(Ground(()), Panel.USUAL).size == Size(0, 0)


@pytest.mark.parametrize("name", GROUNDS)
def test_all_of_a_ground_stands_apart_with_right_angles_between(name):
    ground = GROUNDS[name]
    placed = arrange(ground, Panel.USUAL)

    assert placed == arrange(ground, Panel.USUAL)
    assert list(misplaced(ground, placed)) == []


@pytest.mark.parametrize("name", GROUNDS)
def test_lines_lie_on_one_another_only_where_they_share_an_end(name):
    """Upright ones keep apart as well: two that nearly meet would be read as one."""
    ground = GROUNDS[name]
    placed = arrange(ground, Panel.USUAL)
    pieces = [
        (line, Rectangle(min(a.x, b.x) - near, min(a.y, b.y), abs(a.x - b.x) + 2 * near, abs(a.y - b.y)))
        for line, way in zip(ground.lines, placed.ways, strict=True)
        for a, b in pairwise(way.points)
        for near in ((2,) if a.x == b.x else (0,))
    ]

    for (line, one), (other, beside) in combinations(pieces, 2):
        if line.tail == other.tail or line.head == other.head or (one.height == 0) != (beside.height == 0):
            continue
        across = min(one.right, beside.right) - max(one.x, beside.x)
        down = min(one.bottom, beside.bottom) - max(one.y, beside.y)
        assert across <= 0 or down < 0 or (one.height and down <= 0)


def test_lines_go_straight_down_where_they_can():
    placed = arrange(chain("a", "b", "c"), Panel.USUAL)

    assert all(len(way.points) == 2 for way in placed.ways)
    assert placed.spots["a"].bottom < placed.spots["b"].y


def test_what_goes_in_circles_is_arranged_too():
    ground = chain("a", "b", "c", frame=0)
    spots = (*ground.spots, Spot("t", Size(100, 30)))
    lines = (*ground.lines, Line("c", "a"), Line("c", "t"), Line("t", "a"))

    placed = arrange(Ground(spots, lines, {0: 90.0}), Panel.USUAL)

    for line, way in zip(lines, placed.ways, strict=True):
        assert (way.points[0].y, way.points[-1].y) == (placed.spots[line.tail].bottom, placed.spots[line.head].y)
        assert not [key for key, rectangle in placed.spots.items() if is_crossed(rectangle, way)]


def test_parts_are_packed_to_the_proportions_of_the_panel():
    ground = Ground(tuple(Spot(f"s{number}", Size(100, 60)) for number in range(24)))

    phone, wide = (arrange(ground, panel).size for panel in (Panel.PHONE, Panel.WIDE))

    assert phone.width < phone.height
    assert wide.width > wide.height


@pytest.mark.parametrize(
    ("ground", "sentence"),
    [
        (Ground(tuple(Spot(str(number), Size(9, 9)) for number in range(MAX_BOXES + 1))), f"{MAX_BOXES + 1:,} boxes"),
        (Ground(chain("a", "b").spots, (Line("a", "b"),) * (MAX_TIES + 1)), f"{MAX_TIES + 1:,} lines"),
    ],
)
def test_what_is_too_much_is_refused_before_graphviz_starts(monkeypatch, ground, sentence):
    monkeypatch.setenv("DOT", "/nowhere/dot")

    with pytest.raises(Undrawable, match=sentence):
        arrange(ground, Panel.USUAL)


@pytest.mark.parametrize("answer", ["", "{}", "[]", '{"objects": []}', '{"objects": [{"name": "n0", "pos": "0,nan"}]}'])
def test_an_answer_that_is_none_is_told(tmp_path, monkeypatch, answer):
    path = tmp_path / "dot"
    path.write_text(f"#!/bin/sh\necho '{answer}'\n", encoding="utf-8")
    path.chmod(0o755)
    monkeypatch.setenv("DOT", str(path))
    forked = Ground(chain("a", "b", "c").spots, (Line("a", "b"), Line("a", "c")))

    with pytest.raises(Undrawable, match="cannot be read"):
        arrange(forked, Panel.USUAL)
