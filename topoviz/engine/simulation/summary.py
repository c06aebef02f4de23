"""What a simulation comes to, in figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from topoviz.engine.simulation.shared_work import SharedWork


@dataclass(frozen=True, slots=True)
class TaskSummary:
    """A task: records, time in microseconds, and what stopped it; waits in microseconds by reason.

    `without` records were processed while a partition was empty, so that what comes there later may be out of order.
    """

    task: str
    thread: str
    records: int
    busy: int
    dropped: int
    again: int
    pauses: int
    punctuations: int
    commits: int
    waits: Mapping[str, int]
    without: int


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """A thread: its turns, microseconds in which it processed and waited in poll(), and N at the end."""

    thread: str
    instance: str
    tasks: tuple[str, ...]
    turns: int
    busy: int
    waited_in_poll: int
    most_in_turn: int
    died_of: str | None


@dataclass(frozen=True, slots=True)
class NodeSummary:
    """A node in all tasks: records that came to it, were too late for its windows, and went on.

    `matched` and `unmatched` count records of joins; those without a key or value that it needs are `skipped`.
    """

    node: str
    records: int
    late: int
    passed: int = 0
    skipped: int = 0
    matched: int = 0
    unmatched: int = 0


@dataclass(frozen=True, slots=True)
class StoreSummary:
    """A store in all tasks: keys at the end, records for its changelog, and updates that its cache merged away."""

    store: str
    keys: int
    changelog_records: int
    merged: int


@dataclass(frozen=True, slots=True)
class PartitionSummary:
    """A partition that tasks read: records, the committed offset at the end, and the highest lag with its time."""

    partition: str
    records: int
    committed: int
    highest_lag: int
    highest_at: int


@dataclass(frozen=True, slots=True)
class Latency:
    """From the arrival of a record of an input topic to the end of its way, in microseconds."""

    records: int
    median: int
    p95: int
    p99: int
    highest: int


@dataclass(frozen=True, slots=True)
class Summary:
    """All of it. `lags` are by partition, at the times of `sampled`; times in microseconds since the beginning."""

    version: str
    ended: int
    is_cut: bool
    records: int
    processed: int
    aborted: int
    tasks: tuple[TaskSummary, ...]
    threads: tuple[ThreadSummary, ...]
    nodes: tuple[NodeSummary, ...]
    partitions: tuple[PartitionSummary, ...]
    latency: Latency | None
    shared_work: tuple[SharedWork, ...]
    sampled: tuple[int, ...]
    lags: Mapping[str, tuple[int, ...]]
    stores: tuple[StoreSummary, ...] = ()
    rebalances: int = 0
    restored: int = 0
    """Records of changelogs that active tasks read."""
