"""The font that everything is written in: which files it has, and which letters are in which.

`python -m tests.rendering.make_font` makes them. Pages load the WOFF2 files that their words need; a picture alone
carries them; programs that know no WOFF2 get TrueType files with all letters.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Final

FAMILY: Final = "Topoviz Sans"
"""A name of its own: a font of the reader's machine with the usual name may have other widths."""

FOLDER: Final = Path(__file__).with_name("font")


class Letters(StrEnum):
    """Which letters a file has; those of a name stand in one or two of them."""

    WESTERN = "western"
    LATIN = "latin"
    GREEK = "greek"
    CYRILLIC = "cyrillic"
    BASIC = "basic"


class Weight(IntEnum):
    """How heavy letters are, as `font-weight` says it."""

    REGULAR = 400
    SEMIBOLD = 600

    @property
    def ttf(self) -> Path:
        """The file with all letters."""
        return FOLDER / "ttf" / f"{self.name.lower()}.ttf"

    def woff2(self, letters: Letters) -> Path:
        """The file for browsers with some of the letters."""
        return FOLDER / "woff2" / f"{self.name.lower()}-{letters.value}.woff2"


_SIGNS: Final = "°±·×–—‘’“”‹›•…←↑→↓−≈≠≤≥◆✓"
"""Signs of our own sentences, pages and pictures."""

LETTERS: Final[dict[Letters, tuple[range, ...]]] = {
    Letters.WESTERN: (range(0xA0, 0x100),),
    Letters.LATIN: (range(0x100, 0x300), range(0x1E00, 0x1F00), range(0x2000, 0x2150)),
    Letters.GREEK: (range(0x370, 0x400), range(0x1F00, 0x2000)),
    Letters.CYRILLIC: (range(0x400, 0x530),),
    Letters.BASIC: (range(0x20, 0x7F), *(range(ord(sign), ord(sign) + 1) for sign in _SIGNS)),
}
"""Code points of each file. What stands in two is taken from the last, as browsers do with the order of their rules."""


def letters_of(char: str) -> Letters | None:
    """Say in which file a letter is, if the font has it there."""
    return next((letters for letters in reversed(LETTERS) if any(ord(char) in span for span in LETTERS[letters])), None)


def unicode_range(letters: Letters) -> str:
    """Give the code points of a file as CSS writes them."""
    return ",".join(
        f"U+{span.start:X}" if len(span) == 1 else f"U+{span.start:X}-{span.stop - 1:X}" for span in LETTERS[letters]
    )
