"""What could be done: fewer or more threads, more partitions, sub-topologies made two; each with its arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.sizing.configuration import Configuration
from topoviz.engine.sizing.given import Given
from topoviz.engine.sizing.loads import InstanceLoad
from topoviz.engine.sizing.memory import Memory
from topoviz.engine.sizing.more_partitions import Growth
from topoviz.engine.sizing.poll_timeouts import PollTimeouts, Verdict
from topoviz.engine.sizing.sizes import count_text, size_text, time_text
from topoviz.engine.sizing.splitting import Split
from topoviz.engine.sizing.useful_threads import UsefulThreads


class Change(StrEnum):
    """What a suggestion would change."""

    FEWER_THREADS = "fewer-threads"
    MORE_THREADS = "more-threads"
    MORE_PARTITIONS = "more-partitions"
    SPLIT = "split"
    FEWER_PRODUCERS = "fewer-producers"
    SHORTER_ROUNDS = "shorter-rounds"


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A change, what speaks for it in numbers, and what to do next."""

    change: Change
    sentence: str
    arithmetic: str
    next_step: str


def suggestions(
    useful: UsefulThreads,
    instances: Sequence[InstanceLoad],
    growths: Sequence[Growth],
    splits: Sequence[Split],
    memory: Memory,
    polls: PollTimeouts | None,
    configuration: Configuration,
    given: Given,
) -> tuple[Suggestion, ...]:
    """Say what could be done about idle threads, too few tasks, threads beyond the CPUs, and rounds that take long."""
    return (
        *_idle(useful, memory, configuration),
        *_beyond_cpus(instances, memory, given),
        *_more_threads(useful, instances, given),
        *_more_tasks(useful, growths),
        *(_split(split) for split in splits[:3] if split.more > 0),
        *_fewer_producers(memory, configuration),
        *_shorter_rounds(polls),
    )


def _idle(useful: UsefulThreads, memory: Memory, configuration: Configuration) -> Iterator[Suggestion]:
    idle = useful.threads - useful.most
    if idle <= 0:
        return
    kept = useful.threads - idle
    # A thread without tasks has no producer where each task brings its own.
    producer = 0 if configuration.has_producers_of_tasks else configuration.number("buffer.memory")
    stacks = sum(term.bytes or 0 for term in memory.thread.terms if term.name == "thread-stacks")
    each = producer + (0 if configuration.has_producers_of_tasks else stacks)
    spared = (
        f"; up to {size_text(each)} of producer buffer and stacks for each = {size_text(idle * each)}" if each else ""
    )
    has_standbys = any(needs.load.standby for needs in memory.instances)
    copies = "" if has_standbys else " They could hold standbys (num.standby.replicas)."
    yield Suggestion(
        Change.FEWER_THREADS,
        f"{count_text(idle, 'stream thread')} can never have an active task.{copies}",
        f"{useful.threads:,} threads − {count_text(useful.most, 'task')} = {idle:,} idle{spared}",
        f"Set num.stream.threads so that all instances together have {kept:,}, or stop instances.",
    )


def _beyond_cpus(instances: Sequence[InstanceLoad], memory: Memory, given: Given) -> Iterator[Suggestion]:
    if given.cpus is None:
        return
    starved = [instance for instance in instances if instance.total.threads > given.cpus]
    if not starved:
        return
    worst = max(starved, key=lambda instance: instance.total.threads)
    threads = worst.total.threads
    names = ", ".join(instance.client.name for instance in starved[:3])
    names += f" and {len(starved) - 3:,} more" if len(starved) > 3 else ""
    jvm = memory.thread.count_of_jvm_threads
    yield Suggestion(
        Change.FEWER_THREADS,
        f"{names}: more stream threads than CPUs. That helps only where threads wait for something, such as a "
        "database; busy ones take turns, and heartbeats and polls may come late.",
        f"{threads:,} stream threads / {count_text(given.cpus, 'CPU')} = {threads / given.cpus:.3g} on each, with "
        f"{jvm:,} JVM threads for each of them",
        f"Set num.stream.threads to {given.cpus:,}, unless CPUs are idle while records wait.",
    )


