"""DOT is pinned to what was reviewed, and long texts stay readable for Graphviz."""

import pytest

from tests.rendering.cases import CASES, FOLDER, PINNED_SVG
from tests.rendering.drawing import chain_of
from topoviz.rendering.dot import to_dot
from topoviz.rendering.draw import dot_of
from topoviz.rendering.views import parse_view


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.fixture.stem)
def test_the_dot_is_the_one_that_was_reviewed(case):
    assert case.dot() == case.fixture.read_text(encoding="utf-8")


def test_every_fixture_belongs_to_a_case():
    assert {path.name for path in FOLDER.iterdir()} == {case.fixture.name for case in CASES} | {PINNED_SVG.name}


def test_long_tooltips_end_before_graphviz_gives_up():
    topology = chain_of(["in", "out"], topics=("&" * 500, "\\" * 500))

    longest = max(len(line.encode()) for line in dot_of(topology, parse_view("topology")).split('"'))

    assert longest < 16_384


def test_large_pictures_ask_graphviz_for_less():
    small, large = chain_of(["a", "b"]), chain_of([f"node {index}" for index in range(900)])
    views = [picture_dot(topology) for topology in (small, large)]

    assert "nslimit" not in views[0]
    assert "nslimit=2" in views[1]


def picture_dot(topology):
    from topoviz.rendering.topology_picture import draw_topology, scene_of

    return to_dot(draw_topology(scene_of(topology)))
