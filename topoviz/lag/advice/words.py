"""How advice writes its figures."""

from __future__ import annotations

from typing import Final

from topoviz.lag.findings.words import duration, number

_LEAST_WRITTEN: Final = 0.05
"""Of less nothing is left when it is rounded."""

IN_MINUTES: Final = 600.0
"""From so many seconds on a wait is written in minutes."""


def rate(value: float) -> str:
    """Write records a second."""
    return f"{number(value)} records a second"


def threads(value: float) -> str:
    """Write parts of threads."""
    return f"{value:,.2f}"


def counted(count: int, what: str, several: str = "") -> str:
    """Write a count with its noun."""
    return f"1 {what}" if count == 1 else f"{count:,} {several or what + 's'}"


def wait(seconds: float) -> str:
    """Write how long something waits; up to ten minutes in seconds, so that two of them compare."""
    if seconds < _LEAST_WRITTEN:
        return "less than a second"
    if seconds < 10:
        return f"{seconds:.1f} seconds"
    return f"{seconds:,.0f} seconds" if seconds < IN_MINUTES else duration(seconds)
