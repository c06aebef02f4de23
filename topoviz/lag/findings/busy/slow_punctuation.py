"""Threads spend their time in punctuators."""

from __future__ import annotations

from typing import Final

from topoviz.lag.findings.busy.model import Busy, Cause, and_in
from topoviz.lag.report.finding import FindingKind

_LEAST: Final = 0.35
_ADVICE: Final = (
    "While a punctuator runs, its thread reads nothing. Let it do a part of its work each time, ask stores for ranges "
    "and not for all, or schedule it less often."
)


def slow_punctuation(busy: Busy) -> Cause | None:
    """Say so where punctuators take most of the time, and a good third of it at least."""
    most = busy.most(busy.punctuate, _LEAST)
    if most is None:
        return None
    code = and_in(busy.process, "the processing of records")
    return Cause(
        FindingKind.SLOW_PUNCTUATION,
        "Slow punctuators",
        f"{most} of {{their}} time in punctuators, which run on a schedule{code}",
        _ADVICE,
    )
