"""Before and after, as they are drawn in the old way."""

import pytest

from tests.rendering.cases import PINNED_GRAPHVIZ, PINNED_SVG, pinned_svg
from topoviz.rendering.places.graphviz import find_dot
from topoviz.web.health.graphviz import library_version


def test_the_svg_is_the_one_that_was_reviewed(monkeypatch):
    if library_version() != PINNED_GRAPHVIZ:
        pytest.skip(f"the pinned picture is that of Graphviz {PINNED_GRAPHVIZ}")
    monkeypatch.setattr("topoviz.rendering.layout.find_dot", lambda variables: find_dot({"PATH": ""}))

    assert pinned_svg() == PINNED_SVG.read_text(encoding="utf-8")
