"""The values that Kotlin's literals stand for: numbers, characters, and the text between the holes of a string.

Kotlin's specification, "Syntax and grammar", lexical grammar.
"""

from __future__ import annotations

import re

LONGEST_NUMBER = 400
"""No number of a real program is longer; Python refuses to turn some thousand digits into a number."""

_ESCAPES = {"t": "\t", "b": "\b", "r": "\r", "n": "\n", "'": "'", '"': '"', "\\": "\\", "$": "$"}
_UNICODE_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")
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
    inner = text[1:-1]
    value = escape_value(inner) if inner.startswith("\\") else inner
    return value if value is not None and len(value) == 1 else None


def escape_value(text: str) -> str | None:
    """Give the character of an escape, of one letter or of four hexadecimal digits; None if Kotlin has no such."""
    digits = _UNICODE_ESCAPE.fullmatch(text)
    return chr(int(digits[1], 16)) if digits is not None else _ESCAPES.get(text[1:])
