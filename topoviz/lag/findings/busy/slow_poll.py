"""Threads wait for records, while records wait on the brokers."""

from __future__ import annotations

from typing import Final

from topoviz.lag.findings.busy.model import Busy, Cause, and_in
from topoviz.lag.report.finding import FindingKind

_LEAST: Final = 0.5
_ADVICE: Final = (
    "The threads have time, so more of them do not help. See why records do not come: quotas of the brokers "
    "(fetch-throttle-time-avg of the consumer), the network, fetch.max.bytes and max.partition.fetch.bytes, a leader "
    "that is slow; with exactly once or read_committed a transaction that hangs (`kafka-transactions.sh "
    "find-hanging`); and max.task.idle.ms, with which a task waits for its other topics."
)


def slow_poll(busy: Busy) -> Cause | None:
    """Say so where polling takes most of the time, and half of it at least."""
    most = busy.most(busy.poll, _LEAST)
    if most is None:
        return None
    code = and_in(busy.process, "the program's own code")
    return Cause(
        FindingKind.SLOW_POLL,
        "Records come too slowly, code is not slow" if busy.process is not None else "Records come too slowly",
        f"{most} of {{their}} time in waiting for records and fetching them{code}",
        _ADVICE,
    )
