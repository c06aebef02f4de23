"""Tasks divided by their measured load, beside what Kafka's assignor makes of the same cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.advice.asked import Divided, Divisions, ThreadTasks
from topoviz.engine.advice.balancing import Holder, balance
from topoviz.engine.tasks.task_id import parse_task_id
from topoviz.lag.advice.words import counted, rate, threads
from topoviz.lag.findings.words import listed, number, size
from topoviz.lag.report.advice import Advice, AdviceKind, AdviceTable

_WORTH: Final = 0.05
"""So much less for the busiest thread is worth to move tasks."""

_MOST_ROWS: Final = 200
_COLUMNS: Final = (
    "Tasks divided",
    "Busiest thread",
    "Over the mean",
    "Busiest instance, each thread",
    "Tasks that move",
    "State to restore",
)

_ALONE: Final = "This alone does not make it keep up: see first what is said of threads and partitions. "
_NOTHING: Final = Divided(())

Threads = Sequence[ThreadTasks]


@dataclass(frozen=True, slots=True)
class Known:
    """What the history shows: loads by task, whether in shares of a thread, what comes, and bytes of state by task."""

    loads: Mapping[str, float]
    in_threads: bool
    records: float
    state_bytes: Mapping[str, int]

    def load(self, tasks: Sequence[str]) -> float:
        """Add up the loads of tasks; what the history does not have counts with nothing."""
        return sum(self.loads.get(task, 0.0) for task in tasks)

    def written(self, load: float) -> str:
        """Write a load with its unit."""
        return f"{threads(load)} of a thread" if self.in_threads else rate(load)


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to divide the tasks; `are_instances` where each thread is an instance of its own."""

    name: str
    threads: Threads
    are_instances: bool = False

    def moved(self, now: Threads) -> list[str]:
        """Name the tasks that another instance has than now."""
        had = {task: self._owner(one) for one in now for task in one.tasks}
        has = {task: self._owner(one) for one in self.threads for task in one.tasks}
        return sorted((task for task in has if task in had and has[task] != had[task]), key=parse_task_id)

    def _owner(self, one: ThreadTasks) -> str:
        return one.client_id if self.are_instances else one.process

    def busiest(self, known: Known) -> float:
        return max(known.load(one.tasks) for one in self.threads)

    def busiest_instance(self, known: Known) -> float:
        by_process: dict[str, list[float]] = {}
        for one in self.threads:
            by_process.setdefault(one.process, []).append(known.load(one.tasks))
        return max(sum(loads) / len(loads) for loads in by_process.values())


def advise_assignment(now: Threads, divisions: Divisions, known: Known) -> Advice | None:
    """Say what dividing tasks by load would give; None where there is nobody to divide them among."""
    if len(now) < 2 or known.load([task for one in now for task in one.tasks]) <= 0:
        return None
    if divisions.by_kafka is None:
        return Advice(
            AdviceKind.ASSIGNMENT,
            "How tasks could be divided by their load is not known.",
            "Give the partitions of all topics that the application reads, or a history that has all of them.",
            (divisions.why_not,),
        )
    present = _Way("as they are at the end", now)
    kafka = _Way(f"by Kafka's assignor, {divisions.assignor}", divisions.by_kafka.threads)
    single = _Way("by load, with instances of one thread", _by_thread(now, divisions, known), are_instances=True)
    ways, chosen = [present, kafka, single], single
    if divisions.by_load is not None:
        by_load = _Way("by load, to these instances", divisions.by_load.threads)
        ways.insert(2, by_load)
        # Where threads of an instance get tasks by number, evenly loaded instances may have uneven threads.
        if by_load.busiest(known) < (1 - _WORTH) * present.busiest(known) or not _is_finer(single, by_load, known):
            chosen = by_load
    mean = known.load([task for one in now for task in one.tasks]) / len(now)
    is_worth = chosen.busiest(known) < (1 - _WORTH) * present.busiest(known)
    moved = chosen.moved(now)
    return Advice(
        AdviceKind.ASSIGNMENT,
        _sentence(present, kafka, chosen, known, mean) if is_worth else _even(present, known, mean),
        (_ALONE if _is_too_much(chosen, known) else "") + _next_step(divisions, needs_single=chosen is single)
        if is_worth
        else "Leave the tasks where they are.",
        tuple(_arithmetic(present, chosen, known, mean, divisions, is_worth=is_worth)),
        tuple(_rests_on(divisions, known)),
        (
            AdviceTable("Load of threads", _COLUMNS, tuple(_row(one, now, known, divisions, mean) for one in ways)),
            *((_who(now, chosen.threads, known),) if is_worth else ()),
        ),
        numbers={
            "load_mean": mean,
            "load_max_now": present.busiest(known),
            "load_max_by_kafka": kafka.busiest(known),
            "load_max_by_load": chosen.busiest(known),
            "tasks_moved": float(len(moved)),
        },
    )


