"""Badges: small, escaped, and readable on any page."""

from xml.etree import ElementTree as ET

import pytest

from topoviz.rendering.badge import MOST_LETTERS, Part, Tone, badge
from topoviz.rendering.lettering import text_width
from topoviz.rendering.svg_check import NotAllowed, check_svg

SVG = "{http://www.w3.org/2000/svg}"


def test_a_badge_has_its_parts_one_after_another_and_says_them_to_readers():
    drawn = ET.fromstring(badge("Shop", [Part("3 sub-topologies"), Part("compatible", Tone.GOOD)]))  # noqa: S314 - our own

    texts = drawn.findall(f"{SVG}text")
    assert [one.text for one in texts] == ["Shop", "3 sub-topologies", "compatible"]
    assert drawn.find(f"{SVG}title").text == "Shop: 3 sub-topologies, compatible"
    ends = [float(one.get("x")) + float(one.get("textLength")) for one in texts]
    assert all(end < float(after.get("x")) for end, after in zip(ends, texts[1:], strict=False))
    assert ends[-1] < float(drawn.get("width"))
    assert [float(one.get("textLength")) for one in texts] == pytest.approx(
        [text_width(one.text, 12, is_bold=True) for one in texts], abs=0.01
    )


def test_a_badge_is_light_and_needs_nothing_from_elsewhere():
    drawn = badge("Shop", [Part("3 sub-topologies"), Part("12 tasks"), Part("state is lost", Tone.BAD)])

    assert len(drawn) < 2_000
    assert not any(word in drawn for word in ("href", "url(", "<style", "script", "data:"))


@pytest.mark.parametrize(
    "text", ["</text><script>alert(1)</script>", '" onload="x', "a\u202eb\x00\ud800", "x" * 9_000, ""]
)
def test_whatever_stands_in_a_badge_is_text_and_short(text):
    drawn = ET.fromstring(badge(text, [Part(text)]))  # noqa: S314 - our own

    assert [one.tag for one in drawn] == [f"{SVG}title", *[f"{SVG}path", f"{SVG}text"] * 2]
    assert all(len(one.text or "") <= MOST_LETTERS for one in drawn.findall(f"{SVG}text"))


@pytest.mark.parametrize("ground", [*(tone.value for tone in Tone), "#39444f"])
def test_white_letters_can_be_read_on_every_ground(ground):
    channels = [int(ground[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    luminance = sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    assert 1.05 / (luminance + 0.05) >= 4.5


def test_the_check_looks_at_badges_too():
    with pytest.raises(NotAllowed):
        check_svg(badge("a", []).replace("<path", '<image href="x"/><path', 1))
