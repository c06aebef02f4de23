"""A badge for a README: a label, and beside it what is known, each on a ground of its own.

It carries no font and no style sheet, so it is a kilobyte or two; letters are squeezed to the widths of our own font.
Its grounds are its own too, and so it reads the same on a light and on a dark page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from topoviz.rendering.lettering import has_known_width, text_width, visible
from topoviz.rendering.style import FONTS
from topoviz.rendering.svg.pen import escape, number
from topoviz.rendering.svg_check import check_svg

HEIGHT: Final = 22
SIZE: Final = 12
BASELINE: Final = 15
EDGE: Final = 8
CORNER: Final = 4
GAP: Final = 1
MOST_LETTERS: Final = 40
"""Letters of one part; a badge stands in a line of text."""

_INK: Final = "#ffffff"
_LABEL: Final = "#39444f"


class Tone(StrEnum):
    """How something is; the value is its ground, on which white letters have a contrast of 4.5 : 1 and more."""

    PLAIN = "#0069a3"
    GOOD = "#1e7b4a"
    WARN = "#a34f00"
    BAD = "#b3261e"


@dataclass(frozen=True, slots=True)
class Part:
    """Some words of a badge and how it is with what they say."""

    words: str
    tone: Tone = Tone.PLAIN


def badge(label: str, parts: Sequence[Part]) -> str:
    """Draw a badge as SVG. Texts may be anything; long ones are cut."""
    said = [_cut(label), *(_cut(part.words) for part in parts)]
    grounds = [_LABEL, *(part.tone.value for part in parts)]
    widths = [round(text_width(text, SIZE, is_bold=True)) + 2 * EDGE for text in said]
    whole = number(sum(widths) + GAP * len(parts))
    name = escape(": ".join(filter(None, (said[0], ", ".join(said[1:])))))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{HEIGHT}" viewBox="0 0 {whole} {HEIGHT}" '
        f'role="img" aria-labelledby="badge" font-family="{FONTS}">\n<title id="badge">{name}</title>\n'
    )
    drawn = "".join((head, *_drawn(said, grounds, widths), "</svg>\n"))
    check_svg(drawn)
    return drawn


def _drawn(said: Sequence[str], grounds: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    left = 0
    for index, (text, ground, width) in enumerate(zip(said, grounds, widths, strict=True)):
        outline = _outline(left, width, is_first=index == 0, is_last=index == len(said) - 1)
        yield f'<path d="{outline}" fill="{ground}"/>\n'
        length = text_width(text, SIZE, is_bold=True)
        squeezed = f' textLength="{number(length)}" lengthAdjust="spacingAndGlyphs"' if has_known_width(text) else ""
        yield (
            f'<text x="{left + EDGE}" y="{BASELINE}" font-size="{SIZE}" font-weight="600"{squeezed} '
            f'fill="{_INK}">{escape(text)}</text>\n'
        )
        left += width + GAP


def _outline(left: int, width: int, *, is_first: bool, is_last: bool) -> str:
    """Give the outline of a part; the outer ones are round at their ends."""
    start, end = CORNER if is_first else 0, CORNER if is_last else 0
    right = left + width
    return (
        f"M{left + start} 0H{right - end}A{end} {end} 0 0 1 {right} {end}V{HEIGHT - end}"
        f"A{end} {end} 0 0 1 {right - end} {HEIGHT}H{left + start}A{start} {start} 0 0 1 {left} {HEIGHT - start}"
        f"V{start}A{start} {start} 0 0 1 {left + start} 0Z"
    )


def _cut(text: str) -> str:
    seen = visible(" ".join(text.split()))
    return seen if len(seen) <= MOST_LETTERS else f"{seen[: MOST_LETTERS - 1]}…"
