"""What happened to the group at the time at which a finding began: who came, who left, what changed its owner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from topoviz.lag.findings.words import after_first, listed, moments, reference
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.threads import Rebalance
from topoviz.lag.transforms.around import KEPT_SECONDS

_KINDS: Final = frozenset(
    {
        FindingKind.STALL,
        FindingKind.PAST_PEAK,
        FindingKind.FALLING_BEHIND,
        FindingKind.BACKLOG,
        FindingKind.SLOW_INSTANCE,
        FindingKind.POSSIBLY_LOST,
        FindingKind.WENT_BACK,
    }
)
_BEFORE: Final = 300.0
_LONG_BEFORE: Final = 1200.0
"""Lag is seen to grow once records wait KEPT_SECONDS: where a fifth of what comes is left, after ten minutes."""

_AFTER: Final = 60.0
_INTERVALS: Final = 2.0
_MOST_NAMES: Final = 2
_LEFT: Final = (
    "See why it left (its last lines of log, its exit code, the platform), and whether it should be there again."
)


def with_rebalance(finding: Finding, rebalances: Sequence[Rebalance], everything: Sequence[PartitionLag]) -> Finding:
    """Say which rebalance there was when it began; as it is where there was none, or several."""
    if finding.kind not in _KINDS or finding.start is None or not finding.partitions:
        return finding
    group = finding.partitions[0].group
    own = [one for one in everything if one.group == group]
    first = min(one.first_seen for one in own)
    slack = _INTERVALS * max(one.interval_seconds or 0.0 for one in own)
    if finding.start <= first + slack:
        return finding
    refs, end = set(finding.partitions), finding.start + _AFTER + slack
    late = max((_seen_after(one) for one in own if reference(one) in refs), default=0.0)
    for words, before in (("Just then", _BEFORE), ("Not long before", min(late, _LONG_BEFORE))):
        begin = finding.start - before - slack
        near = [one for one in rebalances if one.group == group and begin <= one.until and one.start <= end]
        if near:
            return _told(finding, near[0], words) if len(near) == 1 else finding
    return finding


def _seen_after(one: PartitionLag) -> float:
    """Give after how many seconds lag that grows as slowly as this is seen to; none where it is not seen to grow."""
    if one.peak_onset is None or one.peak_at is None or not one.peak_lag or not one.produce_rate:
        return 0.0
    return KEPT_SECONDS * one.produce_rate * (one.peak_at - one.peak_onset) / one.peak_lag


def _told(finding: Finding, near: Rebalance, words: str) -> Finding:
    sentence = after_first(finding.sentence, _sentence(near, words))
    if near.left and not near.joined:
        return replace(finding, sentence=sentence, advice=f"{_LEFT} {finding.advice}")
    return replace(finding, sentence=sentence)


def _sentence(one: Rebalance, words: str) -> str:
    first, last = moments(one.start, one.until)
    moved = "1 partition changed its owner"
    if one.partitions > 1:
        moved = f"{one.partitions} partitions changed their owner"
    if one.left and not one.joined:
        return f"{words}, between {first} and {last}, {_named(one.left)} left, and {moved}."
    if one.joined and not one.left:
        return f"{words}, between {first} and {last}, {_named(one.joined)} came, and {moved}."
    if one.joined:
        return f"{words}, between {first} and {last}, {_named(one.left)} left, {_named(one.joined)} came, and {moved}."
    return f"{words}, between {first} and {last}, {moved}, and no instance came or went."


def _named(processes: Sequence[str]) -> str:
    what = "instance" if len(processes) == 1 else f"{len(processes)} instances:"
    return f"{what} {listed([f'`{one}`' for one in processes], most=_MOST_NAMES)}"