def _more_threads(useful: UsefulThreads, instances: Sequence[InstanceLoad], given: Given) -> Iterator[Suggestion]:
    room = useful.most - useful.threads
    if room <= 0:
        return
    busiest = max(load.active for instance in instances for load in instance.threads)
    free = None if given.cpus is None else sum(max(0, given.cpus - one.total.threads) for one in instances)
    if free == 0:
        yield Suggestion(
            Change.MORE_THREADS,
            f"{count_text(room, 'more stream thread')} could have work, but no instance has a CPU left for one.",
            f"{count_text(useful.most, 'task')} − {count_text(useful.threads, 'thread')} = {room:,}; the fullest has "
            f"{count_text(busiest, 'task')}",
            "Add an instance.",
        )
        return
    more = room if free is None else min(room, free)
    left = "" if free is None else f", CPUs without a stream thread: {free:,}"
    yield Suggestion(
        Change.MORE_THREADS,
        f"{count_text(more, 'more stream thread')} could have work.",
        f"{count_text(useful.most, 'task')} − {count_text(useful.threads, 'thread')} = {room:,}{left}; the fullest "
        f"thread has {count_text(busiest, 'task')}",
        f"Raise num.stream.threads, or add instances, up to {useful.threads + more:,} threads in all, if records wait.",
    )


def _more_tasks(useful: UsefulThreads, growths: Sequence[Growth]) -> Iterator[Suggestion]:
    """Partitions help only where each thread has at most one task, or none."""
    if useful.threads < useful.most:
        return
    best = next((growth for growth in growths if growth.more > 0), None)
    if best is None:
        return
    missing = max(useful.threads - useful.most, 1)
    steps = -(-missing // best.more)
    names = " and ".join(best.topics[:3]) + (" and others" if len(best.topics) > 3 else "")
    yield Suggestion(
        Change.MORE_PARTITIONS,
        best.sentence,
        f"{count_text(useful.most, 'task')} for {count_text(useful.threads, 'thread')}; each partition of {names} "
        f"brings {best.more:,}, so {count_text(steps, 'more partition')} for {count_text(missing, 'more task')}",
        f"Raise {names} by {count_text(steps, 'partition')}"
        + (", and plan for a reset of the application." if best.internal else ", if the order of keys allows it."),
    )


def _split(split: Split) -> Suggestion:
    assert split.above is not None
    assert split.below is not None
    return Suggestion(
        Change.SPLIT,
        split.sentence,
        f"{split.tasks:,} tasks → {split.above.tasks:,} + {split.below.tasks:,} = "
        f"{split.above.tasks + split.below.tasks:,} tasks",
        split.next_step,
    )


def _fewer_producers(memory: Memory, configuration: Configuration) -> Iterator[Suggestion]:
    fullest = memory.instances[0]
    if not configuration.has_producers_of_tasks or fullest.load.active <= fullest.load.threads:
        return
    memory_each = configuration.number("buffer.memory")
    active, threads = fullest.load.active, fullest.load.threads
    newer = "exactly_once_v2" if configuration.behaviours.has("has_exactly_once_v2") else "exactly_once_beta"
    has_it = configuration.behaviours.has("has_exactly_once_beta")
    where = "" if has_it else " of Kafka Streams 2.6 or later"
    yield Suggestion(
        Change.FEWER_PRODUCERS,
        f"With exactly_once each task has a producer of its own; {newer}{where} needs one for each thread.",
        f"({count_text(active, 'task')} − {count_text(threads, 'thread')}) × {size_text(memory_each)} = "
        f"{size_text((active - threads) * memory_each)} less on the fullest instance",
        f"Set processing.guarantee={newer}, with brokers of 2.5 or later.",
    )


def _shorter_rounds(polls: PollTimeouts | None) -> Iterator[Suggestion]:
    if polls is None or polls.verdict not in (Verdict.MAY_MISS, Verdict.MISSES):
        return
    interval = next(setting for setting in polls.settings if setting.name == "max.poll.interval.ms")
    yield Suggestion(
        Change.SHORTER_ROUNDS,
        polls.sentence,
        f"{time_text(int(interval.value) / 2)} / ({count_text(polls.tasks, 'task')} × {polls.slow_down:.3g}) = "
        f"{time_text(polls.may_miss_from)} a record at most",
        "Raise max.poll.interval.ms, give each thread fewer tasks, or make a record cheaper. A lower max.poll.records "
        "does not shorten a round.",
    )
