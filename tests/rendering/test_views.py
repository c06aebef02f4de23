"""The text of a view."""

import pytest

from topoviz.rendering.cards.model import Level
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.places.model import Panel
from topoviz.rendering.views import MAX_OPENED, MAX_TEXT, ViewName, parse_view


@pytest.mark.parametrize(
    "text",
    [
        "topology",
        "before-after",
        "sub-topology:0",
        "around:r12:2",
        "overview;open=r5,r12,t3",
        "plan;whole;panel=wide",
        "topology;open=g4;panel=phone",
    ],
)
def test_what_is_read_is_written_the_same(text):
    assert parse_view(text).text == text


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("topology;open=t3,r12,r5,r5", "topology;open=r5,r12,t3"),
        ("topology;panel=wide;open=r5", "topology;open=r5;panel=wide"),
        ("topology;panel=usual", "topology"),
        ("topology;open=", "topology"),
        ("topology;open=r5;whole", "topology;whole"),
    ],
)
def test_one_drawing_has_one_text(text, usual):
    assert parse_view(text).text == usual


def test_a_view_says_what_may_be_hidden_and_for_how_large_a_place():
    view = parse_view("sub-topology:4;open=r5,t3;panel=phone")

    assert (view.name, view.number, view.panel) == (ViewName.SUB_TOPOLOGY, 4, Panel.PHONE)
    assert (view.folding.shown, view.folding.is_whole) == ({"r5", "t3"}, False)
    assert view.plain.text == "sub-topology:4"
    assert parse_view("overview").folding.level is Level.OVERVIEW


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nothing", "There is no view of this name. Choose one of: plan, plan-optimized"),
        ("sub-topology", "There is no view of this name."),
        ("sub-topology:x", "There is no view of this name."),
        ("sub-topology:٣", "There is no view of this name."),
        ("sub-topology:01", "There is no view of this name."),
        ("around:r5", "around:KEY:STEPS"),
        ("around:r5:10", "at most 9 steps"),
        ("topology;open=5", "such as r5,t3"),
        ("topology;open=r5,", "such as r5,t3"),
        ("topology;open=r05", "such as r5,t3"),
        (f"topology;open={','.join(f'r{number}' for number in range(MAX_OPENED + 1))}", "At most 60 things"),
        ("topology;panel=huge", "Choose phone, usual, wide, card."),
        ("topology;panel", "Choose phone, usual, wide, card."),
        ("topology;whole=1", "Behind a view can stand"),
        ("topology;open", "Behind a view can stand"),
        ("topology;", "Behind a view can stand"),
        ("topology;whole;whole", "whole is said twice."),
    ],
)
def test_anything_else_is_refused_with_what_to_write(text, sentence):
    with pytest.raises(Undrawable) as refused:
        parse_view(text)

    assert sentence in str(refused.value)


def test_the_longest_text_has_room():
    keys = ",".join(f"r{9_000_000 + number}" for number in range(MAX_OPENED))

    assert len(parse_view(f"around:r9999999:9;open={keys};panel=phone").text) <= MAX_TEXT
