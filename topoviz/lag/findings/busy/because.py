"""A finding about lag, with what the threads that have it were busy with: the cause that offsets alone do not show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from statistics import fmean
from typing import Final

from topoviz.lag.findings.busy.model import Busy, Cause
from topoviz.lag.findings.busy.slow_code import slow_code
from topoviz.lag.findings.busy.slow_commits import slow_commits
from topoviz.lag.findings.busy.slow_poll import slow_poll
from topoviz.lag.findings.busy.slow_punctuation import slow_punctuation
from topoviz.lag.findings.falling_behind import LOOK_AT_COSTS
from topoviz.lag.findings.past_peak import is_late_at_end
from topoviz.lag.findings.words import percent, reference
from topoviz.lag.owners import Owner, owner_of
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.threads import ThreadLine, ThreadTime

_CAUSES: Final[tuple[Callable[[Busy], Cause | None], ...]] = (slow_commits, slow_punctuation, slow_code, slow_poll)
_EXPLAINED: Final = (
    FindingKind.SLOW_INSTANCE,
    FindingKind.FALLING_BEHIND,
    FindingKind.PAST_PEAK,
    FindingKind.STALL,
)
"""What more work than threads can do looks like, also where they come to a part of it only. Hot partitions, pauses and
what happens to a whole group have causes of their own."""

_OVER: Final = (FindingKind.PAST_PEAK, FindingKind.STALL)

_LEAST_BUCKETS: Final = 5
_LEAST_KNOWN: Final = 0.5
"""Of the threads that have the partitions, so many must have metrics."""

_LINES: Final = {
    "process": "process_share",
    "commit": "commit_share",
    "poll": "poll_share",
    "punctuate": "punctuate_share",
    "process_latency_ms": "process_latency_ms",
    "commit_latency_ms": "commit_latency_ms",
    "commit_rate": "commit_rate",
}
"""What of a line each part of Busy is the mean of."""

Times = tuple[float, float]


class Beside:
    """The lines of threads in time: `start` and `width` are seconds, as those of the report."""

    def __init__(
        self, lines: Sequence[ThreadLine], start: float, width: float, times: Sequence[ThreadTime] = ()
    ) -> None:
        """Keep them by owner; `times` say which task of a thread is the busiest."""
        self._times = {Owner(one.process, one.thread): one for one in times}
        self._lines = {Owner(one.process, one.thread): one for one in lines}
        self._start, self._width = start, width

    def busiest_task(self, owner: Owner) -> str:
        """Say which task takes most of what a thread processes; nothing where that is not known."""
        one = self._times.get(owner)
        if one is None or one.busiest_task is None or not one.busiest_task_share:
            return ""
        return f"; task {one.busiest_task} is {percent(one.busiest_task_share)} of what it processes"

    def busy(self, owner: Owner, when: Times) -> Busy | None:
        """Say what a thread was busy with in a time; None where that is not known."""
        line = self._lines.get(owner)
        if line is None:
            return None
        first = max(0, int((when[0] - self._start) // self._width))
        last = int((when[1] - self._start) // self._width) + 1
        own = {name: [value for value in getattr(line, theirs)[first:last] if value is not None]
               for name, theirs in _LINES.items()}  # fmt: skip
        if max(map(len, own.values())) < min(_LEAST_BUCKETS, last - first):
            return None
        return Busy(**{name: fmean(values) if values else None for name, values in own.items()})


def with_causes(findings: Sequence[Finding], everything: Sequence[PartitionLag], beside: Beside) -> tuple[Finding, ...]:
    """Name the causes of findings, and tell those of one cause and the same threads as one."""
    told: list[tuple[_Because | None, tuple[Finding, ...]]] = []
    for finding in findings:
        because = _because(finding, everything, beside)
        same = next((place for place, (other, _) in enumerate(told) if _is_one(because, other)), None)
        if same is None:
            told.append((because, (finding,)))
            continue
        other, others = told[same]
        # What more threads have comes first, and says of all of them what they are busy with.
        is_wider = because is not None and other is not None and len(because.owners) > len(other.owners)
        told[same] = (because, (finding, *others)) if is_wider else (other, (*others, finding))
    return tuple(
        first if because is None else reduce(_joined, rest, _named(first, because)) for because, (first, *rest) in told
    )


def _is_one(because: _Because | None, other: _Because | None) -> bool:
    """Tell whether two causes are the same in the same threads, or in some of them."""
    if because is None or other is None or because.cause.kind is not other.cause.kind:
        return False
    own, others = set(because.owners), set(other.owners)
    return own <= others or others <= own


@dataclass(frozen=True, slots=True)
class _Because:
    """A cause, the means that it rests on, and whose they are: `owners` have the partitions, `known` have metrics."""

    cause: Cause
    busy: Busy
    known: tuple[Owner, ...]
    owners: tuple[Owner, ...]


def _because(finding: Finding, everything: Sequence[PartitionLag], beside: Beside) -> _Because | None:
    """Give the cause of a finding where most threads that have its partitions agree on one."""
    if finding.kind not in _EXPLAINED or "more" in (finding.numbers or {}):
        return None
    refs = set(finding.partitions)
    own = [one for one in everything if reference(one) in refs and one.client_id is not None]
    owners = sorted({owner_of(one.client_id) for one in own if one.client_id is not None}, key=str)
    # Of what is over, nobody knows who had the partitions then if they moved.
    if not owners or (finding.kind in _OVER and any(one.moves for one in own)):
        return None
    known = {owner: busy for owner in owners if (busy := beside.busy(owner, _when(finding, own))) is not None}
    if len(known) < _LEAST_KNOWN * len(owners) or not known:
        return None
    causes = {owner: cause for owner, busy in known.items() if (cause := _cause(busy)) is not None}
    together = _mean(list(known.values()))
    cause = _cause(together)
    if cause is None or any(each.kind is not cause.kind for each in causes.values()):
        return None
    if len(causes) < _LEAST_KNOWN * len(known):
        return None
    # A thread that hangs measures nothing, and shows what it did before.
    if finding.kind is FindingKind.STALL and cause.kind is FindingKind.SLOW_POLL:
        return None
    if len(owners) == 1 and cause.kind is FindingKind.SLOW_CODE:
        cause = replace(cause, spends=cause.spends + beside.busiest_task(owners[0]))
    return _Because(cause, together, tuple(known), tuple(owners))


def _when(finding: Finding, own: Sequence[PartitionLag]) -> Times:
    """Give from when to when records waited, as far as the lag shows it."""
    numbers = finding.numbers or {}
    if finding.kind is FindingKind.PAST_PEAK:
        return numbers["peak_from"], numbers["peak_until"]
    if finding.kind is FindingKind.STALL:
        return numbers["stall_from"], numbers["stall_from"] + numbers["stall_seconds"]
    late = [one.peak_from for one in own if one.peak_from is not None and is_late_at_end(one)]
    return min(late) if late else min(one.first_seen for one in own), max(one.last_seen for one in own)


def _cause(busy: Busy) -> Cause | None:
    return next((cause for look in _CAUSES if (cause := look(busy)) is not None), None)


def _mean(all_busy: Sequence[Busy]) -> Busy:
    def mean(values: Sequence[float | None]) -> float | None:
        known = [value for value in values if value is not None]
        return fmean(known) if known else None

    return Busy(*(mean([getattr(one, name) for one in all_busy]) for name in Busy.__dataclass_fields__))


def _named(finding: Finding, because: _Because) -> Finding:
    cause, busy = because.cause, because.busy
    who, spends, their = _who(because.known, because.owners)
    first = f"{cause.title}: {who} {spends} {cause.spends.format(their=their)}."
    # What a stall alone advises is to look for what would explain it, and this does.
    keeps = cause.keeps_advice and finding.kind is not FindingKind.STALL
    of_lag = finding.advice.replace(LOOK_AT_COSTS, "")
    parts = {"process": busy.process, "commit": busy.commit, "poll": busy.poll, "punctuate": busy.punctuate}
    shares = {f"{name}_share": value for name, value in parts.items() if value is not None}
    return replace(
        finding,
        kind=cause.kind,
        sentence=f"{first} {finding.sentence}",
        advice=f"{cause.advice} {of_lag}" if keeps else cause.advice,
        numbers={**(finding.numbers or {}), **shares, "threads": float(len(because.known))},
    )


def _joined(first: Finding, more: Finding) -> Finding:
    """Tell of a second finding in the first, which has the same cause."""
    starts = [one.start for one in (first, more) if one.start is not None]
    ends = [one.until for one in (first, more) if one.until is not None]
    return replace(
        first,
        sentence=f"{first.sentence} {more.sentence}",
        tasks=tuple(dict.fromkeys((*first.tasks, *more.tasks))),
        partitions=tuple(dict.fromkeys((*first.partitions, *more.partitions))),
        clients=tuple(dict.fromkeys((*first.clients, *more.clients))),
        start=min(starts, default=None),
        until=max(ends, default=None),
        forecasts=(*first.forecasts, *more.forecasts),
    )


def _who(known: Sequence[Owner], owners: Sequence[Owner]) -> tuple[str, str, str]:
    if len(owners) == 1:
        return f"thread {owners[0].thread} of instance `{owners[0].process}`", "spends", "its"
    processes = {owner.process for owner in owners}
    of_one = f" of instance `{owners[0].process}`" if len(processes) == 1 else f" of {len(processes)} instances"
    some = f"{len(known)} of the {len(owners)}" if len(known) < len(owners) else f"the {len(owners)}"
    return f"{some} threads{of_one} that have these partitions", "spend", "their"
