"""Threads spend their time in the program's own code."""

from __future__ import annotations

from typing import Final

from topoviz.lag.findings.busy.model import Busy, Cause, and_in, milliseconds
from topoviz.lag.report.finding import FindingKind

_LEAST: Final = 0.5
_ADVICE: Final = (
    "Look at what a record costs there: in thread dumps see where that thread stands, at calls to other services, at "
    "the state stores, at serialization."
)


def slow_code(busy: Busy) -> Cause | None:
    """Say so where processing takes most of the time, and half of it at least."""
    most = busy.most(busy.process, _LEAST)
    if most is None:
        return None
    each = f", {milliseconds(busy.process_latency_ms)} for each record" if busy.process_latency_ms else ""
    commits = and_in(busy.commit, "commits")
    return Cause(
        FindingKind.SLOW_CODE,
        "Slow code, not slow commits" if busy.commit is not None else "Slow code",
        f"{most} of {{their}} time in the program's own code{each}{commits}",
        _ADVICE,
        keeps_advice=True,
    )
