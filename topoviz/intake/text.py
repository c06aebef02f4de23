"""Bytes as text, in the encodings in which people save programs."""

from __future__ import annotations

import codecs
from typing import Final

MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip


def decode(data: bytes) -> str | None:
    """Read bytes as UTF-8, or UTF-16 with a mark; None for what is no text, or in another encoding."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, errors="replace")
    if b"\0" in data:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
