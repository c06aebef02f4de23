"""What a history shows over time: lines, a map of tasks, and the hours of a day."""

from __future__ import annotations

from dataclasses import dataclass


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
