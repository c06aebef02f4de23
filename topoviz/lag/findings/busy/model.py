"""The time of threads in which records waited, and what a cause says of it."""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.lag.report import FindingKind


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

    def is_most(self, share: float, least: float) -> bool:
        """Tell whether a share is at least so large, and no other is larger."""
        others = (self.process, self.commit, self.poll, self.punctuate)
        return share >= least and all(share >= (other or 0.0) for other in others)


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


def milliseconds(value: float) -> str:
    """Write a latency in the unit that a reader would choose."""
    if value >= 1000:
        return f"{value / 1000:.1f} s"
    return f"{value:.0f} ms" if value >= 10 else f"{value:.1f} ms"
