"""A lag report: what was read, what was measured, and what it means. The only place that makes JSON of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final

from topoviz.lag.topics.model import TIMES as TIMES_OF_TOPICS
from topoviz.lag.topics.model import TopicHistory

SCHEMA: Final = "topoviz/lag-report@1"


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


class AdviceKind(Enum):
    """What could be done."""

    THREADS = "threads"
    ASSIGNMENT = "assignment"
    REPARTITION_TOPICS = "repartition-topics"
    WORK_SHARING = "work-sharing"


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


@dataclass(frozen=True, slots=True)
class TaskLoad:
    """What a task of the application asks of a thread: `records` a second that come, and the share of its time.

    `load` is None where the history shows no thread that had all to do that it can. `client_id` has it at the end.
    """

    task: str
    records: float
    load: float | None
    client_id: str | None


@dataclass(frozen=True, slots=True)
class AdviceTable:
    """A table of an advice: what it is of, its columns, and rows of as many cells, as texts with their units."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Where the workbench with this topology shows more; `query` is that of its address."""

    words: str
    query: str


@dataclass(frozen=True, slots=True)
class Advice:
    """What could be done about the measured load, and what that would give.

    `arithmetic` says step by step how its figures come about, `rests_on` what they take for granted; `numbers` are
    those of the sentence. A `next_step` is there always.
    """

    kind: AdviceKind
    sentence: str
    next_step: str
    arithmetic: tuple[str, ...]
    rests_on: tuple[str, ...] = ()
    tables: tuple[AdviceTable, ...] = ()
    links: tuple[Link, ...] = ()
    numbers: dict[str, float] | None = None


@dataclass(frozen=True, slots=True)
class RejectedRow:
    """A row that was kept aside; `line` is None where the file has no lines."""

    file: int
    line: int | None
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class RejectedRows:
    """How many rows were kept aside for one reason, and the first of them."""

    reason: str
    count: int
    examples: tuple[RejectedRow, ...]


@dataclass(frozen=True, slots=True)
class RowCounts:
    """How many rows there were, and what became of them."""

    good: int
    rejected: int
    duplicates: int
    rejected_by_reason: tuple[RejectedRows, ...]


