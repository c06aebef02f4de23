"""The values that Kotlin's literals stand for: numbers, characters, and the text between the holes of a string.

Kotlin's specification, "Syntax and grammar", lexical grammar.
"""

from __future__ import annotations

import re

LONGEST_NUMBER = 400
"""No number of a real program is longer; Python refuses to turn some thousand digits into a number."""

_ESCAPES = {"t": "\t", "b": "\b", "r": "\r", "n": "\n", "'": "'", '"': '"', "\\": "\\", "$": "$"}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_RADIXES = {"0x": 16, "0b": 2}


def number_value(text: str) -> int | float | None:
    """Give the value of a number of any kind; None if it is none."""
    digits = text.replace("_", "").lower()
    if len(digits) > LONGEST_NUMBER:
        return None
    radix = _RADIXES.get(digits[:2], 10)
    try:
        if radix != 10:
            return int(digits[2:].rstrip("ul"), radix)
        if "." in digits or "e" in digits or digits.endswith("f"):
            return float(digits.rstrip("f"))
        return int(digits.rstrip("ul"))
    except (ValueError, OverflowError):
        return None


def character_value(text: str) -> str | None:
    """Give the character of a literal such as `'a'`; None if it is not one."""
    value = unescaped(text[1:-1])
    return value if value is not None and len(value) == 1 else None


def unescaped(text: str) -> str | None:
    """Give the characters of a text with escapes; None if Kotlin has no such escape."""
    if "\\" not in text:
        return text
    pieces: list[str] = []
    end = 0
    for escape in _ESCAPE.finditer(text):
        character = chr(int(escape[1], 16)) if escape[1] else _ESCAPES.get(escape[2])
        if character is None:
            return None
        pieces += (text[end : escape.start()], character)
        end = escape.end()
    pieces.append(text[end:])
    # Kotlin writes a character beyond U+FFFF as two escapes; a half alone has no meaning in UTF-8.
    return "".join(pieces).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
