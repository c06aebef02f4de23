"""Read the lines of a `.properties` file.

Java: java.util.Properties#load. Spring Boot adds documents, which a line `#---` separates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from topoviz.engine.source import Span
from topoviz.engine.syntax.configuration.settings import Setting, plain_key

_LINE: Final = re.compile(rb"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_DOCUMENT_MARK: Final = re.compile(rb"[#!]---\s*\Z")
_KEY: Final = re.compile(r"(?:[^\\=: \t\f]|\\.)*", re.DOTALL)
_SEPARATOR: Final = re.compile(r"[ \t\f]*[=:]?[ \t\f]*")
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_LETTERS: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_BLANKS: Final = b" \t\f"


class _Line(NamedTuple):
    """A logical line: its parts put together, and where they stand."""

    text: str
    start: int
    end: int


def read_properties(data: bytes, file_id: int) -> Iterator[list[Setting]]:
    """Give the settings of each document of the file."""
    found: list[Setting] = []
    for line in _logical_lines(data):
        if line is None:
            yield found
            found = []
        else:
            found.append(_setting(line, file_id))
    yield found


def _logical_lines(data: bytes) -> Iterator[_Line | None]:
    """Join lines that end in a backslash, and leave comments out; None stands between two documents."""
    parts: list[bytes] = []
    start = 0
    for natural in _LINE.finditer(data):
        text = natural[1].lstrip(_BLANKS)
        if not parts and text[:1] in (b"", b"#", b"!"):
            if _DOCUMENT_MARK.match(text):
                yield None
            continue
        if not parts:
            start = natural.end(1) - len(text)
        if _goes_on(text):
            parts.append(text[:-1])
        elif text or parts:
            parts.append(text)
            yield _Line(b"".join(parts).decode("utf-8", errors="replace"), start, natural.end(1))
            parts = []
    if parts:
        yield _Line(b"".join(parts).decode("utf-8", errors="replace"), start, len(data))


def _goes_on(text: bytes) -> bool:
    return (len(text) - len(text.rstrip(b"\\"))) % 2 == 1


def _setting(line: _Line, file_id: int) -> Setting:
    key = _KEY.match(line.text)
    assert key is not None
    separator = _SEPARATOR.match(line.text, key.end())
    assert separator is not None
    span = Span(file_id, line.start, line.end)
    return Setting(plain_key(_unescaped(key[0])), _unescaped(line.text[separator.end() :]), span)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_letter, text)


def _letter(escape: re.Match[str]) -> str:
    sign = escape[1]
    return chr(int(sign[1:], 16)) if len(sign) == 5 else _LETTERS.get(sign, sign)
