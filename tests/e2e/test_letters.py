"""Letters are as wide in a browser as they were reckoned, so that no name leaves its box."""

import random
import string

import pytest

from tests.rendering.cards.making import card, row
from tests.rendering.svg.sheets import drawn
from topoviz.rendering.lettering import has_known_width, text_width
from topoviz.rendering.picture import Group, Kind
from topoviz.rendering.style import FONTS
from topoviz.rendering.svg.font import font_rules, with_font
from topoviz.rendering.svg.pen import escape

pytestmark = pytest.mark.xdist_group("pages")

LETTERS = string.ascii_letters + string.digits + "-_./äöüßÄÖÜẞéèçñøåæłŁżźćőűğİΩμέαЖурналЇ×·→…"
KNOWN = (
    "Rechnungsempfängerbestätigungsverarbeitung-store",
    "Lieferantenstammdatenänderungsmitteilung",
    "GRÖSSENMASSÄNDERUNGSWÜNSCHE",
    "WWW.MAXIMAL_VALUE-WAVE",
    "AVATAR Tokens To. Ye. VAT LT",
    "fi ffi fl office",
    "illilliillill.",
)
FOREIGN = ("注文テーブル", "한국어 주문", "🛒🛒🛒 cart", "①②㊙", "שלום", "नमस्ते", "ไทยภาษา", "e\u0301te\u0301", "▾ ⋯ ∀")
WIDTHS = """() => document.fonts.ready.then(
  () => [...document.querySelectorAll("text")].map((text) => text.getComputedTextLength())
)"""


def some_names(count):
    chance = random.Random(14)  # noqa: S311 - the same names each time
    return ["".join(chance.choices(LETTERS, k=chance.randint(3, 44))).strip() or "x" for _ in range(count)]


@pytest.fixture(scope="module")
def measured(browser):
    """How wide a browser draws names, in both weights."""
    names = [*KNOWN, *some_names(200), *FOREIGN]
    texts = "".join(
        f'<text font-size="14" font-weight="{weight}">{escape(name)}</text>' for weight in (400, 600) for name in names
    )
    page = browser.new_page()
    page.set_content(f'<style>{" ".join(sorted(font_rules()))}</style><svg font-family="{FONTS}">{texts}</svg>')
    widths = page.evaluate(WIDTHS)
    page.close()
    reckoned = [text_width(name, 14, is_bold=is_bold) for is_bold in (False, True) for name in names]
    return list(zip(names * 2, reckoned, widths, strict=True))


def test_names_are_as_wide_as_reckoned(measured):
    known = [(name, reckoned, real) for name, reckoned, real in measured if has_known_width(name)]

    assert len(known) == 2 * (200 + len(KNOWN))
    assert [one for one in known if abs(one[1] - one[2]) > 0.01 * one[2]] == []


def test_letters_that_the_font_lacks_are_never_wider_than_reckoned(measured):
    assert [one for one in measured if one[0] in FOREIGN and one[2] > one[1]] == []


def test_no_name_leaves_its_card(browser):
    kinds = (Kind.TOPIC, Kind.STATEFUL, Kind.STORE)
    cards = [card(row(kind, f"{name} {name}")) for name in (*KNOWN, *FOREIGN) for kind in kinds]
    page = browser.new_page()
    page.set_content(with_font(drawn(cards, groups=[Group(0, KNOWN[0])])))
    outside = page.evaluate(
        """() => document.fonts.ready.then(() => [...document.querySelectorAll(".card")].flatMap((card) => {
          const edge = card.querySelector("path").getBoundingClientRect();
          return [...card.querySelectorAll("text")].filter((text) => {
            const box = text.getBoundingClientRect();
            return box.left < edge.left || box.right > edge.right;
          }).map((text) => text.textContent);
        }))"""
    )
    page.close()

    assert len(cards) > 40
    assert outside == []


def test_a_picture_in_an_image_brings_its_letters(browser):
    """As on pages elsewhere, where no font of ours is: the letters change what is painted."""
    plain = drawn([card(row(Kind.TOPIC, "Aufträge"))], with_style=True)
    painted = []
    for svg in (plain, with_font(plain)):
        page = browser.new_page()
        page.set_content('<img id="picture">')
        page.evaluate(
            """(svg) => new Promise((done) => {
              const image = document.getElementById("picture");
              image.onload = done;
              image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
            })""",
            svg,
        )
        painted.append(page.locator("#picture").screenshot())
        page.close()

    assert painted[0] != painted[1]
