"""The picture of applications joined by topics: who writes what others read."""

import pytest

from topoviz.rendering.applications import MOST_CARDS, Application, application_cards, draw_applications, joined_by
from topoviz.rendering.picture import Undrawable

SHOP = Application("Shop", writes=frozenset({"orders", "logs"}))
BILLING = Application("Billing", reads=frozenset({"orders", "eu-prices"}), writes=frozenset({"bills"}))
PRICES = Application("Prices", writes=frozenset({"eu-prices"}))
WATCH = Application("Watch", patterns=frozenset({"eu-.*", "(?<a>x)\\k<a>"}))


def test_topics_that_one_writes_and_another_reads_join_applications():
    everything = (SHOP, BILLING, PRICES, WATCH)
    topics = joined_by(everything)
    cards = application_cards(everything, topics)

    assert topics == ("eu-prices", "orders")
    titles = {key: card.rows[0].box.title for key, card in cards.by_key.items()}
    assert {(titles[link.tail], titles[link.head]) for link in cards.links} == {
        ("Shop", "orders"),
        ("orders", "Billing"),
        ("Prices", "eu-prices"),
        ("eu-prices", "Billing"),
        ("eu-prices", "Watch"),
    }


def test_a_topic_that_is_asked_for_stands_there_though_it_joins_nothing():
    assert joined_by((SHOP,), ("logs",)) == ("logs",)


def test_an_application_that_reads_what_it_writes_has_a_line_both_ways():
    loop = Application("Loop", reads=frozenset({"a"}), writes=frozenset({"a"}))

    assert len(application_cards((loop,), ("a",)).links) == 2
    assert draw_applications((loop,), ("a",)).startswith("<svg")


def test_it_is_drawn_as_svg_with_every_name_once_and_nothing_that_the_check_refuses():
    odd = Application('<b>"&', reads=frozenset({"a\u202eb"}))
    svg = draw_applications((SHOP, BILLING, odd), ("orders", "a\u202eb"))

    assert [svg.count(f">{name}</text>") for name in ("Shop", "Billing", "orders")] == [1, 1, 1]
    assert "&lt;b&gt;" in svg
    assert svg == draw_applications((SHOP, BILLING, odd), ("orders", "a\u202eb"))


def test_nothing_to_draw_is_said():
    assert "nothing to draw" in draw_applications((), ())


def test_too_many_are_refused_with_a_way_out():
    many = [Application(f"a{number}", writes=frozenset({"t"})) for number in range(MOST_CARDS)]

    with pytest.raises(Undrawable, match="Look for one topic"):
        application_cards(many, ("t",))
