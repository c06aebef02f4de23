"""What a history shows of threads and instances, and who had what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ThreadLag:
    """One thread of an instance: the sums over the partitions that it has at the end, and the longest wait of them.

    `thread` is None for a member that is not of Kafka Streams.
    """

    group: str
    process: str
    thread: int | None
    client_id: str
    tasks: tuple[str, ...]
    partitions: int
    lag_last: int | None
    waiting_seconds: float | None
    produce_rate: float | None
    consume_rate: float | None


@dataclass(frozen=True, slots=True)
class InstanceLag:
    """One instance of the application, seen with partitions from `first_seen` to `last_seen`.

    `threads` counts those of its threads that had one, `partitions` those that it has at the end, over which lag and
    rates are the sums. `hosts` is empty where the history names none.
    """

    group: str
    process: str
    threads: int
    first_seen: float
    last_seen: float
    partitions: int
    lag_last: int | None
    produce_rate: float | None
    consume_rate: float | None
    hosts: tuple[str, ...] = ()
    waiting_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Rebalance:
    """Partitions of a group have other owners than before. `start` and `until` are the samples before and after it.

    `joined` and `left` are the instances that were seen first and last at that time.
    """

    group: str
    start: float
    until: float
    partitions: int
    joined: tuple[str, ...]
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThreadTime:
    """What one thread of an instance spent its time on, as its own metrics say; None is not known.

    Shares are from 0 to 1, of the time in which they are known: in the program's own code (`process`), in commits, in
    waiting for records and fetching them (`poll`), and in punctuators. Latencies are milliseconds: for a record, for
    each task that a commit is for, for a poll, for a punctuator; `commit_rate` counts commits a second. `buckets`
    counts the stretches of time of the report's lines with any of these. `partitions` are those that it has at the end.
    `busiest_task` is the one for which it processes most, with that task's share of all that it processes.
    """

    process: str
    thread: int
    buckets: int
    process_share: float | None
    commit_share: float | None
    poll_share: float | None
    punctuate_share: float | None
    process_rate: float | None
    commit_rate: float | None
    process_latency_ms: float | None
    commit_latency_ms: float | None
    poll_latency_ms: float | None
    punctuate_latency_ms: float | None
    busiest_task: str | None = None
    busiest_task_share: float | None = None
    partitions: int = 0
    lag_last: int | None = None
    hosts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ThreadLine:
    """The shares of one thread's time, and what else changes, at the times of the report's `buckets`."""

    process: str
    thread: int
    process_share: tuple[float | None, ...]
    commit_share: tuple[float | None, ...]
    poll_share: tuple[float | None, ...]
    punctuate_share: tuple[float | None, ...]
    commit_rate: tuple[float | None, ...]
    process_latency_ms: tuple[float | None, ...]
    commit_latency_ms: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class EndToEnd:
    """How old records are, in milliseconds, when a node of a task is done with them: on average, and at most."""

    application: str
    task: str
    node: str
    average_ms: float | None
    most_ms: float | None
