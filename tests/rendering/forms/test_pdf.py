"""PDF is made from the same drawing, with words that can be selected, or a sentence says why not."""

import re
import zlib
from importlib.util import find_spec

import pytest

from tests.rendering.drawing import JOIN_AND_COUNT, svg
from topoviz.child import Answer, Ending
from topoviz.rendering.forms import pdf
from topoviz.rendering.forms.pdf import to_pdf
from topoviz.rendering.picture import Undrawable

with_typst = pytest.mark.skipif(find_spec("typst") is None, reason="the package typst is not installed")


@pytest.fixture(scope="module")
def drawing():
    return svg(JOIN_AND_COUNT, "topology", with_style=False)


def page_of(data):
    """The width and height of the one page, in points."""
    (box,) = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", objects_of(data))
    return tuple(map(float, box))


def objects_of(data):
    """Everything in a PDF, with its streams unpacked."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    return data + b"\n".join(map(unpacked, streams))


def unpacked(stream):
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""


@with_typst
def test_its_one_page_is_as_large_as_the_drawing_and_our_font_is_in_it(drawing):
    width, height = re.match(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"', drawing).groups()

    data = to_pdf(drawing)

    assert data.startswith(b"%PDF-")
    assert page_of(data) == (pytest.approx(float(width) * 0.75, abs=1), pytest.approx(float(height) * 0.75, abs=1))
    assert b"TopovizSans" in objects_of(data)
    assert b"/ToUnicode" in objects_of(data), "letters can be selected"
    assert b"/Subtype/Image" not in data.replace(b" ", b""), "nothing is painted into pixels"


@with_typst
def test_the_same_drawing_gives_the_same_bytes(drawing):
    assert to_pdf(drawing) == to_pdf(drawing)


@with_typst
def test_a_page_never_grows_beyond_what_programs_open(drawing):
    huge = re.sub(r'width="\d+" height="\d+"', 'width="40000" height="20000"', drawing, count=1)

    assert page_of(to_pdf(huge)) == (14_400.0, 7_200.0)


@with_typst
def test_names_are_never_a_part_of_the_program_that_sets_the_page():
    hostile = 'builder.stream("#panic(1) ]; $x$ \\" </title>").to("b");'

    assert to_pdf(svg(hostile, "around:t0:1", with_style=False)).startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ({"find_spec": lambda name: None}, r"PDF needs the package typst.*pip install 'topoviz\[server\]'"),
        ({"run_child": lambda *given: Answer(Ending.TOOK_TOO_LONG)}, "takes more time or memory"),
    ],
)
def test_failures_are_told(drawing, monkeypatch, missing, words):
    monkeypatch.setattr(pdf, "find_spec", lambda name: object())
    for name, stand_in in missing.items():
        monkeypatch.setattr(pdf, name, stand_in)

    with pytest.raises(Undrawable, match=words):
        to_pdf(drawing)
