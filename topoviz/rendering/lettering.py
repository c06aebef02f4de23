"""How text is shown and how wide it is, reckoned without any font so that pictures are the same everywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

WRAP_AT: Final = 44
"""Characters in a line; a longer name goes on in the next line, whole."""

SEPARATORS: Final = " -._/,"
"""Behind these a name may go on in the next line."""

# Letters that Unicode calls printable and that nobody can see.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")

# Widths in thousandths of the size, as the common sans-serif fonts have them (Helvetica's metrics).
_WIDTHS: Final[dict[int, str]] = {
    191: "'",
    222: "ijl",
    260: "|",
    278: " !,./:;I[\\]ft·",
    333: "()-`r{}",
    355: '"',
    389: "*",
    469: "^",
    500: "Jckscvxyz",
    556: "#$0123456789?L_abdeghnopqu–",
    584: "+<=>~×−",
    611: "FTZ",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1000: "…→◆",
    1015: "@",
}
BOLD: Final = 1.07
"""How much wider Helvetica's bold letters are, taken over a line."""

_WIDTH_OF: Final = {char: width for width, chars in _WIDTHS.items() for char in chars}
_OTHER_WIDTH: Final = 700
_WIDE_WIDTH: Final = 1100


def visible(text: str) -> str:
    """Show what cannot be seen as escapes: control, direction and zero-width marks, half characters, odd spaces."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if _is_seen(char) else char.encode("unicode_escape").decode("ascii") for char in text)


def _is_seen(char: str) -> bool:
    return char.isprintable() and char not in _BLANK and not _is_variation_selector(char)


def _is_variation_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def text_width(text: str, size: int) -> float:
    """Reckon the width of a line in pixels."""
    return sum(map(_char_width, text)) * size / 1000


def _char_width(char: str) -> int:
    known = _WIDTH_OF.get(char)
    if known is not None:
        return known
    if unicodedata.combining(char):
        return 0
    return _WIDE_WIDTH if unicodedata.east_asian_width(char) in "WF" else _OTHER_WIDTH


def has_known_width(text: str) -> bool:
    """Tell whether every letter's width is known, and not a guess."""
    return all(char in _WIDTH_OF for char in text)


def wrap(text: str, limit: int = WRAP_AT) -> tuple[str, ...]:
    """Break a name into lines, after a space or a separator of names where there is one; nothing is lost."""
    return _wrapped(text, limit, (SEPARATORS,))


def wrap_words(text: str, limit: int) -> tuple[str, ...]:
    """Break a sentence into lines between words, and inside a word as `wrap` does only where it is a long one."""
    return _wrapped(text, limit, (" ", SEPARATORS))


def _wrapped(text: str, limit: int, separators: Sequence[str]) -> tuple[str, ...]:
    lines: list[str] = []
    while len(text) > limit:
        cut = _break_before(text, limit, separators)
        lines.append(text[:cut])
        text = text[cut:]
    return (*lines, text)


def wrap_evenly(text: str, limit: int) -> tuple[str, ...]:
    """Break a text into as few lines as `wrap` does, about equally long where it can be broken after separators."""
    lines = wrap(text, limit)
    for shorter in range(-(-len(text) // len(lines)), limit):
        tried = wrap(text, shorter)
        if len(tried) == len(lines) and all(line[-1] in SEPARATORS for line in tried[:-1]):
            return tried
    return lines


def _break_before(text: str, limit: int, separators: Sequence[str]) -> int:
    for some in separators:
        for cut in range(limit, limit // 2, -1):
            if text[cut - 1] in some:
                return cut
    return limit
