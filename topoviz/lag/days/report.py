"""A report over days: what each part of the application did in them, and what became worse. It makes JSON of itself."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

SCHEMA: Final = "topoviz/lag-days@1"


class Of(StrEnum):
    """What figures are of."""

    SUB_TOPOLOGY = "sub-topology"
    TASK = "task"
    TOPIC = "topic"
    PARTITION = "partition"


class About(StrEnum):
    """What a finding is about."""

    WORSE = "worse"
    LAG_GROWS = "lag-grows"
    MORE_COMES_IN = "more-comes-in"
    EACH_DAY = "each-day"
    DAYS_MISSING = "days-missing"
    NOTHING_WORSE = "nothing-worse"


@dataclass(frozen=True, slots=True)
class Found:
    """One sentence about the days, what to do next, and the names it speaks of."""

    about: About
    sentence: str
    advice: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DaySeen:
    """A day that is kept: how many samples, partitions and hours of it there are."""

    day: str
    samples: int
    partitions: int
    hours: int


@dataclass(frozen=True, slots=True)
class Compared:
    """Two days that are held against each other, over the hours of the day that both have."""

    day: str
    before: str
    hours: int


@dataclass(frozen=True, slots=True)
class Sides:
    """One thing on both of the compared days: mean lag in records, records in a second, seconds that a record waits."""

    lag_before: float | None
    lag_now: float | None
    produce_rate_before: float | None
    produce_rate_now: float | None
    wait_seconds_before: float | None
    wait_seconds_now: float | None


@dataclass(frozen=True, slots=True)
class Spread:
    """The lags of all samples of a partition, in records: percentiles at most 4.5 % off, the greatest with its time."""

    p50: float | None
    p95: float | None
    p99: float | None
    most: int | None
    most_at: str | None


@dataclass(frozen=True, slots=True)
class Figures:
    """What one thing did over all days. Lag is in records and the mean of its hours; rates are records in a second.

    `lag_busiest` is that of the hour that begins at `lag_busiest_at`. A record waits `wait_seconds` on average: lag
    over what comes in. `stalled_seconds` and `moves` are those of its partitions together. `lag_a_day` is by how many
    records lag grows in a day and `input_a_week` by which share of its mean what comes in grows in a week, by least
    squares over days of which twenty hours are known; the `…_steadiness` of each is from 0 to 1.
    """

    of: Of
    name: str
    group: str
    topic: str | None
    partition: int | None
    sub_topology: int | None
    hours: int
    lag_mean: float | None
    lag_busiest: float | None
    lag_busiest_at: str | None
    produce_rate: float | None
    consume_rate: float | None
    wait_seconds: float | None
    stalled_seconds: float
    moves: int
    lag_a_day: float | None
    lag_a_day_steadiness: float | None
    input_a_week: float | None
    input_a_week_steadiness: float | None
    compared: Sides | None
    spread: Spread | None


@dataclass(frozen=True, slots=True)
class HourOfDay:
    """What a thing does in one hour of the day, the mean over all days; 14 is from 14:00 to 15:00 UTC."""

    hour: int
    days: int
    lag: float | None
    produce_rate: float | None
    consume_rate: float | None
    busiest_on: int
    """On so many days lag was highest in this hour."""


@dataclass(frozen=True, slots=True)
class Line:
    """A thing by day, in the order of `days`: mean lag, lag of the busiest hour, rates; null where nothing is known."""

    of: Of
    name: str
    lag: tuple[float | None, ...]
    lag_busiest: tuple[float | None, ...]
    produce_rate: tuple[float | None, ...]
    consume_rate: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """The hours of the day of one thing."""

    of: Of
    name: str
    hours: tuple[HourOfDay, ...]


@dataclass(frozen=True, slots=True)
class DaysReport:
    """Everything that is said of some days of one group, or of all groups where no topology says which."""

    first_day: str
    last_day: str
    group: str | None
    days: tuple[DaySeen, ...]
    missing_days: tuple[str, ...]
    compared: Compared | None
    findings: tuple[Found, ...]
    figures: tuple[Figures, ...]
    lines: tuple[Line, ...]
    profiles: tuple[Profile, ...]
    topics_not_read: tuple[str, ...]
    topics_not_in_history: tuple[str, ...]
    unsure: tuple[str, ...]

    def of(self, kind: Of) -> tuple[Figures, ...]:
        """Give the figures of one kind of thing."""
        return tuple(one for one in self.figures if one.of == kind)

    def to_json(self) -> dict[str, Any]:
        """Make the JSON of this report: times as ISO 8601 in UTC, unknown numbers as null."""
        return {"schema": SCHEMA, **asdict(self)}
