"""From when to when a finding was so, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from topoviz.lag.findings.past_peak import is_late_at_end, whole_peak
from topoviz.lag.findings.words import reference
from topoviz.lag.report.finding import Finding, FindingKind, Sureness
from topoviz.lag.report.partitions import PartitionLag

_EVENTS: Final[Mapping[FindingKind, str]] = {
    FindingKind.POSSIBLY_LOST: "jump",
    FindingKind.MADE_ANEW: "anew",
    FindingKind.WENT_BACK: "rewind",
    FindingKind.STALL: "stall",
    FindingKind.PAUSES: "pauses",
}
"""What has a time of its own, and what the fields of a partition with that time begin with."""

_SURE: Final[Mapping[FindingKind, Sureness]] = {
    FindingKind.POSSIBLY_LOST: Sureness.POSSIBLE,
    FindingKind.HOT_PARTITION: Sureness.LIKELY,
    FindingKind.SLOW_INSTANCE: Sureness.LIKELY,
    FindingKind.REBALANCES: Sureness.LIKELY,
    FindingKind.RESTARTS: Sureness.LIKELY,
    FindingKind.FALLING_BEHIND: Sureness.LIKELY,
}
"""What is not in the samples as such: a cause that fits them, or one of several things that look alike."""


def with_time(finding: Finding, everything: Sequence[PartitionLag]) -> Finding:
    """Add when it was so: the time of its event, or since when records wait; and how sure it is."""
    sure = _SURE.get(finding.kind, Sureness.SEEN)
    refs = set(finding.partitions)
    own = [one for one in everything if reference(one) in refs]
    if "more" in (finding.numbers or {}) or not own:
        return replace(finding, sure=sure)
    if finding.start is not None:
        return replace(finding, sure=sure)
    times = _times(finding, own)
    if not times:
        return replace(finding, sure=sure)
    return replace(finding, start=min(start for start, _ in times), until=max(until for _, until in times), sure=sure)


def _times(finding: Finding, own: Sequence[PartitionLag]) -> list[tuple[float, float]]:
    event = _EVENTS.get(finding.kind)
    if event is not None:
        both = ((getattr(one, f"{event}_from"), getattr(one, f"{event}_until")) for one in own)
        return [(start, until) for start, until in both if start is not None and until is not None]
    if finding.kind is FindingKind.PAST_PEAK:
        return [whole_peak(one) for one in own if one.peaks]
    late = [(whole_peak(one)[0], one.last_seen) for one in own if one.peaks and is_late_at_end(one)]
    return late or [(one.first_seen, one.last_seen) for one in own]
