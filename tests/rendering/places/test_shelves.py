"""What is packed together suits a panel, and hollows are used where that gains enough."""

from itertools import combinations

from topoviz.rendering.places.model import Rectangle, Size
from topoviz.rendering.places.shelves import fit, pack, pack_in_order, shelve

PANEL = Size(600, 600)


def standing(sizes, corners):
    return [Rectangle(at.x, at.y, size.width, size.height) for size, at in zip(sizes, corners, strict=True)]


def test_shelves_hold_all_without_touching():
    sizes = [Size(60 + 37 * n % 200, 40 + 53 * n % 170) for n in range(50)]

    whole, corners = shelve(sizes, fit(PANEL), 16)

    for one, other in combinations(standing(sizes, corners), 2):
        across = one.right + 16 <= other.x or other.right + 16 <= one.x
        assert across or one.bottom + 16 <= other.y or other.bottom + 16 <= one.y
    assert all(one.right <= whole.width and one.bottom <= whole.height for one in standing(sizes, corners))
    assert 0.7 < whole.width / whole.height < 1.4


def test_a_small_part_stands_in_the_hollow_of_a_large_one():
    """The large one is an L: all of its upper left is free."""
    large = (Rectangle(400, 0, 200, 600), Rectangle(0, 400, 600, 200))
    small = (Rectangle(0, 0, 200, 200),)

    whole, corners = pack([large, small], [Size(600, 600), Size(200, 200)], fit(PANEL), 16)

    assert whole == Size(600, 600)
    assert (corners[1].x, corners[1].y) == (0, 0)


def test_a_picture_is_rather_higher_than_too_wide_to_be_read():
    """Side by side both are a little larger; below each other they need not be moved sideways."""
    sizes = [Size(600, 650), Size(150, 150)]

    whole, _ = shelve(sizes, fit(PANEL), 16)

    assert whole == Size(600, 816)


def test_what_keeps_its_order_stands_in_rows_as_words_of_a_text():
    sizes = [Size(100, 40), Size(100, 60), Size(250, 40), Size(100, 40), Size(100, 40)]

    whole, corners = pack_in_order(300, 2, [()] * 5, sizes, fit(PANEL), 20)

    assert [(at.x, at.y) for at in corners] == [(0, 0), (120, 0), (0, 80), (0, 140), (120, 140)]
    assert whole == Size(250, 180)
