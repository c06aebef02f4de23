"""Threads spend their time in commits."""

from __future__ import annotations

from typing import Final

from topoviz.lag.findings.busy.model import Busy, Cause, and_in, milliseconds
from topoviz.lag.report.finding import FindingKind

_LEAST: Final = 0.35
_OFTEN: Final = 2.0
_ADVICE: Final = (
    "A commit flushes stores and the producer, and with exactly once ends a transaction: look at the disk of the state "
    "stores, at how long brokers take to acknowledge (request-latency-avg of the producer, slow replicas), and at how "
    "many tasks and stores a thread has."
)


def slow_commits(busy: Busy) -> Cause | None:
    """Say so where commits take most of the time, and a good third of it at least."""
    most = busy.most(busy.commit, _LEAST)
    if most is None:
        return None
    each = f" that take {milliseconds(busy.commit_latency_ms)} for each task" if busy.commit_latency_ms else ""
    code = and_in(busy.process, "the program's own code")
    often = busy.commit_rate is not None and busy.commit_rate > _OFTEN
    first = f"It is {busy.commit_rate:.0f} commits a second and thread: give commit.interval.ms more. " if often else ""
    return Cause(
        FindingKind.SLOW_COMMITS,
        "Slow commits, not slow code",
        f"{most} of {{their}} time in commits{each}{code}",
        first + _ADVICE,
    )
