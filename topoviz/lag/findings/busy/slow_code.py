"""Threads spend their time in the program's own code."""

from __future__ import annotations

from typing import Final

from topoviz.lag.findings.busy.model import Busy, Cause, milliseconds
from topoviz.lag.findings.words import percent
from topoviz.lag.report import FindingKind

_LEAST: Final = 0.5
_ADVICE: Final = (
    "Look at what a record costs there: in thread dumps see where that thread stands, at calls to other services, at "
    "the state stores, at serialization."
)


def slow_code(busy: Busy) -> Cause | None:
    """Say so where processing takes most of the time, and half of it at least."""
    if busy.process is None or not busy.is_most(busy.process, _LEAST):
        return None
    each = f", {milliseconds(busy.process_latency_ms)} for each record" if busy.process_latency_ms else ""
    commits = f", and {percent(busy.commit)} in commits" if busy.commit is not None else ""
    return Cause(
        FindingKind.SLOW_CODE,
        "Slow code, not slow commits" if busy.commit is not None else "Slow code",
        f"{percent(busy.process)} of {{their}} time in the program's own code{each}{commits}",
        _ADVICE,
        keeps_advice=True,
    )
