"""What a report says of topics, beside what it says of lag."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from topoviz.lag.findings.words import duration, listed, moments, number
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.topics.findings.count_changed import find_count_changes
from topoviz.lag.topics.findings.fine import say_fine_of_brokers
from topoviz.lag.topics.findings.growth import find_growth
from topoviz.lag.topics.findings.leader_moves import find_leader_moves
from topoviz.lag.topics.findings.made_anew import find_topics_made_anew
from topoviz.lag.topics.findings.offline import find_offline
from topoviz.lag.topics.findings.out_of_sync import find_absences, find_out_of_sync
from topoviz.lag.topics.findings.size_skew import find_size_skew
from topoviz.lag.topics.model import TopicHistory

_WITH_LAG: Final = (FindingKind.OFFLINE, FindingKind.OUT_OF_SYNC, FindingKind.BROKER_AWAY, FindingKind.LEADER_MOVES)


def with_topics(
    lag: Sequence[Finding], partitions: Sequence[PartitionLag], history: TopicHistory | None
) -> tuple[Finding, ...]:
    """Put findings about topics among those about lag: causes first, what is good to know after all problems."""
    if history is None:
        return tuple(lag)
    anew = frozenset(ref.topic for one in lag if one.kind is FindingKind.MADE_ANEW for ref in one.partitions)
    causes = (
        *find_offline(history),
        *find_count_changes(history),
        *find_topics_made_anew(history, anew),
        *find_out_of_sync(history),
    )
    notes = (*find_absences(history), *find_leader_moves(history))
    sizes = (*find_size_skew(history), *find_growth(history))
    is_quiet = not notes and not any(one.kind in _WITH_LAG for one in causes)
    fine = (say_fine_of_brokers(history),) if is_quiet else ()
    return (
        *(_with_lag(one, partitions) for one in causes),
        *lag,
        *(_with_lag(one, partitions) for one in notes),
        *sizes,
        *fine,
    )


def _with_lag(finding: Finding, partitions: Sequence[PartitionLag]) -> Finding:
    """Say beside a finding about brokers which of its tasks stood still in that time."""
    if finding.kind not in _WITH_LAG or finding.start is None or finding.until is None:
        return finding
    refs = {(ref.topic, ref.partition) for ref in finding.partitions}
    stalled = [
        one
        for one in partitions
        if (one.topic, one.partition) in refs
        and one.stall_from is not None
        and one.stall_until is not None
        and one.stall_from < finding.until
        and one.stall_until > finding.start
    ]
    if not stalled:
        return finding
    longest = max(stalled, key=lambda one: one.stall_seconds or 0.0)
    first, last = moments(longest.stall_from or 0.0, longest.stall_until or 0.0)
    names = list(dict.fromkeys(one.task or f"`{one.topic}-{one.partition}`" for one in stalled))
    what = "Task" if stalled[0].task is not None else "Partition"
    came = f", while {number(longest.stall_produced)} records came" if longest.stall_produced else ""
    return replace(
        finding,
        sentence=f"{finding.sentence} {what}{'' if len(names) == 1 else 's'} {listed(names)} committed nothing for up "
        f"to {duration(longest.stall_seconds or 0.0)} at that time, from {first} to {last}{came}.",
    )
