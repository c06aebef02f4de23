"""Whether stream threads come back to poll in time, with what a record costs and more threads than CPUs.

Kafka: StreamThread#runOnce. After each round over its tasks a thread looks at the clock and polls again, with half the
records for the next rounds, once half of `max.poll.interval.ms` is over. So what a poll brought need not be done before
the next one; one round must. A round is one record of each task at least, more as long as nothing is committed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.sizing.configuration import Configuration, Part, Setting
from topoviz.engine.sizing.given import Given
from topoviz.engine.sizing.loads import InstanceLoad
from topoviz.engine.sizing.sizes import count_text, time_text


class Verdict(StrEnum):
    """How a thread gets on between two polls."""

    NOT_KNOWN = "not-known"
    FITS = "fits"
    POLLS_EARLY = "polls-early"
    MAY_MISS = "may-miss"
    MISSES = "misses"


@dataclass(frozen=True, slots=True)
class PollTimeouts:
    """The arithmetic for the client whose threads are starved most; times in milliseconds of one record.

    `slow_down` is stream threads by CPU, at least 1. Up to `fits_to` all records of a poll are done in half the
    interval; above `may_miss_from` one round alone takes longer than that, above `misses_from` than the whole of it.
    """

    client: str
    tasks: int
    slow_down: float
    verdict: Verdict
    fits_to: float
    may_miss_from: float
    misses_from: float
    arithmetic: str
    sentence: str
    settings: tuple[Setting, ...]


def poll_timeouts(instances: Sequence[InstanceLoad], configuration: Configuration, given: Given) -> PollTimeouts | None:
    """Reckon for the thread with the most tasks where CPUs are shared most; None where no thread has a task."""
    poll = configuration.setting("max.poll.records", Part.MAIN_CONSUMER)
    interval = configuration.setting("max.poll.interval.ms", Part.MAIN_CONSUMER)
    slow_down, tasks, client = max(
        (
            (_slow_down(instance, given), max(load.active for load in instance.threads), instance.client.name)
            for instance in instances
        ),
        key=lambda one: one[0] * one[1],
    )
    if not tasks:
        return None
    half = int(interval.value) / 2
    fits_to = half / (int(poll.value) * slow_down)
    may_miss = half / (tasks * slow_down)
    found = PollTimeouts(
        client,
        tasks,
        slow_down,
        _verdict(given.record_ms, fits_to, may_miss),
        fits_to,
        may_miss,
        2 * may_miss,
        _arithmetic(given, int(poll.value), int(interval.value), slow_down),
        "",
        (poll, interval),
    )
    return _with_sentence(found, given, int(interval.value))


def _slow_down(instance: InstanceLoad, given: Given) -> float:
    """Say how much longer work takes when all stream threads of a client want a CPU."""
    return 1.0 if given.cpus is None else max(1.0, instance.total.threads / given.cpus)


def _verdict(cost: float | None, fits_to: float, may_miss: float) -> Verdict:
    if cost is None:
        return Verdict.NOT_KNOWN
    if cost <= min(fits_to, may_miss):
        return Verdict.FITS
    if cost <= may_miss:
        return Verdict.POLLS_EARLY
    return Verdict.MAY_MISS if cost <= 2 * may_miss else Verdict.MISSES


def _arithmetic(given: Given, records: int, interval: int, slow_down: float) -> str:
    by = f" × {slow_down:.3g}" if slow_down > 1 else ""
    if given.record_ms is None:
        return (
            f"{time_text(interval)} / ({records:,} records{by}) = {time_text(interval / records / slow_down)} a record"
        )
    took = records * given.record_ms * slow_down
    return (
        f"{records:,} records × {time_text(given.record_ms)}{by} = {time_text(took)}, "
        f"of max.poll.interval.ms {time_text(interval)}"
    )


def _with_sentence(found: PollTimeouts, given: Given, interval: int) -> PollTimeouts:
    sentence = f"{_slowness(found, given)}{_outcome(found, interval)}"
    return PollTimeouts(
        found.client, found.tasks, found.slow_down, found.verdict, found.fits_to, found.may_miss_from,
        found.misses_from, found.arithmetic, sentence, found.settings,
    )  # fmt: skip


def _slowness(found: PollTimeouts, given: Given) -> str:
    if given.cpus is None:
        return "How many CPUs an instance has is not given; each thread is taken to have one. "
    if found.slow_down > 1:
        return f"With more stream threads than CPUs everything may take {found.slow_down:.3g} times as long. "
    return ""


def _outcome(found: PollTimeouts, interval: int) -> str:
    tasks = count_text(found.tasks, "task")
    looks = (
        f"After each round over its {tasks} a stream thread looks at the clock, and polls again once half of "
        f"max.poll.interval.ms ({time_text(interval / 2)}) is over"
    )
    out = "it is put out of the group and its tasks go to other threads, which then have more to do"
    match found.verdict:
        case Verdict.NOT_KNOWN:
            return (
                f"What a record costs is not given. Up to {time_text(found.fits_to)} all records of one poll are done "
                f"in half the interval. {looks}; so a thread misses the interval only if one round takes longer: from "
                f"{time_text(found.may_miss_from)} a record it may, from {time_text(found.misses_from)} it does, and "
                f"{out}."
            )
        case Verdict.FITS:
            return "All records of a poll are done before half the interval is over, so no thread misses it."
        case Verdict.POLLS_EARLY:
            return (
                f"The records of one poll take longer than half the interval. {looks}; what is left waits in its "
                "buffers, and the thread stays in the group, but falls behind if records keep coming so fast."
            )
        case Verdict.MAY_MISS:
            return f"{looks}. One round alone takes longer than that, so a thread may miss the interval: then {out}."
        case Verdict.MISSES:
            return f"One round over its {tasks} takes longer than the whole interval, so {out}."
