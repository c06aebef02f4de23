"""How sizes, counts and times stand in sentences."""

from __future__ import annotations

from typing import Final

_UNITS: Final = (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10))


def size_text(size: int) -> str:
    """Give `32 MiB`, `1.5 GiB` or `900 bytes`."""
    for unit, factor in _UNITS:
        if size >= factor:
            # Two places, so that shares still add up in an arithmetic.
            text = f"{size / factor:,.2f}".rstrip("0").rstrip(".")
            return f"{text} {unit}"
    return f"{size:,} {'byte' if size == 1 else 'bytes'}"


def count_text(number: int, one: str, many: str = "") -> str:
    """Give `1 producer` or `2,000 producers`."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def time_text(milliseconds: float) -> str:
    """Give `150 ms`, `0.25 ms`, `12 s` or `5 min`."""
    if milliseconds < 1000:
        return f"{_short(milliseconds)} ms"
    if milliseconds < 120_000:
        return f"{_short(milliseconds / 1000)} s"
    return f"{_short(milliseconds / 60_000)} min"


def _short(number: float) -> str:
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.3g}"