@dataclass(frozen=True, slots=True)
class PartitionLag:
    """One partition as one group reads it. Lags are records, rates records per second; None is not known.

    Times are seconds since 1970. `task` is None where the topology does not read the topic.

    - `commits` counts the intervals in which the committed offset moved; `usual_rate` is their median pace, or that of
      producing where there are fewer than four. `gap_seconds` is the longest time between two samples, from `gap_from`.
    - A stall is time without a commit while records wait; `stall_*` is the longest, from sample to sample, and
      `stall_wait_seconds` how long its first record waited. `pauses` are the stalls whose first record waited for
      more than 65 seconds over two intervals or more, `pause_seconds` all their waits together.
    - `peaks` counts the times in which, for ten minutes or more, records waited that had been there five minutes
      before; `peak_*` is the longest, `peak_lag` the most that waited in it, at `peak_at`. `peak_onset` and `peak_over`
      are the samples before and after at which the group kept up.
    - `jumps` counts the intervals in which the committed offset passed over an old backlog faster than the group
      reads, `jump_records` what it passed over.
    - `waiting_seconds` is how long, at the end, the first record that waits has waited at most; None also where it came
      before the first sample. `waiting_seconds_max` is the same for the sample with the most lag.
    - `moves` counts how often another client had it than before.
    - `rewinds` counts how often the committed offset went back, and `anews` the end of the log; `rewind_*` and `anew_*`
      are the farthest such step, from sample to sample: the records it went back by; the end and the lag before it,
      and the records that the log had after it. `torn` counts samples whose time cannot be right, since the end of the
      log was larger before and soon after.
    - `lag_steadiness` is 1 where lag goes along a straight line, and 0 where no line says anything of it.
    - `uncommitted_*` is the longest time without a committed offset and the records that came meanwhile, `beyond_*`
      the longest with one beyond the end of the log and how far at most; from the sample before to the one after.
    - `verdict` is None where the topology does not read the topic; `unknown_because` says why it is unknown.
    """

    group: str
    topic: str
    partition: int
    task: str | None
    sub_topology: int | None
    client_id: str | None
    clients: int
    moves: int
    samples: int
    first_seen: float
    last_seen: float
    interval_seconds: float | None
    lag_last: int | None
    waiting_seconds: float | None
    waiting_seconds_max: float | None
    lag_mean: float | None
    lag_max: int | None
    lag_p50: float | None
    lag_p95: float | None
    lag_p99: float | None
    lag_slope: float | None
    lag_steadiness: float | None
    produce_rate: float | None
    consume_rate: float | None
    recent_produce_rate: float | None
    recent_consume_rate: float | None
    catch_up_seconds: float | None
    stalls: int
    stall_seconds: float | None
    stall_from: float | None
    stall_until: float | None
    stall_produced: int | None
    end_resets: int
    commit_resets: int
    beyond_end: int
    uncommitted: int
    commits: int
    usual_rate: float | None
    gap_seconds: float | None
    gap_from: float | None
    stalled_seconds: float | None
    stall_wait_seconds: float | None
    pauses: int
    pause_seconds: float | None
    pauses_from: float | None
    pauses_until: float | None
    peaks: int
    peak_from: float | None
    peak_until: float | None
    peak_at: float | None
    peak_lag: int | None
    peak_onset: float | None
    peak_over: float | None
    jumps: int
    jump_records: int | None
    jump_from: float | None
    jump_until: float | None
    uncommitted_from: float | None
    uncommitted_until: float | None
    uncommitted_records: int | None
    beyond_from: float | None
    beyond_until: float | None
    beyond_records: int | None
    rewinds: int
    rewind_records: int | None
    rewind_from: float | None
    rewind_until: float | None
    anews: int
    anew_from: float | None
    anew_until: float | None
    anew_end: int | None
    anew_records: int | None
    anew_lag: int | None
    torn: int
    torn_from: float | None
    torn_until: float | None
    verdict: Verdict | None = None
    unknown_because: str | None = None


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
class HourOfDay:
    """What comes, is read and waits in one hour of the day in UTC, as the mean over `days` days; rates a second."""

    group: str
    hour: int
    days: int
    produce_rate: float | None
    produce_rate_max: float | None
    consume_rate: float | None
    lag_mean: float | None
    lag_max: int | None


@dataclass(frozen=True, slots=True)
class Amplification:
    """What a sub-topology writes to a repartition topic for each record that it reads; rates a second.

    `sentence` says what that means.
    """

    topic: str
    written_by: int
    read_by: int
    read_rate: float | None
    written_rate: float | None
    ratio: float | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Copartitioned:
    """Two topics that the same tasks read: how their lags go along, as the median of Pearson's coefficient.

    `waits` is how many of `tasks` have records of the first that wait long at the end, `other_waits` of the second.
    """

    sub_topology: int
    topic: str
    other: str
    tasks: int
    correlation: float | None
    waits: int
    other_waits: int
    sentence: str


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


@dataclass(frozen=True, slots=True)
class TaskLag:
    """One task: the sums over the partitions that it reads. `unknown_lags` partitions are left out of the lag."""

    task: str
    sub_topology: int
    partition: int
    partitions: int
    client_id: str | None
    lag_last: int | None
    waiting_seconds: float | None
    lag_share: float | None
    lag_mean: float | None
    lag_slope: float | None
    produce_rate: float | None
    consume_rate: float | None
    recent_produce_rate: float | None
    recent_consume_rate: float | None
    catch_up_seconds: float | None
    stall_seconds: float | None
    unknown_lags: int
    verdict: Verdict = Verdict.UNKNOWN
    unknown_because: str | None = None


@dataclass(frozen=True, slots=True)
class SubTopologyLag:
    """One sub-topology: the sums over its tasks, and how unevenly they are loaded."""

    sub_topology: int
    tasks: int
    lag_last: int | None
    waiting_seconds: float | None
    lag_mean: float | None
    lag_slope: float | None
    produce_rate: float | None
    consume_rate: float | None
    catch_up_seconds: float | None
    stall_seconds: float | None
    lag_mean_max_over_mean: float | None
    lag_mean_gini: float | None
    produce_rate_max_over_mean: float | None
    produce_rate_gini: float | None
    consume_rate_max_over_mean: float | None
    consume_rate_gini: float | None


