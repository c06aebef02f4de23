"""The time of threads in which records waited, and what a cause says of it."""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.lag.findings.words import percent
from topoviz.lag.report.finding import FindingKind


@dataclass(frozen=True, slots=True)
class Busy:
    """Means over threads and time: shares from 0 to 1, latencies in milliseconds, commits a second; None: not known."""

    process: float | None = None
    commit: float | None = None
    poll: float | None = None
    punctuate: float | None = None
    process_latency_ms: float | None = None
    commit_latency_ms: float | None = None
    commit_rate: float | None = None

    def most(self, share: float | None, least: float) -> str | None:
        """Write a share in percent where it is so large at least and no other is larger; None where it is not."""
        others = (self.process, self.commit, self.poll, self.punctuate)
        if share is None or share < least or any((other or 0.0) > share for other in others):
            return None
        return percent(share)


@dataclass(frozen=True, slots=True)
class Cause:
    """A cause: `title` begins a sentence, `spends` follows who it is about, `advice` is what to do next.

    With `keeps_advice` what the lag alone advises holds too, such as how many threads would keep up.
    """

    kind: FindingKind
    title: str
    spends: str
    advice: str
    keeps_advice: bool = False


def and_in(share: float | None, where: str) -> str:
    """Say what another share of the time is, where that is known."""
    return "" if share is None else f", and {percent(share)} in {where}"


def milliseconds(value: float) -> str:
    """Write a latency in the unit that a reader would choose."""
    if value >= 1000:
        return f"{value / 1000:.1f} s"
    return f"{value:.0f} ms" if value >= 10 else f"{value:.1f} ms"
