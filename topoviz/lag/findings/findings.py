"""The findings of a report, in the order of what explains most."""

from __future__ import annotations

from topoviz.lag.findings.backlog import find_backlog
from topoviz.lag.findings.falling_behind import find_falling_behind
from topoviz.lag.findings.fine import say_fine
from topoviz.lag.findings.hot_partition import find_hot_partitions
from topoviz.lag.findings.not_known import find_not_known
from topoviz.lag.findings.slow_instance import find_slow_instances
from topoviz.lag.findings.stall import find_stalls
from topoviz.lag.report import Finding, PartitionLag


def find(partitions: tuple[PartitionLag, ...]) -> tuple[Finding, ...]:
    """Look for causes one after the other; what one cause explains is not told again by the next.

    A stall is looked for first: while it lasts, its partition looks slow, and its instance too. Where a topology is
    known, only what it reads is looked at.
    """
    if any(one.sub_topology is not None for one in partitions):
        partitions = tuple(one for one in partitions if one.sub_topology is not None)
    stalls, stalled = find_stalls(partitions)
    left = tuple(one for one in partitions if one not in stalled)
    hot, heated = find_hot_partitions(left, partitions)
    left = tuple(one for one in left if one not in heated)
    slow, slowed = find_slow_instances(left, partitions)
    left = tuple(one for one in left if one not in slowed)
    behind = find_falling_behind(left, partitions)
    causes = (*hot, *slow, *stalls, *behind)
    # What is not known comes before what is taken to be fine.
    return causes or find_not_known(partitions) or find_backlog(partitions) or (say_fine(partitions),)
