"""Spans of time, as people write them (`90s`, `10m`, `1h30m`) and as sentences say them."""

from __future__ import annotations

import re
from typing import Final

_UNITS: Final = {"ms": 1, "s": 1_000, "m": 60_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000}
_PART: Final = re.compile(r"(\d{1,12})(?:\.(\d{1,3}))?\s*(ms|s|min|m|h|d)", re.ASCII)


def parse_duration(text: str) -> int:
    """Read a span in milliseconds; raises ValueError for a text that is none, such as a number without a unit."""
    rest, total = text.strip(), 0
    if rest == "0":
        return 0
    while rest:
        match = _PART.match(rest)
        if match is None:
            raise ValueError(f"{text[:40]!r} is no span of time such as 90s, 10m or 1h30m.")
        unit = _UNITS[match[3]]
        total += int(match[1]) * unit + int((match[2] or "").ljust(3, "0") or 0) * unit // 1_000
        rest = rest[match.end() :].lstrip()
    if not text.strip():
        raise ValueError("A span of time is wanted, such as 90s, 10m or 1h30m.")
    return total


def duration_text(milliseconds: int) -> str:
    """Say a span in its two greatest units: `45 s`, `2 min`, `1 h 5 min`, `6.2 s`, `300 ms`."""
    if milliseconds < 1_000:
        return f"{milliseconds} ms"
    if milliseconds < 60_000:
        tenths = (milliseconds + 50) // 100
        return f"{tenths // 10}.{tenths % 10} s" if tenths % 10 else f"{tenths // 10} s"
    seconds = (milliseconds + 500) // 1_000
    for unit, size, smaller, part in (("d", 86_400, "h", 3_600), ("h", 3_600, "min", 60), ("min", 60, "s", 1)):
        if seconds >= size:
            rest = seconds % size // part
            return f"{seconds // size} {unit} {rest} {smaller}" if rest else f"{seconds // size} {unit}"
    return "1 min"


def clock_text(milliseconds: int) -> str:
    """Say a moment since the beginning as a clock does: `0:10:45.3`."""
    tenths = (milliseconds % 1_000) // 100
    seconds = milliseconds // 1_000
    return f"{seconds // 3_600}:{seconds // 60 % 60:02}:{seconds % 60:02}.{tenths}"
