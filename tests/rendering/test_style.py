"""Colours can be read in light and dark, and stay inside the drawing."""

from itertools import product

import pytest

from tests.rendering.drawing import JOIN_AND_COUNT, colours_in, svg
from topoviz.rendering.picture import Change, Kind
from topoviz.rendering.style import COLOURS, Theme, fill_of, ink_of, line_of, style_sheet, width_of


def luminance(colour):
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("column", [0, 1], ids=["light", "dark"])
def test_text_can_be_read_on_every_box(column):
    hard_to_read = [
        (kind, change, ink)
        for kind, change in product(Kind, Change)
        for ink in (ink_of(change), "quiet")
        if contrast(COLOURS[ink][column], COLOURS[fill_of(kind, change)][column]) < 4.5
    ]

    assert hard_to_read == []


@pytest.mark.parametrize("column", [0, 1], ids=["light", "dark"])
def test_text_can_be_read_on_paper_and_in_frames(column):
    for ink in ("ink", "quiet"):
        for ground in ("paper", "group"):
            assert contrast(COLOURS[ink][column], COLOURS[ground][column]) >= 4.5


@pytest.mark.parametrize("column", [0, 1], ids=["light", "dark"])
def test_lines_and_signs_can_be_seen(column):
    lines = {line_of(kind, change) for kind in Kind for change in Change} | {"line", "ink", "quiet"}

    for line in lines:
        for ground in ("paper", "group"):
            assert contrast(COLOURS[line][column], COLOURS[ground][column]) >= 3
    for kind in Kind:
        assert contrast(COLOURS[line_of(kind, Change.NONE)][column], COLOURS[fill_of(kind, Change.NONE)][column]) >= 3


def test_what_changed_differs_by_more_than_colour():
    widths = {change: width_of(Kind.STATELESS, change) for change in Change}

    assert widths[Change.MOVED] > 2 * widths[Change.SAME]
    assert widths[Change.CHANGED] > 2 * widths[Change.SAME]
    assert widths[Change.NEW] > widths[Change.SAME]
    assert line_of(Kind.TOPIC, Change.SAME) == line_of(Kind.STORE, Change.SAME)


@pytest.mark.parametrize("theme", Theme)
def test_plain_attributes_hold_the_colours_of_the_theme(theme):
    column = 1 if theme is Theme.DARK else 0

    found = colours_in(svg(JOIN_AND_COUNT, "topology", theme=theme))

    assert found <= {pair[column] for pair in COLOURS.values()}
    assert len(found) > 10


def test_every_rule_stays_inside_the_root_class():
    for rule in style_sheet().splitlines():
        selector = rule.partition("{")[2] if rule.startswith("@media") else rule
        assert ".topoviz" in selector.partition("{")[0]


def test_a_theme_of_ones_own_counts_most():
    rules = style_sheet().splitlines()
    order = [
        next(index for index, rule in enumerate(rules) if rule.startswith(start))
        for start in ("@media", "[data-theme=dark] .topoviz", ".topoviz.topoviz[data-theme=dark]")
    ]

    assert order == sorted(order)
    assert 'data-theme="dark"' in svg(JOIN_AND_COUNT, "plan", theme=Theme.DARK).partition("\n")[0]
    assert "data-theme=" not in svg(JOIN_AND_COUNT, "plan").partition("\n")[0]
