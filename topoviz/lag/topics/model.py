"""What a report says of topics. Times are seconds since 1970, sizes bytes; None is not known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class TopicSize:
    """One topic. `kind` is read, repartition, changelog or written, or other where the topology does not have it.

    `size_bytes` adds up its partitions, each by its largest copy, `disk_bytes` all copies. `bytes_a_day` is how fast it
    grew, and `bytes_a_day_least` and `…_most` the least and the most of that and of the four quarters of the time;
    None where it was looked at too rarely. `partitions` is None where nobody said how many there are:
    `partitions_seen` goes by the highest one.
    """

    topic: str
    kind: str
    sub_topologies: tuple[int, ...]
    stores: tuple[str, ...]
    partitions: int | None
    partitions_first: int | None
    partitions_seen: int
    size_bytes: int | None
    disk_bytes: int | None
    bytes_a_day: float | None
    bytes_a_day_least: float | None
    bytes_a_day_most: float | None
    grown_bytes: int | None
    freed_bytes: int | None
    size_looks: int
    largest_partition: int | None
    largest_bytes: int | None
    median_bytes: float | None
    largest_over_median: float | None


@dataclass(frozen=True, slots=True)
class TopicPartitionState:
    """One partition of a topic. `tasks` read it or restore from it. `leader` is -1 where nobody leads it at the end.

    `offline`, `out_of_sync` and `below_min` count how often it came to that: nobody led it, a copy was not in sync,
    fewer copies were than `min.insync.replicas`. Each has its time in all, and from the first look with it to the first
    without it after the last; `is_…` says whether the last look has it.
    """

    topic: str
    partition: int
    tasks: tuple[str, ...]
    layout_looks: int
    leader: int | None
    replicas: tuple[int, ...] | None
    in_sync: tuple[int, ...] | None
    leader_moves: int
    leader_moved_at: float | None
    reassignments: int
    anews: int
    anew_at: float | None
    offline: int
    offline_seconds: float | None
    offline_from: float | None
    offline_until: float | None
    is_offline: bool
    out_of_sync: int
    out_of_sync_seconds: float | None
    out_of_sync_from: float | None
    out_of_sync_until: float | None
    is_out_of_sync: bool
    below_min: int
    below_min_seconds: float | None
    below_min_from: float | None
    below_min_until: float | None
    is_below_min: bool
    size_looks: int
    size_bytes: int | None
    size_bytes_max: int | None
    disk_bytes: int | None
    bytes_a_day: float | None
    grown_bytes: int | None
    freed_bytes: int | None


@dataclass(frozen=True, slots=True)
class StoreSize:
    """One store in one sub-topology, by the topic that restores it; `is_source` where that is read anyway."""

    store: str
    sub_topology: int
    topic: str
    is_source: bool
    partitions: int
    size_bytes: int | None
    bytes_a_day: float | None
    bytes_a_day_least: float | None
    bytes_a_day_most: float | None
    largest_task: str | None
    largest_bytes: int | None


@dataclass(frozen=True, slots=True)
class TaskRestore:
    """What a task without local state would restore: the partitions of all its changelogs together.

    `unknown` counts those among them whose size is not known; they are not in the sum.
    """

    task: str
    sub_topology: int
    partition: int
    stores: tuple[str, ...]
    restore_bytes: int | None
    bytes_a_day: float | None
    unknown: int


@dataclass(frozen=True, slots=True)
class BrokerAbsence:
    """Copies on a broker were out of sync. `until` is the first look without that; `is_open` where it is so at the end.

    `own` counts partitions of the application's topics. `offline` had no leader meanwhile, `below_min` too few copies
    in sync; these count the application's alone where there is a topology. `leaders_lost` went from it to others.
    """

    broker: int
    start: float
    until: float
    is_open: bool
    partitions: int
    own: int
    offline: int
    below_min: int
    leaders_lost: int


@dataclass(frozen=True, slots=True)
class LeaderMove:
    """Another broker leads partitions than in the look before, from look to look; `own` are the application's."""

    start: float
    until: float
    before: int
    after: int
    partitions: int
    own: int


@dataclass(frozen=True, slots=True)
class CountChange:
    """A topic has another number of partitions, seen between two looks; `effects` say what that does, as sentences.

    `share_moved` is the share of keys that Kafka's own partitioner writes to another partition from then on.
    `is_refused` where Kafka Streams does not start, or ends, with the topics that are there.
    """

    topic: str
    before: int
    after: int
    start: float
    until: float
    share_moved: float | None
    new_tasks: tuple[str, ...]
    effects: tuple[str, ...]
    is_refused: bool


@dataclass(frozen=True, slots=True)
class SizeLine:
    """The size of a topic at the report's buckets; None where a partition was not looked at then, or shortly before."""

    topic: str
    size_bytes: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class TroubleLine:
    """At the report's buckets: the most partitions out of sync and without a leader at a look, and all leader moves."""

    out_of_sync: tuple[int | None, ...]
    offline: tuple[int | None, ...]
    leader_moves: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TopicHistory:
    """What brokers said of topics. `looks` counts those at leaders and copies, `size_looks` those at sizes.

    `is_own_only` tells that partitions, lines and findings are of the application's topics alone; of others only the
    topics are listed, the largest first, and `topics_left_out` counts the rest.
    """

    start: float
    end: float
    rows: int
    application_id: str | None
    looks: int
    interval_seconds: float | None
    size_looks: int
    is_own_only: bool
    growth_unknown_because: str | None
    topics: tuple[TopicSize, ...]
    topics_left_out: int
    topics_not_in_history: tuple[str, ...]
    partitions: tuple[TopicPartitionState, ...]
    partitions_left_out: int
    stores: tuple[StoreSize, ...]
    tasks: tuple[TaskRestore, ...]
    absences: tuple[BrokerAbsence, ...]
    leader_moves: tuple[LeaderMove, ...]
    count_changes: tuple[CountChange, ...]
    size_lines: tuple[SizeLine, ...]
    trouble: TroubleLine | None


TIMES: Final = (
    "start",
    "end",
    "until",
    "leader_moved_at",
    "anew_at",
    "offline_from",
    "offline_until",
    "out_of_sync_from",
    "out_of_sync_until",
    "below_min_from",
    "below_min_until",
)
"""What of these is a time."""