@dataclass(frozen=True, slots=True)
class Timeline:
    """A line for a chart; `of` is topic, sub-topology or task. Values stand at the times of the report's `buckets`.

    `partitions` says how many partitions had a sample in that stretch of time, and so are in the sum.
    """

    of: str
    name: str
    lag: tuple[float | None, ...]
    produce_rate: tuple[float | None, ...]
    consume_rate: tuple[float | None, ...]
    partitions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HeatRow:
    """The lag of one partition over time."""

    group: str
    topic: str
    partition: int
    task: str | None
    lag: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The lag of the partitions that lag most, in stretches of `bucket_seconds` from the start of the history."""

    bucket_seconds: float
    buckets: int
    rows: tuple[HeatRow, ...]
    partitions_left_out: int


@dataclass(frozen=True, slots=True)
class Sight:
    """What the samples can show. A pause shorter than `shortest_pause_seconds` may stand in no sample at all.

    `cannot_show` says as sentences what the history cannot show: short pauses, other times, gaps.
    """

    interval_seconds: float | None
    shortest_pause_seconds: float | None
    longest_gap_seconds: float | None
    longest_gap_from: float | None
    cannot_show: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LagReport:
    """Everything that one run gives. Times are seconds since 1970."""

    start: float
    end: float
    interval_seconds: float | None
    group: str | None
    rows: RowCounts
    verdict: Verdict
    sight: Sight
    findings: tuple[Finding, ...]
    sub_topologies: tuple[SubTopologyLag, ...]
    tasks: tuple[TaskLag, ...]
    partitions: tuple[PartitionLag, ...]
    topics_not_read: tuple[tuple[str, str], ...]
    topics_not_in_history: tuple[str, ...]
    partitions_not_in_history: tuple[PartitionRef, ...]
    bucket_seconds: float
    buckets: int
    timelines: tuple[Timeline, ...]
    heat: HeatMap
    unsure: tuple[str, ...]
    notes: tuple[str, ...]
    instances: tuple[InstanceLag, ...] = ()
    rebalances: tuple[Rebalance, ...] = ()
    advice: tuple[Advice, ...] = ()
    threads: tuple[ThreadTime, ...] = ()
    thread_lines: tuple[ThreadLine, ...] = ()
    end_to_end: tuple[EndToEnd, ...] = ()
    thread_lags: tuple[ThreadLag, ...] = ()
    hours: tuple[HourOfDay, ...] = ()
    amplifications: tuple[Amplification, ...] = ()
    copartitioned: tuple[Copartitioned, ...] = ()
    topic_history: TopicHistory | None = None
    loads: tuple[TaskLoad, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Make the JSON of this report: times as ISO 8601 in UTC, unknown numbers as null."""
        body = _to_json(self)
        assert isinstance(body, dict)
        return {"schema": SCHEMA, **body}


PARTITION_TIMES: Final = (
    "first_seen",
    "last_seen",
    "gap_from",
    "stall_from",
    "stall_until",
    "pauses_from",
    "pauses_until",
    "peak_from",
    "peak_until",
    "peak_at",
    "peak_onset",
    "peak_over",
    "jump_from",
    "jump_until",
    "uncommitted_from",
    "uncommitted_until",
    "beyond_from",
    "beyond_until",
    "rewind_from",
    "rewind_until",
    "anew_from",
    "anew_until",
    "torn_from",
    "torn_until",
)
"""What of a `PartitionLag` is a time."""

TIMES: Final = {"start", "end", "until", "longest_gap_from", "earliest", "latest", *PARTITION_TIMES, *TIMES_OF_TOPICS}
"""What of a report is a time, seconds since 1970 here and ISO 8601 in JSON."""
_NAMED_BY_DATA: Final = {"numbers"}


def _to_json(value: Any) -> Any:
    if is_dataclass(value):
        return {one.name: _field(one.name, getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_to_json(item) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value


def _field(name: str, value: Any) -> Any:
    if name in TIMES and value is not None:
        return iso(value)
    if name in _NAMED_BY_DATA:
        return dict(value or {})
    return _to_json(value)


def iso(seconds: float) -> str:
    """Write seconds since 1970 as ISO 8601 in UTC, to the millisecond."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
