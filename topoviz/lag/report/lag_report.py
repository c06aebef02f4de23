"""A lag report: what was read, what was measured, and what it means. The only place that makes JSON of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final

from topoviz.lag.report.advice import Advice, TaskLoad
from topoviz.lag.report.finding import Finding, PartitionRef, Verdict
from topoviz.lag.report.over_time import HeatMap, HourOfDay, Timeline
from topoviz.lag.report.partitions import PARTITION_TIMES, PartitionLag
from topoviz.lag.report.rows import RowCounts
from topoviz.lag.report.tasks import Amplification, Copartitioned, SubTopologyLag, TaskLag
from topoviz.lag.report.threads import EndToEnd, InstanceLag, Rebalance, ThreadLag, ThreadLine, ThreadTime
from topoviz.lag.topics.model import TIMES as TIMES_OF_TOPICS
from topoviz.lag.topics.model import TopicHistory

SCHEMA: Final = "topoviz/lag-report@1"


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