def _is_too_much(chosen: _Way, known: Known) -> bool:
    """Tell whether a thread falls behind all the same, as one with more than it can read does."""
    return known.in_threads and chosen.busiest(known) > 1


def _is_finer(single: _Way, by_load: _Way, known: Known) -> bool:
    return single.busiest(known) < (1 - _WORTH) * by_load.busiest(known)


def _by_thread(now: Threads, divisions: Divisions, known: Known) -> Threads:
    """Divide tasks among threads themselves, which nothing in Kafka Streams does for threads of one instance."""
    names = {task for one in (divisions.by_kafka or divisions.by_load or _NOTHING).threads for task in one.tasks}
    owners = {task: one.client_id for one in now for task in one.tasks if task in names}
    given = balance(
        {task: known.loads.get(task, 0.0) for task in names}, [Holder(one.client_id) for one in now], owners
    )
    return tuple(
        ThreadTasks(one.client_id, one.process, tuple(sorted(task for task in given if given[task] == one.client_id)))
        for one in now
    )


def _over(load: float, mean: float) -> str:
    return f"{load / mean:.2f}×"


def _sentence(present: _Way, kafka: _Way, chosen: _Way, known: Known, mean: float) -> str:
    before, by_kafka, after = (_over(one.busiest(known), mean) for one in (present, kafka, chosen))
    moved = chosen.moved(present.threads)
    still = (
        f" The busiest would still have {known.written(chosen.busiest(known))} to do."
        if _is_too_much(chosen, known)
        else ""
    )
    return (
        f"The busiest thread has {before} the mean load as tasks are divided, and {after} with tasks divided "
        f"{chosen.name}. Kafka's assignor, which counts tasks, comes to {by_kafka}. "
        f"{counted(len(moved), 'task')} would move to another instance.{still}"
    )


def _even(present: _Way, known: Known, mean: float) -> str:
    before = present.busiest(known)
    if before <= (1 + 2 * _WORTH) * mean:
        return f"Tasks are divided evenly by their load: the busiest thread has {_over(before, mean)} the mean."
    task, largest = max(((task, known.loads.get(task, 0.0)) for one in present.threads for task in one.tasks),
                        key=lambda pair: (pair[1], pair[0]))  # fmt: skip
    if largest > (1 - _WORTH) * before:
        return (
            f"No division of tasks is much better: the busiest thread has {_over(before, mean)} the mean, and nearly "
            f"all of that is task {task}."
        )
    return f"No division of tasks is much better: the busiest thread has {_over(before, mean)} the mean load."


def _next_step(divisions: Divisions, *, needs_single: bool) -> str:
    else_step = (
        "fewer threads and more instances, so that the assignor divides finer; more partitions; or the heavy "
        "sub-topology as an application of its own, with instances for it alone"
    )
    if divisions.is_streams_group:
        return (
            "In a streams group (`group.protocol=streams`) the brokers divide tasks, and take no assignor of the "
            f"application. What there is: {else_step}."
        )
    if not divisions.takes_own_assignor:
        return (
            f"Kafka Streams {divisions.kafka_version} takes no assignor of the application's own; from 3.8 on "
            f"`task.assignor.class` does (KIP-924). Until then: {else_step}."
        )
    first = ""
    if needs_single:
        first = (
            "An assignor gives tasks to instances, and Kafka Streams shares those among the threads of one by number; "
            "so run as many instances with `num.stream.threads` 1 each. "
        )
    return first + (
        "Write a class of `org.apache.kafka.streams.processor.assignment.TaskAssignor` (KIP-924) that gives tasks to "
        "instances as in the table, and name it in `task.assignor.class` on all instances, as any of them may lead the "
        "group. It has to get the loads from you, such as from `loads` in the JSON of this report."
    )


