"""PNG is made from the same drawing, or a sentence says why not."""

import struct
from importlib.util import find_spec

import pytest

from tests.rendering.drawing import JOIN_AND_COUNT, svg
from topoviz.child import Answer, Ending
from topoviz.rendering import png
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.png import to_png
from topoviz.rendering.png_child import FONT_FILES, STYLE
from topoviz.rendering.style import Theme

with_resvg = pytest.mark.skipif(find_spec("resvg_py") is None, reason="the package resvg_py is not installed")


def size_of(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", data[16:24])


@with_resvg
def test_its_letters_need_no_font_of_the_machine():
    import resvg_py

    word = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="16">M</text></svg>'
    blank = resvg_py.svg_to_bytes(svg_string=word, skip_system_fonts=True)

    painted = resvg_py.svg_to_bytes(
        svg_string=word, style_sheet=STYLE, font_files=list(FONT_FILES), skip_system_fonts=True
    )

    assert painted != blank


@with_resvg
def test_a_png_is_twice_as_large_as_the_drawing():
    text = svg(JOIN_AND_COUNT, "topology", with_style=False)
    width, height = (float(value) for value in text.partition('viewBox="0 0 ')[2].partition('"')[0].split())

    found = size_of(to_png(text))

    assert found == (pytest.approx(2 * width, abs=1), pytest.approx(2 * height, abs=1))


@with_resvg
def test_light_and_dark_differ_and_each_stays_the_same():
    light, dark = (svg(JOIN_AND_COUNT, "plan", with_style=False, theme=theme) for theme in (Theme.LIGHT, Theme.DARK))

    assert to_png(light) != to_png(dark)
    assert to_png(light) == to_png(light)


@with_resvg
def test_a_large_drawing_gets_fewer_pixels(monkeypatch):
    text = svg(JOIN_AND_COUNT, "plan", with_style=False)
    monkeypatch.setattr(png, "PNG_PIXELS", 500_000)

    width, height = size_of(to_png(text))

    assert width * height <= 510_000


def test_a_drawing_that_could_not_be_read_as_png_is_refused(monkeypatch):
    monkeypatch.setattr(png, "PNG_PIXELS", 1_000)
    monkeypatch.setattr(png, "find_spec", lambda name: object())

    with pytest.raises(Undrawable, match=r"more than 1,000 pixels\. Write an \.svg\."):
        to_png(svg(JOIN_AND_COUNT, "plan", with_style=False))


def test_without_the_package_the_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setattr(png, "find_spec", lambda name: None)

    with pytest.raises(Undrawable, match=r"PNG needs the package resvg_py.*pip install 'topoviz\[server\]'"):
        to_png(svg(JOIN_AND_COUNT, "plan"))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(Ending.FAILED, 1), "takes more time or memory"),
        (Answer(Ending.TOOK_TOO_LONG), "takes more time or memory"),
    ],
)
def test_failures_are_told(monkeypatch, answer, words):
    monkeypatch.setattr(png, "find_spec", lambda name: object())
    monkeypatch.setattr(png, "run_child", lambda *given: answer)

    with pytest.raises(Undrawable, match=words):
        to_png(svg(JOIN_AND_COUNT, "plan"))
