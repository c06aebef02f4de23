"""What it would give at most if threads shared the work of their tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.engine.advice.sharing import Shared, share
from topoviz.lag.advice.pace import Speed
from topoviz.lag.advice.words import IN_MINUTES, counted, rate, wait
from topoviz.lag.findings.words import duration, percent
from topoviz.lag.owners import owner_of
from topoviz.lag.report.advice import Advice, AdviceKind, AdviceTable

_WORTH: Final = 1.0
"""Seconds of a mean wait from which on a gain is more than chance of commits and samples."""

_LEAST_SHOWN: Final = 0.05
_A_MINUTE: Final = 60.0

_HOW: Final = (
    "In each stretch what waits grows by what comes and gets less by what threads can read. Once every thread has its "
    "own tasks; once all threads of an instance, and once all of the application, take whatever waits of them. A task "
    "is read by one thread at a time also then, so what waits of it alone is counted too."
)

_NO_COST: Final = (
    "Handing a record to another thread costs nothing, state is at hand for all, and records of one key may be read by "
    "threads in turn: this is a bound, and no thread of Kafka Streams does it."
)


def advise_sharing(speed: Speed) -> Advice | None:
    """Say how long records wait, and how long they would if threads shared their work; None where nothing came."""
    measured, pace = speed.measured, speed.pace
    threads = measured.threads()
    if not threads:
        return None
    if pace.mean is None:
        return Advice(
            AdviceKind.WORK_SHARING,
            "Threads that share their work would read no sooner than now, as far as the history shows: no thread had "
            "work waiting all the time for long.",
            "Look at this again with a history in which the application falls behind.",
            (speed.how_fast(),),
        )
    found = share(
        measured,
        {thread: _pace(speed, thread) for thread in threads},
        lambda thread: owner_of(thread).process,
    )
    if found is None:
        return None
    arithmetic = (
        f"What waits in the mean ÷ what comes a second: {wait(found.measured)} measured, {wait(found.apart)} computed.",
        "What is measured has in it what commits, samples and standing still add.",
        _HOW,
        f"Stretches are {duration(measured.width)} long, and threads read at the pace of their own busy time.",
        *_never_busy(speed),
        *_beside(found),
    )
    return Advice(
        AdviceKind.WORK_SHARING,
        _sentence(found, len(threads)),
        _next_step(found, len(threads)),
        arithmetic,
        (_NO_COST, "Threads never stand still, and within a stretch records come evenly.", *speed.rests_on()),
        (
            AdviceTable(
                "Mean wait of a record",
                ("Threads", "Wait", "Shorter by"),
                (
                    ("with their own tasks, as they are", wait(found.apart), "–"),
                    ("sharing within each instance", wait(found.in_instance), _shorter(found, found.in_instance)),
                    ("sharing in the whole application", wait(found.in_group), _shorter(found, found.in_group)),
                ),
            ),
        ),
        numbers={
            "wait_measured": found.measured,
            "wait_apart": found.apart,
            "wait_shared_in_instance": found.in_instance,
            "wait_shared_in_group": found.in_group,
        },
    )


def _pace(speed: Speed, thread: str) -> float:
    """Give the pace of a thread; of one that was never busy the fastest that any was seen to read."""
    pace = speed.pace
    return max(pace.fastest, pace.by_thread[thread]) if thread in pace.never_busy else pace.by_thread[thread]


def _never_busy(speed: Speed) -> Sequence[str]:
    count = len(speed.pace.never_busy)
    if not count:
        return ()
    said = (
        f"{counted(count, 'thread')} always had time left, so how fast {'it is' if count == 1 else 'they are'} is not "
        f"known: the most that any thread read in a stretch, {rate(speed.pace.fastest)}, is taken. "
        f"{'If it is' if count == 1 else 'If they are'} faster, sharing gives more."
    )
    return (said,)


def _gain(found: Shared, with_it: float) -> float:
    return max(0.0, found.apart - with_it)


def _shorter(found: Shared, with_it: float) -> str:
    gain = _gain(found, with_it)
    if gain < _LEAST_SHOWN:
        return "nothing"
    return duration(gain) if found.apart >= IN_MINUTES and gain >= _A_MINUTE else wait(gain)


def _sentence(found: Shared, threads: int) -> str:
    if threads == 1:
        return "There is one thread, so there is nobody with whom it could share work."
    if _gain(found, found.in_group) < _WORTH:
        return (
            "Threads that share their work would shorten the mean wait by less than a second: it is "
            f"{wait(found.apart)} with the tasks as they are."
        )
    return (
        f"If all {threads} threads shared their work, a record would wait {wait(found.in_group)} in the mean and not "
        f"{wait(found.apart)}; if only threads of one instance did, {wait(found.in_instance)}. In practice it gives "
        "less."
    )


def _next_step(found: Shared, threads: int) -> str:
    if threads == 1 or _gain(found, found.in_group) < _WORTH:
        return "Nothing is to be had here: look at the number of threads, and at what a record costs."
    return (
        "Kafka Streams fixes a task to a thread until the next rebalance. What comes near to sharing: tasks divided by "
        "their load; more and smaller tasks, by more partitions; slow calls of a processor handed to a pool of "
        "the application's own, which has to mind order and commits itself."
    )


def _beside(found: Shared) -> Sequence[str]:
    if found.beside_idle is None:
        return ()
    return (
        f"In {percent(found.beside_idle)} of the time of busy threads another thread of the application had time left.",
    )
