"""How many warm-ups may still be made: max.warmup.replicas.

Kafka: AtomicInteger remainingWarmupReplicas, which goes below zero.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class WarmUpBudget:
    """Counts warm-ups down."""

    most: int
    used: int = 0

    def take(self) -> bool:
        """Take one, and tell whether there was one left."""
        self.used += 1
        return self.used <= self.most
