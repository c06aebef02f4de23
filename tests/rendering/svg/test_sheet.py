"""Sheets of cards are well-formed, the same every time, and fit for pages."""

import re

import pytest

from tests.rendering.cards.making import card, one_of_each, row
from tests.rendering.drawing import SVG, colours_in, parsed, words
from tests.rendering.hostile import ALL
from tests.rendering.svg.sheets import drawn, panel_of
from topoviz.rendering.cards.ground import ground_of
from topoviz.rendering.cards.measure import TEXT_SIZE
from topoviz.rendering.cards.model import Cards, Link
from topoviz.rendering.legend import legend_panel, whole_legend
from topoviz.rendering.lettering import text_width, visible
from topoviz.rendering.picture import Group, Kind, Undrawable
from topoviz.rendering.places.model import Arrangement, Size
from topoviz.rendering.places.spacing import TITLE_FROM
from topoviz.rendering.style import COLOURS, Theme
from topoviz.rendering.svg import sheet as module
from topoviz.rendering.svg.sheet import Panel, Sheet, to_svg


@pytest.mark.parametrize("theme", Theme)
def test_plain_attributes_hold_the_colours_of_the_theme(theme):
    found = colours_in(drawn(one_of_each(), theme=theme))

    assert found <= {pair[theme is Theme.DARK] for pair in COLOURS.values()}
    assert len(found) > 15


@pytest.mark.parametrize("start", range(0, len(ALL), 20))
def test_whatever_a_name_holds_it_is_shown_whole_and_nothing_else(start):
    names = [visible(name) for name in ALL[start : start + 20]]
    text = drawn([card(row(kind, name, tooltip=name)) for name in names for kind in (Kind.STATELESS, Kind.TOPIC)])

    for name, one in zip((name for name in names for _ in "ab"), cards_of(text), strict=True):
        shown = [line.text for line in one.iter(f"{SVG}text") if line.text != "#1"]
        assert "".join(shown) == name


def cards_of(text):
    return [one for one in parsed(text).iter(f"{SVG}g") if one.get("data-card")]


def test_the_same_is_drawn_to_the_byte():
    assert drawn(one_of_each()) == drawn(one_of_each())


def test_ids_begin_with_the_prefix_and_stand_once():
    panels = (panel_of([card(Kind.SOURCE)], heading="Before"), panel_of([card(Kind.SINK)], heading="After"))
    text = to_svg(Sheet("Two", "Two.", panels, legend=legend_panel(whole_legend())), prefix="left")
    ids = re.findall(r' id="([^"]*)"', text)

    assert len(ids) == len(set(ids)) > 15
    assert all(one.startswith("left") for one in ids)


@pytest.mark.parametrize("prefix", ["-", "A", "1a", "a b", 'a"', "a" * 41, "é"])
def test_a_prefix_that_could_break_out_is_refused(prefix):
    with pytest.raises(ValueError, match="a prefix is"):
        drawn([card(Kind.SINK)], prefix=prefix)


def test_frames_lie_below_the_lines_and_their_titles_above():
    cards, links = [card(Kind.SOURCE), card(Kind.SINK)], [Link("r0", "r1")]
    text = drawn(cards, links, [Group(3, "Sub-topology 3", opened=frozenset({"r9"}))])
    order = [text.index(f'class="{name}"') for name in ("frame", "line", "card sink", "frame-title", "fold")]

    assert order == sorted(order)
    assert text.count('data-sub-topology="3"') == 2
    assert 'data-fold="r9"' in text


def test_what_folds_a_frame_stands_in_the_room_kept_for_its_title():
    """Lines keep away from it, as from the title."""
    group = Group(3, "Sub-topology 3", opened=frozenset({"r9"}))
    (kept,) = ground_of(Cards("", "", (), groups=(group,)), {}).titles.values()
    left = float(re.search(r'class="fold"[^>]*translate\(([\d.]+) ', drawn([card(Kind.SINK)], groups=[group]))[1])

    assert left + 8 <= TITLE_FROM + kept


def test_letters_are_set_as_wide_as_was_reckoned():
    (line,) = [
        one for one in parsed(drawn([card(row(Kind.TOPIC, "orders"))])).iter(f"{SVG}text") if one.text == "orders"
    ]

    assert float(line.get("textLength")) == pytest.approx(text_width("orders", TEXT_SIZE), abs=0.01)


def test_all_text_has_one_size():
    assert {one.get("font-size") for one in parsed(drawn(one_of_each())).iter(f"{SVG}text")} == {"14"}


def test_the_legend_cannot_be_chosen_from():
    text = to_svg(Sheet("Empty", "x", (panel_of([]),), legend=legend_panel(whole_legend())))

    assert re.findall(r" data-[a-z-]+=", text) == []


def test_a_legend_alone_has_no_rule_above_it():
    nothing = Panel(Cards("", "", ()), {}, Arrangement(Size(0, 0), {}, {}, ()))
    alone, below = (
        to_svg(Sheet("Legend", "x", (panel,), legend=legend_panel(whole_legend())))
        for panel in (nothing, panel_of([card(Kind.SINK)]))
    )

    assert 's-group-line" fill="none"' not in alone
    assert 's-group-line" fill="none"' in below


def test_notes_stand_above_an_empty_picture():
    assert words(to_svg(Sheet("Empty", "x", (panel_of([]),), ("There is nothing in it.",)))) == [
        "There is nothing in it."
    ]


def test_a_drawing_too_large_to_embed_is_refused(monkeypatch):
    monkeypatch.setattr(module, "SVG_BYTES", 1_000)

    with pytest.raises(Undrawable, match=r"more than 1,000 bytes, too many to embed"):
        drawn(one_of_each())


def test_without_the_style_sheet_plain_attributes_are_left_and_nothing_to_press():
    for what in ("<style>", 'class="fold"', "data-node"):
        assert what in drawn(one_of_each())
        assert what not in drawn(one_of_each(), with_style=False)
