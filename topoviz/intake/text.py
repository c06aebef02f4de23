"""Bytes as text, in the encodings in which people save programs."""

from __future__ import annotations

import codecs
from typing import Final

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip


def decode(data: bytes) -> str:
    """Read bytes as UTF-8, or UTF-16 with a mark; raises UnicodeDecodeError for another encoding."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, errors="replace")
    return data.decode("utf-8")


def decode_text(data: bytes) -> str | None:
    """Read bytes as `decode` does; None for another encoding, and for what is no text."""
    is_marked = data.startswith(tuple(mark for mark, _ in _MARKS))
    try:
        return None if b"\0" in data and not is_marked else decode(data)
    except UnicodeDecodeError:
        return None
