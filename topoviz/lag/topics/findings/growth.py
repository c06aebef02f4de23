"""Changelogs that grow so fast that restoring their tasks will soon take twice as long."""

from __future__ import annotations

from typing import Final

from topoviz.lag.findings.words import duration, number, size
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.topics.findings.words import references, tasks_of
from topoviz.lag.topics.model import StoreSize, TopicHistory

LEAST_BYTES: Final = 1024**3
DOUBLES_IN_DAYS: Final = 30.0
_MOST: Final = 3


def find_growth(history: TopicHistory) -> tuple[Finding, ...]:
    """Give a finding for each store whose changelog grew in every quarter of the time, the fastest first."""
    growing = [one for one in history.stores if _grows(one)]
    growing.sort(key=lambda one: -(one.bytes_a_day or 0.0))
    return tuple(_finding(history, one) for one in growing[:_MOST])


def _grows(one: StoreSize) -> bool:
    if one.size_bytes is None or one.bytes_a_day is None or one.size_bytes < LEAST_BYTES:
        return False
    return (one.bytes_a_day_least or 0.0) > 0 and one.size_bytes / one.bytes_a_day <= DOUBLES_IN_DAYS


def _finding(history: TopicHistory, one: StoreSize) -> Finding:
    own = [each for each in history.partitions if each.topic == one.topic]
    held, a_day = one.size_bytes or 0, one.bytes_a_day or 0.0
    days = held / a_day
    span = history.end - history.start
    return Finding(
        FindingKind.GROWTH,
        f"The changelog of `{one.store}` in sub-topology {one.sub_topology} has {size(held)} and grows by "
        f"{size(a_day)} a day: at that pace it doubles in {number(round(days, 1))} days, and so does what a task "
        f"without local state restores. In the quarters of the time looked at, {duration(span)}, it was "
        f"{size(one.bytes_a_day_least or 0.0)} to {size(one.bytes_a_day_most or 0.0)} a day.",
        "Look whether its keys ever end: a store of keys that are never deleted grows for ever; a window, a time to "
        "live or records without a value end that. Look also at `cleanup.policy` of the changelog. Standby replicas "
        "(`num.standby.replicas`) keep tasks from restoring all of it.",
        tasks_of(own),
        references(history, own),
        numbers={"size_bytes": float(held), "bytes_a_day": a_day, "days": days},
    )
