"""Cards for previews: always of one size, with the whole picture on them."""

import struct

import pytest

from topoviz.rendering.places.model import Panel
from topoviz.rendering.png import to_png
from topoviz.rendering.preview_card import HEIGHT, SMALLER, WIDTH, on_card
from topoviz.rendering.style import Theme


def picture(width, height):
    return f'<svg xmlns="http://www.w3.org/2000/svg" id="a" width="{width}" height="{height}" viewBox="0 0 1 1"></svg>'


@pytest.mark.parametrize(("width", "height"), [(10, 10), (640, 700), (5000, 300), (300, 9000)])
def test_the_picture_stands_whole_in_the_middle(width, height):
    card = on_card(picture(width, height), Theme.LIGHT)

    inner = card.partition('id="a" ')[2]
    left, top, wide, high = (
        float(inner.partition(f'{name}="')[2].partition('"')[0]) for name in ("x", "y", "width", "height")
    )
    assert left >= 30
    assert top >= 30
    assert left + wide <= WIDTH - 30 + 0.1
    assert top + high <= HEIGHT - 60
    assert wide / high == pytest.approx(width / height, rel=0.02)
    assert left + wide / 2 == pytest.approx(WIDTH / 2, abs=1)
    assert (SMALLER in card) is (wide / width < 0.6)


@pytest.mark.parametrize("theme", list(Theme))
def test_a_card_has_its_size_in_pixels(theme):
    data = to_png(picture(333, 77), theme, Panel.CARD)

    assert struct.unpack(">II", data[16:24]) == (WIDTH, HEIGHT)
