"""How many threads would keep up, by what those that are there read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.words import number
from topoviz.lag.report import InstanceLag, PartitionLag

_HOUR: Final = 3600.0


def threads_needed(partitions: Sequence[PartitionLag], instances: Sequence[InstanceLag]) -> str:
    """Say how many threads a group needs of which all `partitions` fall behind, so that every thread is busy.

    Nothing is said where no client names its thread, or where rates are not known. It reckons that each further thread
    reads as much as those that are there, which is the most that one can hope for.
    """
    threads = sum(one.threads for one in instances if one.partitions)
    come = sum(one.produce_rate or 0.0 for one in partitions)
    read = sum(one.consume_rate or 0.0 for one in partitions)
    if not threads or not come or not read:
        return ""
    each = read / threads
    keeps_up = math.ceil(come / each)
    waiting = sum(one.lag_last or 0 for one in partitions)
    in_an_hour = math.ceil((come + waiting / _HOUR) / each)
    tasks = len({one.task or (one.topic, one.partition) for one in partitions})
    what = "task" if any(one.task is not None for one in partitions) else "partition"
    there = "1 thread reads" if threads == 1 else f"{threads} threads read"
    said = (
        f"{there} {number(read)} records a second, {number(each)} each, and {number(come)} come. At that pace "
        f"{keeps_up} threads keep up, and {in_an_hour} have read in an hour what waits."
    )
    if keeps_up <= tasks:
        return f"{said} Up to {tasks} have something to do, one for each {what}."
    has = "has" if tasks == 1 else "have"
    return (
        f"{said} Only {tasks} {has} something to do, one for each {what}: a record has to cost less, or the topics "
        "need more partitions, which sends keys to other ones."
    )
