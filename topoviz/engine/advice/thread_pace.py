"""What a thread reads while it has more to do than it can: only then does a history show how fast it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from topoviz.engine.advice.measured import Measured, TaskWork, known_sum

LEAST_BUSY_SECONDS: Final = 300.0
"""Less time of busy threads, all together, says nothing sure."""

_LEAST_BUSY_SECONDS_OF_ONE: Final = 120.0


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
    those. `still_seconds` are those in which records waited and a thread read nothing; they are left out.
    """

    busy: float | None
    mean: float | None
    by_thread: Mapping[str, float]
    never_busy: tuple[str, ...]
    busy_seconds: float
    still_seconds: float
    fastest: float


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


def pace_of(measured: Measured) -> ThreadPace:
    """Add up what threads read while they were busy."""
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
