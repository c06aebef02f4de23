"""Regular expressions that mean the same to Java and to Python: String#replaceAll, #replaceFirst, #matches, #split.

Source: java.util.regex.Pattern. What Python reads in another way, or may, is not followed: classes within classes,
possessive quantifiers, named groups, flags, and letters beyond ASCII. Nor is what may take long: both languages try
all ways in which a pattern can match, of which there may be more than anybody can wait for.
"""

from __future__ import annotations

import re
from typing import Final

_SAME: Final = re.compile(
    r"(?:[\w ,;:/#%&=<>!~'\"@-]|\\[sdwSDWb.|,;:/$^()\[\]{}*+?_-]"
    r"|\[\^?(?:[\w .,;:/#%=<>!~'\"@$|()*+?_-]|\\[sdwSDW.-])+\]"
    r"|\.|\^|\$|\||\((?:\?:|\?=|\?!|\?<=|\?<!)?|\)|(?<=[^(|^])[*+?]\??|\{\d{1,3}(?:,\d{0,3})?\})*"
)
_REPEATED: Final = re.compile(r"[*+?}]\+|\[[^\]]*(?:&&|\[)|--|\|\||~~")


_LONGEST: Final = {0: 100_000, 1: 2_000, 2: 250, 3: 250}
"""How long a text may be, by how many parts of the pattern may take any number of letters of it."""

_MOST_WRITTEN: Final = 10_000_000
_PIECES: Final = re.compile(r"\\.|\[\^?(?:\\.|[^\]\\])+\]|\(\?(?:<?[=!]|:)|\{[^}]*\}|.", re.DOTALL)
_REPEATS: Final = ("*", "+", "{")


def compiled(pattern: str, text: str) -> re.Pattern[str] | None:
    """Compile a pattern that means the same in both languages, for a text that has no letters of other scripts."""
    if not text.isascii() or "\n" in text or "\r" in text:
        return None
    if _SAME.fullmatch(pattern) is None or _REPEATED.search(pattern) or not _is_quick(pattern, text):
        return None
    try:
        return re.compile(pattern, re.ASCII)
    except re.error:
        return None


def _is_quick(pattern: str, text: str) -> bool:
    """Tell whether looking for a pattern ends soon: nothing is repeated within what is repeated, and little at all.

    A group with a repetition or a choice in it may match one text in many ways; repeated, in too many.
    """
    repetitions = 0
    groups = [False]  # for each group round here, whether it may match in several ways
    pieces = _PIECES.findall(pattern)
    for piece, following in zip(pieces, [*pieces[1:], ""], strict=True):
        if piece.startswith("("):
            groups.append(False)
        elif piece == ")" and len(groups) > 1:
            is_manifold = groups.pop()
            if is_manifold and following.startswith(_REPEATS):
                return False
            groups[-1] = groups[-1] or is_manifold
        elif piece == "|" or piece.startswith(_REPEATS):
            groups[-1] = True
            repetitions += piece != "|"
    return len(text) <= _LONGEST.get(repetitions, 0)


def replaced(text: str, pattern: str, replacement: str, *, count: int = 0) -> str | None:
    """String#replaceAll, or #replaceFirst with a count of 1; None when the result is not known."""
    found = compiled(pattern, text) if len(text) * len(replacement) < _MOST_WRITTEN else None
    parts = _replacement_parts(replacement)
    if found is None or parts is None or any(isinstance(part, int) and part > found.groups for part in parts):
        return None

    def put(match: re.Match[str]) -> str:
        return "".join(part if isinstance(part, str) else match[part] or "" for part in parts)

    return found.sub(put, text, count=count)


def matches(text: str, pattern: str) -> bool | None:
    """String#matches: whether the whole text does."""
    found = compiled(pattern, text)
    return None if found is None else found.fullmatch(text) is not None


def _replacement_parts(replacement: str) -> list[str | int] | None:
    """Take a replacement apart: `$1` is a group, and what stands behind a backslash means itself."""
    parts: list[str | int] = []
    for piece in re.findall(r"\\.|\$\d|[^\\$]+|.", replacement, re.DOTALL):
        if piece.startswith("\\") and len(piece) > 1:
            parts.append(piece[1:])
        elif piece.startswith("$") and len(piece) > 1:
            parts.append(int(piece[1:]))
        elif piece in ("\\", "$"):
            return None  # Java refuses it, or looks for a group by name
        else:
            parts.append(piece)
    groups_of_two = re.search(r"\$\d\d", replacement)
    return None if groups_of_two else parts
