"""The settings of Kafka Streams that decide who gets which task.

Source: StreamsConfig, AssignorConfiguration; KIP-441, KIP-708, KIP-925.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

ANY_LAG: Final = 2**63 - 1
"""Long.MAX_VALUE as `acceptable.recovery.lag`: every copy counts as caught up."""


class RackStrategy(StrEnum):
    """`rack.aware.assignment.strategy` (KIP-925)."""

    NONE = "none"
    MIN_TRAFFIC = "min_traffic"
    BALANCE_SUBTOPOLOGY = "balance_subtopology"


@dataclass(frozen=True, slots=True)
class AssignmentSettings:
    """What the leader's configuration says; lags are in records, times in milliseconds.

    Without costs, each assignor takes its own defaults.
    """

    num_standby_replicas: int = 0
    acceptable_recovery_lag: int = 10_000
    max_warmup_replicas: int = 2
    probing_rebalance_interval_ms: int = 600_000
    rack_aware_assignment_tags: tuple[str, ...] = ()
    rack_aware_assignment_strategy: RackStrategy = RackStrategy.NONE
    traffic_cost: int | None = None
    non_overlap_cost: int | None = None
