"""What a thread reads while it has more to do than it can: only then does a history show how fast it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from topoviz.engine.advice.measured import Measured, TaskWork, known_sum

LEAST_BUSY_SECONDS: Final = 300.0
"""Less time of busy threads, all together, says nothing sure."""

_LEAST_BUSY_SECONDS_OF_ONE: Final = 120.0

_LEAST_SHARE: Final = 0.05
"""A thread that is busy for less of its time says little of how fast it is."""


class Does(Enum):
    """What a thread does in a stretch."""

    READS_ALL_THE_TIME = "busy"
    STANDS_STILL = "still"
    HAS_TIME_LEFT = "idle"


@dataclass(frozen=True, slots=True)
class ThreadPace:
    """Records a second of the threads that have tasks at the end.

    `busy` is the pace of threads that had work waiting all the time, over all of their `busy_seconds`; None where these
    are too few, and then nothing else is known but `fastest`, the most that any thread read in a stretch. `by_thread`
    has each thread: as it was when busy, else at least what it read in the mean, or what busy ones do. `mean` is over
    those. `still_seconds` are those in which records waited and a thread read nothing; they are left out. With
    `from_metrics` it all comes from what threads read in the share of their time in which they say they were busy,
    `busy_share` in the mean.
    """

    busy: float | None
    mean: float | None
    by_thread: Mapping[str, float]
    never_busy: tuple[str, ...]
    busy_seconds: float
    still_seconds: float
    fastest: float
    from_metrics: bool = False
    busy_share: float | None = None


def does(tasks: Sequence[TaskWork], stretch: int, measured: Measured) -> Does | None:
    """Tell what a thread with these tasks does in a stretch; None where there is no telling.

    It has work all the time where more waits in each sample than comes or is read in the time that commits and samples
    are apart.
    """
    came = known_sum(one.came[stretch] for one in tasks)
    read = known_sum(one.read[stretch] for one in tasks)
    least = known_sum(one.least_waiting[stretch] for one in tasks)
    if came is None or read is None or least is None:
        return None
    if least <= max(came, read) / measured.width * measured.patience or least <= 0:
        return Does.HAS_TIME_LEFT
    return Does.READS_ALL_THE_TIME if read > 0 else Does.STANDS_STILL


def pace_of(measured: Measured, busy_shares: Mapping[str, float] | None = None) -> ThreadPace:
    """Add up what threads read while they were busy.

    `busy_shares` are of threads that say themselves in which share of their time they were busy. Where half of them
    do, that is better than what waits: it tells how fast a thread is also where it has time left.
    """
    pace = _pace_by_waiting(measured)
    shares = {one: share for one, share in (busy_shares or {}).items() if share >= _LEAST_SHARE}
    threads = measured.threads()
    known = [one for one in threads if one in shares]
    if not known or 2 * len(known) < len(threads):
        return pace
    rates = _rates(measured)
    paces = {one: rates[one] / shares[one] for one in known if rates.get(one)}
    if not paces:
        return pace
    mean = sum(paces.values()) / len(paces)
    by_thread = {one: paces.get(one, mean) for one in threads}
    share = sum(shares[one] for one in paces) / len(paces)
    return replace(pace, busy=mean, mean=mean, by_thread=by_thread, never_busy=(), from_metrics=True, busy_share=share)


def _rates(measured: Measured) -> dict[str, float]:
    """Give what each thread reads a second, over the stretches in which it has a task that was seen."""
    read: dict[str, float] = {}
    seconds: dict[str, float] = {}
    for stretch in measured.stretches:
        for thread, tasks in measured.held_in(stretch):
            records = known_sum(one.read[stretch] for one in tasks)
            if records is not None:
                _add(read, thread, records)
                _add(seconds, thread, measured.width)
    return {thread: read[thread] / seconds[thread] for thread in read}


def _pace_by_waiting(measured: Measured) -> ThreadPace:
    all_read: dict[str, float] = {}
    seen: dict[str, float] = {}
    busy_read: dict[str, float] = {}
    busy: dict[str, float] = {}
    still = fastest = 0.0
    for stretch in measured.stretches:
        for thread, tasks in measured.held_in(stretch):
            records = known_sum(one.read[stretch] for one in tasks)
            if records is None:
                continue
            _add(all_read, thread, records)
            _add(seen, thread, measured.width)
            fastest = max(fastest, records / measured.width)
            doing = does(tasks, stretch, measured)
            if doing is Does.STANDS_STILL:
                still += measured.width
            elif doing is Does.READS_ALL_THE_TIME:
                _add(busy_read, thread, records)
                _add(busy, thread, measured.width)
    seconds = sum(busy.values())
    if seconds < LEAST_BUSY_SECONDS:
        return ThreadPace(None, None, {}, (), seconds, still, fastest)
    pace = sum(busy_read.values()) / seconds
    threads = measured.threads()
    never = tuple(one for one in threads if busy.get(one, 0.0) < _LEAST_BUSY_SECONDS_OF_ONE)
    by_thread = {
        one: max(pace, all_read[one] / seen[one] if seen.get(one) else 0.0)
        if one in never
        else busy_read[one] / busy[one]
        for one in threads
    }
    mean = sum(by_thread.values()) / len(by_thread) if by_thread else pace
    return ThreadPace(pace, mean, by_thread, never, seconds, still, fastest)


def _add(sums: dict[str, float], key: str, value: float) -> None:
    sums[key] = sums.get(key, 0.0) + value
