"""Drawings are well-formed, the same every time, and fit for pages."""

import re
import subprocess
import sys

import pytest

from tests.rendering.cases import PINNED_GRAPHVIZ, PINNED_SVG, Case, pinned_svg
from tests.rendering.drawing import (
    JOIN_AND_COUNT,
    SVG,
    boxes,
    chain_of,
    parsed,
    picture,
    svg,
    tooltips,
    words,
)
from topoviz.rendering import old_svg as module
from topoviz.rendering.draw import draw
from topoviz.rendering.lettering import text_width
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.graphviz import find_dot
from topoviz.rendering.style import Theme
from topoviz.rendering.views import parse_view
from topoviz.web.health.graphviz import library_version

VIEWS = ("plan", "plan-optimized", "before-after", "topology", "overview", "sub-topology:1", "legend")


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_drawn_and_passes_the_check(view, theme):
    # The check is part of drawing; this reads the result with another parser.
    root = parsed(svg(JOIN_AND_COUNT, view, optimize="all", theme=theme))

    assert root.tag == f"{SVG}svg"
    assert len(list(root.iter(f"{SVG}text"))) > 5


@pytest.mark.parametrize("view", VIEWS)
def test_the_same_is_drawn_to_the_byte(view):
    assert svg(JOIN_AND_COUNT, view, optimize="all") == svg(JOIN_AND_COUNT, view, optimize="all")


def test_the_same_is_drawn_whatever_the_hash_seed():
    program = (
        "from tests.rendering.drawing import JOIN_AND_COUNT, svg\n"
        "import hashlib\n"
        "print(hashlib.sha256(svg(JOIN_AND_COUNT, 'before-after', optimize='all').encode()).hexdigest())"
    )

    seen = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip

    assert len(seen) == 1


def test_the_svg_is_the_one_that_was_reviewed(monkeypatch):
    if library_version() != PINNED_GRAPHVIZ:
        pytest.skip(f"the pinned picture is that of Graphviz {PINNED_GRAPHVIZ}")
    monkeypatch.setattr("topoviz.rendering.layout.find_dot", lambda variables: find_dot({"PATH": ""}))

    assert pinned_svg() == PINNED_SVG.read_text(encoding="utf-8")


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


@pytest.mark.parametrize("prefix", ["", "A", "1a", "a b", 'a"', "a" * 41, "é"])
def test_a_prefix_that_could_break_out_is_refused(prefix):
    with pytest.raises(ValueError, match="a prefix is"):
        svg(JOIN_AND_COUNT, "plan", prefix=prefix or "-")


def test_boxes_can_be_chosen_by_node_and_told_apart_by_kind():
    text = svg(JOIN_AND_COUNT, "plan", with_legend=False)
    shown = picture(JOIN_AND_COUNT, "plan")

    found = {int(one.get("data-node")): one.get("class").split()[1] for one in boxes(text)}

    assert found == {one.data_node: one.kind.value for one in shown.boxes}


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


# --- text and size ----------------------------------------------------------------------------------------------------


def test_every_line_fits_into_its_box():
    name = "W" * 249
    text = draw(chain_of(["in", name, "out"], topics=(name, "out"), store=name), parse_view("topology"))

    for one in boxes(text):
        right = max(float(value) for value in re.findall(r"[HML ](-?[\d.]+)", one.find(f".//{SVG}path").get("d")))
        for line in one.iter(f"{SVG}text"):
            width = text_width(line.text, int(line.get("font-size")))
            assert abs(float(line.get("x"))) + width / 2 <= right + 12


def test_letters_are_set_as_wide_as_was_reckoned():
    (line,) = [one for one in parsed(svg(JOIN_AND_COUNT, "plan")).iter(f"{SVG}text") if one.text == "stream a"]

    assert float(line.get("textLength")) == pytest.approx(text_width("stream a", 14), abs=0.01)


def test_no_text_is_smaller_than_can_be_printed():
    sizes = {int(one.get("font-size")) for one in parsed(svg(JOIN_AND_COUNT, "topology")).iter(f"{SVG}text")}

    assert min(sizes) >= 12


def test_a_picture_with_nothing_in_it_says_so():
    nothing = Case("describe/nothing_at_all", "topology").topology()

    assert words(draw(nothing, parse_view("topology"))) == ["There is nothing in it."]


def test_a_drawing_too_large_to_embed_is_refused(monkeypatch):
    monkeypatch.setattr(module, "SVG_BYTES", 1_000)

    with pytest.raises(Undrawable, match=r"more than 1,000 bytes, too many to embed"):
        svg(JOIN_AND_COUNT, "topology")


def test_without_the_style_sheet_plain_attributes_are_left():
    text = svg(JOIN_AND_COUNT, "topology", with_style=False)

    assert "<style>" not in text
    assert 'fill="#e6f4ea"' in text
