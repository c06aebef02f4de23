"""Text is shown whole and visible, and its width is that of the font's letters."""

import pytest

from tests.rendering.hostile import UNSEEN
from topoviz.rendering.lettering import has_known_width, text_width, visible, wrap, wrap_evenly, wrap_words


@pytest.mark.parametrize("text", UNSEEN)
def test_what_is_shown_can_be_seen_and_shown_again_stays_the_same(text):
    shown = visible(text)

    assert shown.isprintable()
    assert shown != text
    assert visible(shown) == shown


@pytest.mark.parametrize("text", ["orders", "注文", "a b", "e\u0301", "🛒", "\\n", ""])
def test_what_can_be_seen_is_left_alone(text):
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ("",)),
        ("short", ("short",)),
        ("one-two-three", ("one-two-", "three")),
        ("x" * 25, ("x" * 10, "x" * 10, "x" * 5)),
        ("${topics()}?", ("${topics", "()}?")),
        ("ab cd ef gh ij", ("ab cd ef ", "gh ij")),
    ],
)
def test_long_names_go_on_in_the_next_line(text, lines):
    assert wrap(text, 10) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("short", ("short",)),
        ("consume-orders.v1", ("consume-", "orders.v1")),
        ("a-bbbbbbbbbbbb", ("a-bbbbbbbb", "bbbb")),
        ("x" * 25, ("x" * 10, "x" * 10, "x" * 5)),
    ],
)
def test_lines_are_even_where_a_separator_lets_them(text, lines):
    assert wrap_evenly(text, 10) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("it reads a.b(c.d)", ("it reads ", "a.b(c.d)")),
        ("orders-by-customers", ("orders-by-", "customers")),
    ],
)
def test_sentences_go_on_between_words(text, lines):
    assert wrap_words(text, 12) == lines


def test_nothing_is_lost_between_lines():
    name = "KSTREAM-AGGREGATE-STATE-STORE-0000000010-repartition" * 9

    assert "".join(wrap(name)) == name


def test_wider_letters_take_more_room():
    assert text_width("WWW", 14) > text_width("xxx", 14) > text_width("iii", 14)
    assert text_width("注文", 14) > text_width("ab", 14)
    assert text_width("e", 14) < text_width("e\u0301", 14) < text_width("ee", 14)


def test_only_letters_of_known_width_are_set_exactly():
    assert has_known_width("KSTREAM-MAP-0000000001 {x}?")
    assert not has_known_width("注文")
    assert has_known_width("Größe Łódź Ωμέγα Журнал")
