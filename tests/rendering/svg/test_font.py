"""A picture that stands alone carries its letters, no more than it uses."""

import re

from tests.rendering.cards.making import card, row
from tests.rendering.svg.sheets import drawn
from topoviz.rendering.picture import Group, Kind
from topoviz.rendering.svg.font import font_rules, with_font, without_font
from topoviz.rendering.svg_check import check_svg

WEIGHT = re.compile(r"@font-face\{font-family:'[^']+';font-weight:(\d+);unicode-range:U\+([0-9A-F]+)")


def carried(svg):
    return WEIGHT.findall(svg)


def test_it_carries_the_letters_it_uses():
    plain = drawn([card(row(Kind.TOPIC, "orders"))])

    assert carried(with_font(plain)) == [("400", "20")]
    assert carried(with_font(drawn([card(row(Kind.TOPIC, "Aufträge"))]))) == [("400", "A0"), ("400", "20")]
    assert carried(with_font(drawn([card(row(Kind.TOPIC, "注文"))]))) == []


def test_titles_of_frames_are_of_another_weight():
    assert carried(with_font(drawn([card(Kind.SINK)], groups=[Group(0, "Sub-topology 0")]))) == [
        ("400", "20"),
        ("600", "20"),
    ]


def test_for_a_page_it_is_the_picture_that_it_was():
    plain = drawn([card(row(Kind.TOPIC, "Größe"))])

    assert without_font(with_font(plain)) == plain == without_font(plain)
    assert with_font(with_font(plain)) == with_font(plain)


def test_it_passes_the_check_with_any_of_our_files():
    check_svg(with_font(drawn([card(row(Kind.TOPIC, "Größe Ω Ж Ł"))])))


def test_no_file_is_long():
    assert max(map(len, font_rules())) < 27_000
