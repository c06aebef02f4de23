"""The values that literals stand for: numbers in all radixes, characters, strings and text blocks.

Java Language Specification 21, sections 3.10.1 to 3.10.7.
"""

from __future__ import annotations

import re

# No number of a real program is longer; Python refuses to turn some thousand digits into a number.
LONGEST_NUMBER = 400

_ESCAPE = re.compile(r"\\(?:u+([0-9a-fA-F]{4})|([0-3][0-7]{0,2}|[4-7][0-7]?)|(\n)|(.))", re.DOTALL)
_SIMPLE_ESCAPES = {
    "b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "s": " ", '"': '"', "'": "'", "\\": "\\",
}  # fmt: skip
_LINE_END = re.compile(r"\r\n?")
_TEXT_BLOCK_START = re.compile(r'"""[ \t\f]*\n')
# What Java calls white space below U+0080; the line end is not among them.
_WHITE_SPACE = " \t\f\v\x1c\x1d\x1e\x1f"


def integer_value(text: str) -> int | None:
    """Give the value of an integer literal; None if it is none.

    Only decimal literals are never negative: `0xFFFFFFFF` is -1, `0xFFFFFFFFL` is 4294967295.
    """
    digits = text.replace("_", "")
    is_long = digits[-1:] in ("l", "L")
    digits = digits[:-1] if is_long else digits
    if len(digits) > LONGEST_NUMBER:
        return None
    radix, digits = _split_radix(digits)
    try:
        value = int(digits, radix)
    except ValueError:
        return None
    return value if radix == 10 else _wrapped(value, 64 if is_long else 32)


def float_value(text: str) -> float | None:
    """Give the value of a floating point literal; None if it is none or too large."""
    digits = text.replace("_", "").lower()
    if len(digits) > LONGEST_NUMBER:
        return None
    try:
        if digits.startswith("0x"):
            return float.fromhex(digits.rstrip("fd") if "p" in digits else digits)
        return float(digits.rstrip("fd"))
    except (ValueError, OverflowError):
        return None


def character_value(text: str) -> str | None:
    """Give the one character of a literal such as `'a'`; None if it is not one."""
    value = _unescaped(text[1:-1])
    return value if value is not None and len(value) == 1 else None


def string_value(text: str) -> str | None:
    """Give the characters of a string or text block with its quotes; None if Java does not allow it."""
    if text.startswith('"""') and len(text) >= 6:
        return _text_block_value(_LINE_END.sub("\n", text))
    if "\n" in text:
        return None
    return _unescaped(text[1:-1])


def _split_radix(digits: str) -> tuple[int, str]:
    match digits[:2].lower():
        case "0x":
            return 16, digits[2:]
        case "0b":
            return 2, digits[2:]
        case _ if len(digits) > 1 and digits[0] == "0":
            return 8, digits[1:]
        case _:
            return 10, digits


def _wrapped(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) == 1 else value


def _text_block_value(text: str) -> str | None:
    start = _TEXT_BLOCK_START.match(text)
    if start is None:
        return None
    lines = text[start.end() : -3].split("\n")
    # The last line counts even when blank: the closing quotes set the margin.
    margins = [_indentation(line) for line in lines[:-1] if line.strip(_WHITE_SPACE)]
    margins.append(_indentation(lines[-1]))
    margin = min(margins)
    return _unescaped("\n".join(line[margin:].rstrip(_WHITE_SPACE) for line in lines))


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(_WHITE_SPACE))


def _unescaped(text: str) -> str | None:
    if "\\" not in text:
        return text
    pieces: list[str] = []
    end = 0
    for escape in _ESCAPE.finditer(text):
        character = _escaped_character(escape)
        if character is None:
            return None
        pieces += (text[end : escape.start()], character)
        end = escape.end()
    pieces.append(text[end:])
    return _with_pairs_joined("".join(pieces))


def _escaped_character(escape: re.Match[str]) -> str | None:
    unicode, octal, line_end, simple = escape.groups()
    if unicode:
        return chr(int(unicode, 16))
    if octal:
        return chr(int(octal, 8))
    return "" if line_end else _SIMPLE_ESCAPES.get(simple)


def _with_pairs_joined(text: str) -> str:
    """Join characters beyond U+FFFF, which Java writes as two escapes; a half alone has no meaning in UTF-8."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
