"""What a history shows of each partition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.lag.report.finding import Verdict


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