def _arithmetic(
    present: _Way, chosen: _Way, known: Known, mean: float, divisions: Divisions, *, is_worth: bool
) -> Iterator[str]:
    count = len(present.threads)
    what = "the records a second that come, by what a record costs" if known.in_threads else "the records that come"
    yield (
        f"The load of a task is {what}, over the whole history. All together {known.written(mean * count)} ÷ {count} "
        f"threads = {known.written(mean)} in the mean."
    )
    yield f"The busiest thread has {known.written(present.busiest(known))} now."
    if not is_worth:
        return
    before, after = present.busiest(known), chosen.busiest(known)
    yield (
        f"Divided by load it has {known.written(after)}: {number(round(100 * (1 - after / before)))} % less. The "
        "largest tasks go first, each to where there is most room; then single moves and swaps mend the rest, and what "
        "need not move stays."
    )
    if known.in_threads:
        yield (
            f"A thread with 1.00 reads all the time. So no thread falls behind up to {number(known.records / before)} "
            f"records a second now ({number(known.records)} ÷ {threads(before)}) and up to "
            f"{number(known.records / after)} then; {number(known.records)} come."
        )
    stateful = [task for task in chosen.moved(present.threads) if task in divisions.stateful]
    if stateful:
        restored = _restored(stateful, known)
        yield (
            f"Of the tasks that move {len(stateful)} have state ({listed(stateful)}), to restore where no standby is: "
            f"{restored}."
        )


def _rests_on(divisions: Divisions, known: Known) -> Iterator[str]:
    yield "Loads stay as they were in the history; a peak at another hour may be divided otherwise."
    if not known.in_threads:
        yield (
            "A record costs the same in each task: the history shows no thread that had all to do that it can, so "
            "what a record costs is not known."
        )
    named = {task for one in (divisions.by_kafka or divisions.by_load or _NOTHING).threads for task in one.tasks}
    missing = sorted(named - known.loads.keys())
    if missing:
        yield f"{counted(len(missing), 'task')} that the history does not have count with nothing: {listed(missing)}."
    yield (
        "Kafka's assignor is shown with what it comes to once all copies have caught up, for the threads that have a "
        "task in the history and no others."
    )
    if divisions.standbys:
        yield (
            f"Each task with state has {counted(divisions.standbys, 'standby', 'standbys')}; where they are is not "
            "looked at when tasks are divided by load, and a move to one restores little."
        )
    if divisions.by_kafka is not None:
        yield from divisions.by_kafka.doubts


def _row(way: _Way, now: Threads, known: Known, divisions: Divisions, mean: float) -> tuple[str, ...]:
    moved = way.moved(now)
    stateful = [task for task in moved if task in divisions.stateful]
    busiest = way.busiest(known)
    return (
        way.name,
        known.written(busiest),
        _over(busiest, mean),
        known.written(way.busiest_instance(known)),
        str(len(moved)) if moved else "none",
        _restored(stateful, known) if stateful else "none",
    )


def _restored(tasks: Sequence[str], known: Known) -> str:
    sizes = [known.state_bytes.get(task) for task in tasks]
    found = [one for one in sizes if one is not None]
    if not found:
        return f"that of {counted(len(tasks), 'task')}, of a size that is not known"
    return size(sum(found)) + ("" if len(found) == len(tasks) else f" and that of {len(tasks) - len(found)} more")


def _who(now: Threads, then: Threads, known: Known) -> AdviceTable:
    """List the threads with what they have now and then, the busiest of now first."""
    after = {one.client_id: one for one in then}
    rows = [
        (
            f"`{one.client_id.removesuffix('-consumer')}`",
            known.written(known.load(one.tasks)),
            known.written(known.load(after[one.client_id].tasks)),
            " ".join(one.tasks) or "none",
            " ".join(after[one.client_id].tasks) or "none",
        )
        for one in sorted(now, key=lambda one: (-known.load(one.tasks), one.client_id))
    ]
    title = "Who would have what" if len(rows) <= _MOST_ROWS else f"Who would have what, the {_MOST_ROWS} busiest"
    return AdviceTable(title, ("Thread", "Load now", "Load then", "Tasks now", "Tasks then"), tuple(rows[:_MOST_ROWS]))
