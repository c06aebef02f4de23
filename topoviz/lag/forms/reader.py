"""What readers of metrics share: the samples of all files, what is told of this one, and the time of a lone look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Final

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.observations import Observations
from topoviz.lag.forms.thread_times import ThreadTimes
from topoviz.lag.forms.told import Told
from topoviz.lag.limits import Limits

LATEST_SECOND: Final = 253_402_300_799
"""The last one of the year 9999, in seconds since 1970."""

_START: Final = datetime(1970, 1, 1, tzinfo=UTC)
NO_NUMBER: Final = "the value counts no records"
NO_LABELS: Final = "the labels do not say group, topic and partition"
NO_SERIES_NAME: Final = "the series has no name, as functions such as sum leave it"


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of one file of metrics; `taken_at` is the time of what has none of its own."""

    path: Path
    observations: Observations
    threads: ThreadTimes
    told: Told
    limits: Limits
    taken_at: datetime | None
    is_wanted: Callable[[], bool]


def micros_of(time: datetime) -> int:
    """Give microseconds since 1970."""
    return (time - _START) // timedelta(microseconds=1)


@lru_cache(maxsize=100_000)
def written_time(micros: int) -> str:
    """Write microseconds since 1970 in ISO 8601; samples of many partitions have the same times."""
    return (_START + timedelta(microseconds=micros)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def no_time(what: str) -> BadHistory:
    """Say that a single look has no time."""
    return BadHistory(
        "no-time",
        f"{what} no time, so nobody can say when it was taken.",
        "Say when it was taken, or take several with a line from `date -Is` before each: rates need two.",
    )
