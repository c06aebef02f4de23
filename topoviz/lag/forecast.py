"""When lag reaches some amount if it goes on as in the end of a history, from when to when, or nothing.

Lag is taken for a walk of equal steps, as many as there are stretches: the mean of the steps is known to within its
standard error, and each step to come varies like those that were seen. Both together bound when an amount is reached.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_T_95: Final[Mapping[int, float]] = {4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365}
"""Student's t by the number of steps less one: nineteen of twenty lie within so many standard errors."""

_STEPS_OF_HISTORY: Final = 2.0
"""No farther ahead than so many times of what was looked at."""


@dataclass(frozen=True, slots=True)
class Trend:
    """How lag went in the last stretches of `width` seconds; `at` is the middle of the last, in seconds since 1970.

    `growth` is the mean change from one to the next and `deviation` its standard deviation, both in records; `lag` is
    the mean of the last, `produce_rate` records a second.
    """

    steps: int
    growth: float
    deviation: float
    lag: float
    produce_rate: float
    width: float
    at: float
    looked_at: float


def when_reached(trend: Trend, records: float) -> tuple[float, float] | None:
    """Give between which times, in seconds since 1970, lag passes an amount, with 95 % where it goes on so.

    None where there are too few stretches, where it is not sure which way lag goes or that it gets there, and where
    that is farther ahead than twice what was looked at.
    """
    t = _T_95.get(trend.steps - 1)
    way = records - trend.lag
    if t is None or way * trend.growth <= 0:
        return None
    # After h steps: |way - h * growth| = t * deviation * sqrt(h * h / steps + h), which is quadratic in h.
    spread = (t * trend.deviation) ** 2
    a = trend.growth**2 - spread / trend.steps
    if a <= 0:
        return None
    half = trend.growth * way + spread / 2
    root = math.sqrt(max(0.0, half * half - a * way * way))
    earliest, latest = (trend.at + trend.width * (half + sign * root) / a for sign in (-1, 1))
    end = trend.at + trend.width / 2
    if latest > end + _STEPS_OF_HISTORY * trend.looked_at:
        return None
    return max(earliest, end), max(latest, end)


def next_round(records: float) -> float:
    """Give the next amount of 1, 2 or 5 and zeros that is well above."""
    least = max(records, 1.0) * 1.25
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least)


def behind_per_hour(trend: Trend) -> float | None:
    """Give by how many seconds the group falls further behind in an hour; None where that is not sure, or not so."""
    t = _T_95.get(trend.steps - 1)
    if t is None or not trend.produce_rate or trend.growth <= t * trend.deviation / math.sqrt(trend.steps):
        return None
    return 3600.0 * trend.growth / trend.width / trend.produce_rate
