"""What a report finds: one event or state, where and when it is, how sure that is, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class FindingKind(Enum):
    """What a finding is about."""

    POSSIBLY_LOST = "possibly-lost"
    MADE_ANEW = "made-anew"
    WENT_BACK = "went-back"
    RESTARTS = "restarts"
    REBALANCES = "rebalances"
    HOT_PARTITION = "hot-partition"
    SLOW_INSTANCE = "slow-instance"
    STALL = "stall"
    PAUSES = "pauses"
    FALLING_BEHIND = "falling-behind"
    SLOW_CODE = "slow-code"
    SLOW_COMMITS = "slow-commits"
    SLOW_POLL = "slow-poll"
    SLOW_PUNCTUATION = "slow-punctuation"
    PAST_PEAK = "past-peak"
    BACKLOG = "backlog"
    OFFLINE = "offline"
    OUT_OF_SYNC = "out-of-sync"
    BROKER_AWAY = "broker-away"
    LEADER_MOVES = "leader-moves"
    COUNT_CHANGED = "count-changed"
    SIZE_SKEW = "size-skew"
    GROWTH = "growth"
    NOT_KNOWN = "not-known"
    FINE = "fine"


class Sureness(Enum):
    """How sure a finding is: the samples show it, they fit it better than anything else, or one of several things."""

    SEEN = "seen"
    LIKELY = "likely"
    POSSIBLE = "possible"


class Verdict(Enum):
    """What can be said of a partition, a task or the whole: a finding speaks of it, it is not known, or all is well."""

    PROBLEM = "problem"
    UNKNOWN = "unknown"
    FINE = "fine"


@dataclass(frozen=True, slots=True)
class PartitionRef:
    """One partition of a topic, by the topic's name on the broker, as one group reads it."""

    group: str
    topic: str
    partition: int


@dataclass(frozen=True, slots=True)
class FindingLines:
    """The lag and the rates of all that a finding is about, in stretches of `bucket_seconds` from the start."""

    bucket_seconds: float
    lag: tuple[float | None, ...]
    produce_rate: tuple[float | None, ...]
    consume_rate: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Forecast:
    """Lag is `records` between these two times if it goes on as at the end, in nineteen of twenty such cases.

    `what` is reaches, worked-off or passed-by-retention.
    """

    what: str
    records: float
    earliest: float
    latest: float


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about the history, what to do next, and what it speaks of; `numbers` are those in the sentence.

    It was so from `start` to `until`; both are None where it speaks of several times.
    """

    kind: FindingKind
    sentence: str
    advice: str
    tasks: tuple[str, ...] = ()
    partitions: tuple[PartitionRef, ...] = ()
    clients: tuple[str, ...] = ()
    numbers: dict[str, float] | None = None
    start: float | None = None
    until: float | None = None
    sure: Sureness = Sureness.SEEN
    forecasts: tuple[Forecast, ...] = ()
    lines: FindingLines | None = None
