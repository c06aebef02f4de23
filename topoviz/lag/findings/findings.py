"""The findings of a report, in the order of what explains most."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.lag.findings.backlog import find_backlog
from topoviz.lag.findings.beyond_end import find_beyond_end
from topoviz.lag.findings.clock import find_clock, outside_mixed_times
from topoviz.lag.findings.falling_behind import find_falling_behind
from topoviz.lag.findings.fine import say_fine
from topoviz.lag.findings.gone import find_gone
from topoviz.lag.findings.hot_partition import find_hot_partitions
from topoviz.lag.findings.lost import find_lost
from topoviz.lag.findings.made_anew import find_made_anew
from topoviz.lag.findings.not_known import find_not_known
from topoviz.lag.findings.past_peak import find_past_peaks
from topoviz.lag.findings.pauses import find_pauses
from topoviz.lag.findings.place import with_place
from topoviz.lag.findings.rebalances import find_rebalances
from topoviz.lag.findings.restarts import find_restarts
from topoviz.lag.findings.same_time import with_rebalance
from topoviz.lag.findings.slow_instance import find_slow_instances
from topoviz.lag.findings.stall import find_stalls
from topoviz.lag.findings.time import with_time
from topoviz.lag.findings.verdict import is_short
from topoviz.lag.findings.went_back import find_went_back
from topoviz.lag.findings.without_offset import find_without_offset
from topoviz.lag.findings.words import others, reference
from topoviz.lag.report.finding import Finding
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.threads import InstanceLag, Rebalance

Partitions = tuple[PartitionLag, ...]


def find(
    partitions: Partitions,
    missing_topics: Sequence[str] = (),
    instances: Sequence[InstanceLag] = (),
    rebalances: Sequence[Rebalance] = (),
    threads: str = "",
) -> tuple[Finding, ...]:
    """Look for causes one after the other; what one cause explains is not told again by the next.

    What happens to the whole group is looked for first, then stalls: while one lasts, its partition looks slow, and its
    instance too. Where a topology is known, only what it reads is looked at; `missing_topics` are read by it and not in
    the history; `threads` says how many threads keep up. It is fine only where nothing was found and nothing is
    unknown.
    """
    end, first_seen = max((one.last_seen for one in partitions), default=0.0), _first_seen(partitions)
    if any(one.sub_topology is not None for one in partitions):
        partitions = tuple(one for one in partitions if one.sub_topology is not None)
    clear = outside_mixed_times(partitions)
    back = (*find_made_anew(clear), *find_went_back(clear))
    lost = find_lost(clear)
    restarts, restarted = find_restarts(partitions, instances, rebalances)
    shared_out, disturbed = find_rebalances(partitions, rebalances)
    quiet = others(partitions, (*restarted, *disturbed))
    pauses = find_pauses(quiet, partitions)
    stalls, stalled = find_stalls(_without(pauses, quiet), partitions)
    left = others(quiet, stalled)
    hot, heated = find_hot_partitions(left, partitions)
    left = others(left, heated)
    slow, slowed = find_slow_instances(left, partitions, instances)
    left = others(left, slowed)
    causes = (*lost, *back, *restarts, *shared_out, *hot, *slow, *stalls, *pauses)
    causes = (*causes, *find_falling_behind(left, partitions, threads))
    found = (*causes, *find_past_peaks(_without(causes, partitions), partitions))
    found = (*found, *find_backlog([one for one in _without(found, partitions) if not is_short(one)], partitions))
    found = (
        *found,
        *find_gone(partitions, end, first_seen),
        *find_without_offset(partitions),
        *find_beyond_end(_without(back, partitions)),
        *find_clock(partitions),
    )
    found = (*found, *find_not_known(partitions, _without(found, partitions), missing_topics))
    timed = (with_time(with_place(one, partitions), partitions) for one in found)
    placed = tuple(with_rebalance(one, rebalances, partitions) for one in timed)
    return placed or (say_fine(partitions),)


def _first_seen(partitions: Partitions) -> dict[str, float]:
    """Give since when each group is there."""
    found: dict[str, float] = {}
    for one in partitions:
        found[one.group] = min(found.get(one.group, one.first_seen), one.first_seen)
    return found


def _without(findings: Sequence[Finding], partitions: Partitions) -> Partitions:
    """Leave out the partitions of which a finding speaks."""
    spoken_of = {ref for one in findings for ref in one.partitions}
    return tuple(one for one in partitions if reference(one) not in spoken_of)
