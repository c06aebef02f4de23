"""Count who comes how often, over all processes: in the broker, or in this process alone while that does not answer.

Of each key the times of the last requests that were let in are kept, as many as may come. One more may come when the
oldest of them is long enough ago. So never more pass within the time than the rate says, wherever it begins.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, Final

import redis
from django.conf import settings

from topoviz.web.rates.availability import IMPATIENT, Availability

PREFIX: Final = "topoviz:rate:"
MOST_KEYS: Final = 50_000

# One script, so that nothing comes between looking and counting, and all keys count or none does.
SCRIPT: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local refused, wait = 0, 0
for number, key in ipairs(KEYS) do
    local most, span = tonumber(ARGV[2 * number - 1]), tonumber(ARGV[2 * number])
    local oldest = now
    if most > 0 then oldest = redis.call('LINDEX', key, most - 1) end
    if oldest and oldest + span > now and oldest + span - now > wait then
        refused, wait = number, oldest + span - now
    end
end
if refused == 0 then
    for number, key in ipairs(KEYS) do
        redis.call('LPUSH', key, now)
        redis.call('LTRIM', key, 0, ARGV[2 * number - 1] - 1)
        redis.call('PEXPIRE', key, ARGV[2 * number])
    end
end
return {refused, wait}
"""


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of what a key stands for may come within so many seconds."""

    key: str
    most: int
    seconds: int


@dataclass(frozen=True, slots=True)
class TooOften:
    """The rate that is used up, and the seconds until one more may come."""

    rate: Rate
    wait: float


def count(rates: Sequence[Rate]) -> TooOften | None:
    """Count a request under all rates, or say which is used up and count it under none."""
    return _counter().count(rates)


def forget() -> None:
    """Begin anew in this process."""
    _counter.cache_clear()


@cache
def _counter() -> Counter:
    return Counter(settings.TOPOVIZ_RATES_URL, settings.TOPOVIZ_WEB_PROCESSES)


class Counter:
    """Counts in the broker at an address, if there is one.

    Where there is none, or it does not answer, each of so many processes lets its share pass: never more together.
    """

    def __init__(self, url: str, processes: int) -> None:
        self._here = _Here(processes)
        self._asked = _Asked(url) if url else None
        self._broker = Availability("count requests")

    def count(self, rates: Sequence[Rate]) -> TooOften | None:
        """Count a request under all rates, or say which is used up and count it under none."""
        asked = self._asked
        if asked is None:
            return self._here.count(rates)
        return self._broker.ask(lambda: asked.count(rates), lambda: self._here.count(rates))


class _Asked:
    """The broker, as far as it answers."""

    def __init__(self, url: str) -> None:
        self._script: Any = redis.Redis.from_url(url, **IMPATIENT).register_script(SCRIPT)

    def count(self, rates: Sequence[Rate]) -> TooOften | None:
        """Count there; raises RedisError."""
        keys = [f"{PREFIX}{rate.key}" for rate in rates]
        numbers = [number for rate in rates for number in (rate.most, rate.seconds * 1000)]
        refused, wait = self._script(keys=keys, args=numbers)
        return TooOften(rates[refused - 1], wait / 1000) if refused else None


class _Here:
    """Counts in this process."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = Lock()

    def count(self, rates: Sequence[Rate]) -> TooOften | None:
        now = time.monotonic()
        with self._lock:
            full = [TooOften(rate, wait) for rate in rates if (wait := self._wait(rate, now)) > 0]
            if full:
                return max(full, key=lambda one: one.wait)
            for rate in rates:
                self._times.setdefault(rate.key, deque()).append(now)
                self._times.move_to_end(rate.key)
            while len(self._times) > MOST_KEYS:
                self._times.popitem(last=False)
        return None

    def _wait(self, rate: Rate, now: float) -> float:
        times, most = self._times.get(rate.key, deque()), math.ceil(rate.most / self._processes)
        while times and times[0] + rate.seconds <= now:
            times.popleft()
        if len(times) < most:
            return 0
        return times[0] + rate.seconds - now if times else rate.seconds
