"""How text is shown and how wide it is, by the widths of the font that pictures bring with them."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from topoviz.rendering.font_files import FOLDER, Weight

WRAP_AT: Final = 44
"""Characters in a line; a longer name goes on in the next line, whole."""

_LEAST: Final = 4
"""Letters that go on in the next line together, where a name has no place to be broken."""

SEPARATORS: Final = " -._/,"
"""Behind these a name may go on in the next line."""

# Letters that Unicode calls printable and that nobody can see.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")

_UNKNOWN: Final = 900
_WIDE: Final = 1100
_PICTOGRAPH: Final = 1400
_ABOVE: Final = 300
"""Widths of letters that the font has not, on the safe side of what fonts have that do."""


def _widths(weight: Weight) -> Mapping[str, int]:
    """Give the width of each letter in thousandths of the size, as the font itself says it."""
    by_width = json.loads((FOLDER / "widths.json").read_text(encoding="utf-8"))[weight.name.lower()]
    return {char: int(width) for width, chars in by_width.items() for char in chars}


_REGULAR: Final = _widths(Weight.REGULAR)
_SEMIBOLD: Final = _widths(Weight.SEMIBOLD)


def visible(text: str) -> str:
    """Show what cannot be seen as escapes: control, direction and zero-width marks, half characters, odd spaces."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if _is_seen(char) else char.encode("unicode_escape").decode("ascii") for char in text)


def _is_seen(char: str) -> bool:
    return char.isprintable() and char not in _BLANK and not _is_variation_selector(char)


def _is_variation_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def text_width(text: str, size: int, *, is_bold: bool = False) -> float:
    """Reckon the width of a line in pixels."""
    widths = _SEMIBOLD if is_bold else _REGULAR
    return sum(widths[char] if char in widths else _foreign_width(char) for char in text) * size / 1000


def _foreign_width(char: str) -> int:
    if unicodedata.combining(char):
        return _ABOVE
    if unicodedata.category(char) == "So":
        return _PICTOGRAPH
    return _WIDE if unicodedata.east_asian_width(char) in "WFA" else _UNKNOWN


def has_known_width(text: str) -> bool:
    """Tell whether the font has every letter, so that the width is no guess."""
    return all(char in _REGULAR for char in text)


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
    # Else a bracket would stand alone in the next line, as that of ${options.getOrdersTopic()}.
    return max(1, min(limit, len(text) - _LEAST))
