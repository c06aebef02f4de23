"""The font's files have the letters they say, and pages are told the same."""

import re
from pathlib import Path

from topoviz.rendering.font_files import FAMILY, LETTERS, Letters, Weight, letters_of, unicode_range
from topoviz.rendering.lettering import has_known_width

CSS = Path(__file__).parents[2] / "topoviz/web/static/topoviz/topoviz.css"
RULE = re.compile(
    r'@font-face \{\s*font-family: "([^"]+)";\s*font-weight: (\d+);\s*font-display: swap;\s*'
    r'unicode-range: ([^;]+);\s*src: url\("font/([^"]+)"\)'
)


def test_pages_know_every_file_and_its_letters():
    rules = [
        (family, int(weight), span.replace(" ", ""), file)
        for family, weight, span, file in RULE.findall(CSS.read_text())
    ]

    assert rules == [
        (FAMILY, weight.value, unicode_range(letters), weight.woff2(letters).name)
        for weight in Weight
        for letters in Letters
    ]


def test_no_file_is_larger_than_a_page_can_bear():
    for weight in Weight:
        assert all(0 < weight.woff2(letters).stat().st_size < 20_000 for letters in Letters)
        assert weight.woff2(Letters.BASIC).stat().st_size < 7_000


def test_names_of_europe_can_be_written():
    assert has_known_width("ÄÖÜäöüß Ææ Øø Åå éèêç ñ Łódź Žluťoučký őű Ğğ Ω μέ Журнал Її")


def test_a_letter_in_two_files_is_taken_from_the_last():
    assert letters_of("×") is Letters.BASIC
    assert letters_of("ß") is Letters.WESTERN
    assert letters_of("注") is None
    assert list(LETTERS) == list(Letters)
