"""How many threads, and so instances and partitions, the measured load needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from topoviz.engine.advice.sharing import came_throughout
from topoviz.engine.advice.threads_needed import Needed, needed, partitions_needed
from topoviz.lag.advice.loads import by_task
from topoviz.lag.advice.pace import Speed
from topoviz.lag.advice.words import counted, rate, threads
from topoviz.lag.findings.words import duration, listed, moment, number
from topoviz.lag.report.advice import Advice, AdviceKind, AdviceTable
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_AN_HOUR: Final = "an hour"
_WITHIN: Final = (("15 minutes", 900.0), (_AN_HOUR, 3600.0), ("4 hours", 4 * 3600.0))
_KEEPS_UP: Final = 0.97
_AT_END: Final = "keep up with what comes at the end"
_OTHERWISE: Final = 1.3
"""What comes at the end is told where it is so many times of the mean, or that of it."""
_ALIKE: Final = (
    "Each further thread reads as much as those that are there: processors, disks, brokers and what records call have "
    "room for it."
)
_SPREAD: Final = "Keys are spread over partitions as they are now."
_SEEN: Final = "A thread that has no task does not show in a history, and is not counted."
_WHOLE: Final = (
    "Whole ones are put to threads the largest first, each to the first with room: that may take more threads than the "
    "pace alone."
)
_COLUMNS: Final = ("To", "Records a second", "Threads by pace", "Threads with whole tasks")
_KEPT_BY: Final = {
    FindingKind.SLOW_COMMITS: "threads spend so much of their time in commits",
    FindingKind.SLOW_PUNCTUATION: "threads spend so much of their time in punctuators",
}

Rates = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Load:
    """What shall be reached, the records a second of each task for that, and the threads that it takes."""

    what: str
    rates: Rates
    needed: Needed

    @property
    def total(self) -> float:
        return sum(self.rates.values())


def advise_threads(speed: Speed, partitions: Sequence[PartitionLag], start: float) -> Advice:
    """Say how many threads keep up with the mean and the busiest time, and how many read what waits in a given time.

    `partitions` are those of the application, `start` is when its history begins. Tasks are never divided among
    threads, so that some loads need more partitions instead, which is said with the topics.
    """
    measured, pace = speed.measured, speed.pace.mean
    come = by_task(partitions, lambda one: one.produce_rate)
    there, total = len(measured.threads()), sum(come.values())
    if pace is None:
        return _without_pace(speed, there, partitions)
    loads = [_Load(what, rates, _needed(rates, speed)) for what, rates in _wanted(speed, come, partitions, start)]
    mean, at_end = loads[0], next((one for one in loads if one.what == _AT_END), None)
    too_few = tuple(_too_few_partitions(come, speed, partitions))
    by_pace = f"{number(total)} ÷ {number(pace)}" if _are_alike(speed) else f"{number(total)} × what each costs"
    tasks = len(measured.tasks)
    come_and_take = (
        f"{rate(total)} come, by the growth of the logs over the whole history: {by_pace} = "
        f"{threads(mean.needed.exact)} threads."
    )
    arithmetic = (
        speed.how_fast(),
        *filter(None, (speed.what_costs(),)),
        come_and_take,
        " ".join((_most(speed), _WHOLE)),
        *too_few,
    )
    return Advice(
        AdviceKind.THREADS,
        _sentence(there, mean.needed, speed.unit, total) + _sentence_at_end(there, mean.needed, at_end),
        _next_step(there, loads, tasks, has_too_few=bool(too_few)) + _slow_one(speed, come),
        arithmetic,
        (_ALIKE, _SPREAD, _SEEN, *speed.rests_on()),
        (AdviceTable("Threads needed", _COLUMNS, tuple(_row(one) for one in loads)),),
        numbers=_numbers(speed, loads, there, pace),
    )


def _most(speed: Speed) -> str:
    tasks = len(speed.measured.tasks)
    return (
        f"The history has {counted(tasks, speed.unit)}, and a {speed.unit} has one thread at a time: more than "
        f"{counted(tasks, 'thread')} do nothing."
    )


def _numbers(speed: Speed, loads: Sequence[_Load], there: int, pace: float) -> dict[str, float]:
    mean = loads[0]
    found = {
        "threads": float(there),
        "threads_by_pace": mean.needed.exact,
        "thread_pace": pace,
        "produce_rate": mean.total,
        "tasks": float(len(speed.measured.tasks)),
    }
    in_an_hour = next((one for one in loads[1:] if _AN_HOUR in one.what), None)
    for name, load in (("threads_needed", mean), ("threads_in_an_hour", in_an_hour)):
        if load is not None and load.needed.threads is not None:
            found[name] = float(load.needed.threads)
    return found


def _slow_one(speed: Speed, come: Rates) -> str:
    """Say which thread is slow, and how many would do if all were as fast as the fastest."""
    slowest, pace = speed.slowest(), speed.pace
    if slowest is None or pace.mean is None:
        return ""
    faster = max(pace.by_thread.values()) / pace.mean
    subs = {one.task: one.sub_topology for one in speed.measured.tasks}
    found = needed({task: speed.costs.load(subs[task], records) for task, records in come.items()}, faster)
    if found.threads is None:
        return ""
    return (
        f" Look first why `{slowest}` is slow: were all as fast as the fastest, "
        f"{counted(found.threads, 'thread')} would keep up."
    )


def beside_causes(advice: Sequence[Advice], findings: Sequence[Finding]) -> tuple[Advice, ...]:
    """Have whoever counts threads look first at what keeps them from reading, where a finding names it."""
    kept = next((_KEPT_BY[one.kind] for one in findings if one.kind in _KEPT_BY), None)
    if kept is None:
        return tuple(advice)
    first = f"First see why {kept}, as the findings say: a thread that does less of it reads more. "
    return tuple(
        replace(one, next_step=first + one.next_step) if one.kind is AdviceKind.THREADS else one for one in advice
    )


def in_short(advice: Advice) -> str:
    """Say the same in two sentences, for a finding that all of the application is too slow."""
    numbers = advice.numbers or {}
    if "thread_pace" not in numbers:
        return ""
    there, pace, tasks = int(numbers["threads"]), numbers["thread_pace"], int(numbers["tasks"])
    said = f"{advice.sentence} A thread reads {number(pace)} records a second while records wait."
    if "threads_in_an_hour" in numbers:
        said += f" {int(numbers['threads_in_an_hour'])} have read in an hour what waits."
    if "threads_needed" in numbers and numbers["threads_needed"] > there:
        return f"{said} Up to {counted(tasks, 'thread')} have something to do."
    return f"{said} {advice.next_step}"


def _wanted(speed: Speed, come: Rates, partitions: Sequence[PartitionLag], start: float) -> Iterator[tuple[str, Rates]]:
    measured = speed.measured
    yield "keep up with the mean of the history", come
    at_end = by_task(partitions, lambda one: one.produce_rate if one.recent_produce_rate is None
                     else one.recent_produce_rate)  # fmt: skip
    if max(sum(at_end.values()), sum(come.values())) > _OTHERWISE * min(sum(at_end.values()), sum(come.values())):
        yield _AT_END, at_end
    totals = [sum(at) for at in zip(*(came_throughout(one) for one in measured.tasks), strict=True)]
    if len(totals) > 1:
        most = max(measured.stretches, key=lambda stretch: (totals[stretch], -stretch))
        rates = {one.task: came_throughout(one)[most] / measured.width for one in measured.tasks}
        begins = moment(start + most * measured.width)
        yield f"keep up with the busiest {duration(measured.width)}, from {begins}", rates
    waiting = by_task(partitions, lambda one: one.lag_last)
    if sum(waiting.values()) > measured.patience * sum(come.values()):
        for name, seconds in _WITHIN:
            rates = {task: records + waiting.get(task, 0.0) / seconds for task, records in come.items()}
            yield f"have read in {name} what waits, beside what comes", rates


def _needed(rates: Rates, speed: Speed) -> Needed:
    subs = {one.task: one.sub_topology for one in speed.measured.tasks}
    return needed({task: speed.costs.load(subs[task], records) for task, records in rates.items()}, 1.0)


def _are_alike(speed: Speed) -> bool:
    return len(set(speed.costs.seconds.values())) == 1


def _row(load: _Load) -> tuple[str, ...]:
    large = load.needed.too_large
    if large:
        whole = f"no number: {listed(large, 3)} {'needs' if len(large) == 1 else 'need'} more than one"
    else:
        whole = str(load.needed.threads)
    return load.what, number(load.total), threads(load.needed.exact), whole


def _begin(there: int, total: float) -> str:
    return f"{counted(there, 'thread')} {'is' if there == 1 else 'are'} there, and {rate(total)} come"


def _sentence(there: int, mean: Needed, unit: str, total: float) -> str:
    begin = _begin(there, total)
    if mean.too_large:
        one = len(mean.too_large) == 1
        return (
            f"{begin}. No number of threads keeps up with that: {unit}{'' if one else 's'} {listed(mean.too_large)} "
            f"{'gets' if one else 'get'} more than one thread reads."
        )
    count = mean.threads or 0
    if count > there:
        return f"{begin}. {counted(count, 'thread')} {'keeps' if count == 1 else 'keep'} up with that."
    if count == there:
        return f"{begin}. They are enough for that, with {threads(there - mean.exact)} of a thread to spare."
    return f"{begin}. {count} would be enough for that, so the number of threads is not what is missing."


def _sentence_at_end(there: int, mean: Needed, at_end: _Load | None) -> str:
    """Say whether the threads that are there keep up with what comes by now, where that is another load."""
    if at_end is None or _keeps_up(there, mean) == _keeps_up(there, at_end.needed):
        return ""
    enough = "are enough for that" if _keeps_up(there, at_end.needed) else "are not enough for that"
    return f" That is the mean of the history: at the end {rate(at_end.total)} come, and the threads there {enough}."


def _keeps_up(there: int, found: Needed) -> bool:
    return found.threads is not None and not found.too_large and found.threads <= there


def _next_step(there: int, loads: Sequence[_Load], tasks: int, *, has_too_few: bool) -> str:
    mean = loads[0].needed
    if any(one.what == _AT_END and _keeps_up(there, one.needed) for one in loads) and not _keeps_up(there, mean):
        return (
            "What comes by now needs no more threads. Add some to read sooner what waits, or where so much comes "
            "again: the table says how many."
        )
    if has_too_few or mean.too_large:
        return (
            "A record has to cost less, or its topic needs more partitions, which sends keys to other ones: an "
            "application with state has to be stopped and reset for that. Where a single key is that frequent, only "
            "another key helps."
        )
    count = mean.threads or 0
    if count > there:
        return (
            f"Raise `num.stream.threads`, or start instances, until there are {count} threads; look at the processors "
            f"first. With a daily peak take the row of the busiest time. Beyond {tasks} threads the rest is idle."
        )
    for one in loads[1:]:
        more = one.needed.threads
        if more is not None and more > there:
            return f"To {one.what} takes {more} threads: add {more - there} for that time, or wait longer."
    return "Add no threads. Where something lags all the same, see the findings, and how tasks are divided."


def _too_few_partitions(come: Rates, speed: Speed, partitions: Sequence[PartitionLag]) -> Iterator[str]:
    """Name the topics of sub-topologies that need more threads than they have tasks."""
    subs: dict[int | None, list[str]] = {}
    for one in speed.measured.tasks:
        subs.setdefault(one.sub_topology, []).append(one.task)
    for sub, tasks in sorted(subs.items(), key=lambda item: (item[0] is None, item[0] or 0)):
        load = sum(speed.costs.load(sub, come.get(task, 0.0)) for task in tasks)
        if load <= len(tasks):
            continue
        topics = sorted({one.topic for one in partitions if one.sub_topology == sub})
        what = "The application" if sub is None else f"Sub-topology {sub}"
        yield (
            f"{what} needs {threads(load)} threads and has {counted(len(tasks), speed.unit)}: {listed(topics)} "
            f"{'has' if len(topics) == 1 else 'have'} too few partitions. With keys spread evenly, "
            f"{partitions_needed(load, 1.0)} are the least."
        )


def _without_pace(speed: Speed, there: int, partitions: Sequence[PartitionLag]) -> Advice:
    come = sum(one.produce_rate or 0.0 for one in partitions)
    read = sum(one.consume_rate or 0.0 for one in partitions)
    keeps_up = come > 0 and read >= _KEEPS_UP * come
    unknown = "how many fewer would do, or how much more they could read, is not known"
    each = f": {number(come / there)} for each thread" if there else ""
    arithmetic = (
        speed.how_fast(),
        f"{rate(come)} come and {number(read)} are read, over the whole history{each}.",
        _most(speed),
    )
    return Advice(
        AdviceKind.THREADS,
        f"{_begin(there, come)}. "
        + (
            f"They keep up with that; {unknown}."
            if keeps_up
            else f"{number(read)} are read; how many it takes is not known."
        ),
        "Take the history over a time in which the application is behind and reads up, such as after a deploy: that "
        "shows what a thread can read.",
        arithmetic,
        (_SEEN,),
        numbers={
            "threads": float(there),
            "produce_rate": come,
            "consume_rate": read,
            "tasks": float(len(speed.measured.tasks)),
        },
    )
