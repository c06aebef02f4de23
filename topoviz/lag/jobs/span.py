"""From when to when a history goes, and into which stretches of time charts part it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from topoviz.lag.transforms.windows import MICROSECONDS


@dataclass(frozen=True, slots=True)
class Span:
    """From when to when a history goes, in microseconds since 1970, and how far samples are apart."""

    start: int
    end: int
    interval_seconds: float | None

    def buckets(self, most: int) -> int:
        """Give how many stretches of time a chart has: none shorter than the time between two samples."""
        seconds = (self.end - self.start) / MICROSECONDS
        if seconds <= 0 or not self.interval_seconds:
            return 1
        return max(1, min(most, math.floor(seconds / self.interval_seconds)))

    def width(self, most: int) -> float:
        """Give the length of each in seconds."""
        return max((self.end - self.start) / MICROSECONDS / self.buckets(most), 1e-3)
