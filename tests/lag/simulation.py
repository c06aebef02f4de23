"""A group that reads a topic, second by second, and what somebody sees who looks at its offsets now and then.

What is simulated is what makes histories hard to read: commits come at a distance of their own, samples take time and
come late, records come unevenly, retention is checked every five minutes and deletes whole segments.
"""

from __future__ import annotations

import math
import random
import uuid
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

TICK = 5
START = 1_772_445_600
HOUR = 3600

Span = tuple[float, float]


@dataclass(frozen=True)
class Group:
    """How one group fares; times are seconds from the start of the history.

    `load` and `capacity` are factors on the mean rate and on what a task can read, by time; a `down` task reads and
    commits nothing. `only` are the partitions that `capacity` and `down` are about, or None for all.
    `share` is what a task reads of that which comes, in place of `reads`.
    In `uncommitted` times samples show no committed offset; `beyond` is added to those that they show.

    Each of `clients` instances has `threads` threads, which share out the partitions in turn; after each of `moves`
    every partition is the next instance's, and at each of `restarts` all instances begin anew under other names; at
    those of `restarts_of` one does. After its time of `leaves` an instance is gone. At `cut_at` logs lose their last
    records, so many of them. A transaction that never ends, from `hanging` on, holds back who reads committed records.
    `weights` are factors on what comes, by partition; `slow` is a factor on what an instance's threads can read.
    At a time of `rewinds` the group goes back by so many records, at `made_anew` the topic is deleted and created, and
    at `clock_back` the clock of whoever takes the samples goes back by so many seconds.
    """

    minutes: int = 120
    every: int = 60
    partitions: int = 4
    clients: int = 2
    rate: float = 300.0
    reads: float = 3.0
    share: float | None = None
    commit_every: int = 30
    noise: float = 0.3
    load: Callable[[float], float] = lambda time: 1.0
    capacity: Callable[[float], float] = lambda time: 1.0
    down: tuple[Span, ...] = ()
    only: int | Collection[int] | None = None
    retention: int | None = None
    segment: int = 600
    reset_to: str = "earliest"
    set_to_end_at: float | None = None
    backlog: int = 0
    unseen: tuple[Span, ...] = ()
    marks: bool = False
    uncommitted: tuple[Span, ...] = ()
    beyond: int = 0
    threads: int = 1
    moves: tuple[float, ...] = ()
    restarts: tuple[float, ...] = ()
    weights: Mapping[int, float] = field(default_factory=dict)
    slow: Mapping[int, float] = field(default_factory=dict)
    rewinds: Mapping[float, int] = field(default_factory=dict)
    made_anew: float | None = None
    clock_back: tuple[float, float] | None = None
    restarts_of: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    cut_at: tuple[float, int] | None = None
    hanging: float | None = None
    leaves: Mapping[int, float] = field(default_factory=dict)
    ends_at: float | None = None
    topic: str = "orders"

    def concerns(self, partition: int) -> bool:
        """Tell whether `capacity`, `down`, `retention` and `hanging` are about a partition."""
        if self.only is None or isinstance(self.only, int):
            return self.only in (None, partition)
        return partition in self.only


@dataclass
class _Partition:
    number: int
    end: int
    read: float
    committed: int
    ends: list[int] = field(default_factory=list)
    log_start: int = 0
    skipped: int = 0
    stable: int | None = None


def simulate(seed: int, name: str, group: Group) -> tuple[list[tuple], dict[int, int]]:
    """Give the rows of a history, and how many records each partition lost."""
    chance = random.Random(f"{name} {seed}")  # noqa: S311 - the same for the same seed
    rate = group.rate * chance.uniform(0.8, 1.25)
    partitions = []
    for number in range(group.partitions):
        begin = chance.randrange(10**6)
        # Who has read all of it has committed before the last mark, at the start as ever after.
        committed = begin - int(group.marks and not group.backlog)
        partitions.append(_Partition(number, begin + group.backlog, begin, committed, log_start=begin))
    phase = chance.randrange(group.commit_every)
    looks = _looks(chance, group)
    rows: list[tuple] = []
    for time in range(0, group.minutes * 60, TICK):
        for one in partitions:
            _step(one, time, rate, group, chance, phase)
        while looks and looks[0] <= time:
            looks.pop(0)
            if group.ends_at is None or time < group.ends_at:
                rows.extend(_row(name, time, one, group) for one in partitions)
    return rows, {one.number: one.skipped for one in partitions}


def _looks(chance: random.Random, group: Group) -> list[float]:
    """Give when samples are taken: the command itself takes a second or more, and sometimes much more."""
    times, time = [], chance.uniform(0, group.every)
    while time < group.minutes * 60:
        if not any(start <= time < end for start, end in group.unseen):
            times.append(time)
        time += group.every + chance.uniform(0.5, 3) + (chance.uniform(0, 5) if chance.random() < 0.05 else 0)
    return times


def _step(one: _Partition, time: int, rate: float, group: Group, chance: random.Random, phase: int) -> None:
    expected = rate * group.load(time) * group.weights.get(one.number, 1.0) * TICK
    came = round(max(0.0, chance.gauss(expected, group.noise * expected)))
    if expected < 1:
        came = int(chance.random() < expected)
    # A transaction ends with a mark, which counts as a record; the reader stays before the last one.
    one.end += came * 2 if group.marks else came
    one.ends.append(one.end)
    is_concerned = group.concerns(one.number)
    _set_offsets(one, time, group)
    if is_concerned and group.retention is not None and time % 300 == 0 and time >= group.retention:
        _delete(one, time - group.retention, group)
    if group.set_to_end_at is not None and group.set_to_end_at <= time < group.set_to_end_at + TICK:
        one.skipped += round(one.end - one.read)
        one.read, one.committed = one.end, one.end
    if is_concerned and any(start <= time < end for start, end in group.down):
        return
    if one.read < one.log_start:
        target = one.log_start if group.reset_to == "earliest" else one.end
        one.skipped += round(target - one.read)
        one.read = target
    if group.share is None:
        can = group.rate * group.reads * chance.uniform(0.85, 1.1)
    else:
        can = rate * group.share * chance.uniform(0.85, 1.15)
    can *= (group.capacity(time) if is_concerned else 1.0) * TICK
    can *= group.slow.get(_owner(one.number, time, group)[0], 1.0)
    in_flight = chance.uniform(0, expected / TICK)
    stable = one.end
    if group.hanging is not None and is_concerned and time >= group.hanging:
        one.stable = stable = one.stable or one.end
    # A reader waits at a transaction itself; otherwise some records are on their way.
    one.read = max(one.read, min(one.read + can, stable - (in_flight if stable == one.end else 0)))
    if (time + phase) % group.commit_every < TICK:
        one.committed = math.floor(one.read) - int(group.marks and one.read >= one.end > 0)


def _set_offsets(one: _Partition, time: int, group: Group) -> None:
    """Rewind the group, or make the topic anew; a reader whose offset is gone begins at the start."""
    for when, records in group.rewinds.items():
        if when <= time < when + TICK:
            one.read = one.committed = max(one.log_start, one.committed - records)
    if group.made_anew is not None and group.made_anew <= time < group.made_anew + TICK:
        one.end, one.log_start, one.read, one.ends = 0, 0, 0.0, []
    if group.cut_at is not None and group.cut_at[0] <= time < group.cut_at[0] + TICK:
        one.end = max(0, one.end - group.cut_at[1])
        one.read = min(one.read, one.end)
        one.committed = min(one.committed, one.end)


def _owner(partition: int, time: float, group: Group) -> tuple[int, int]:
    """Give the instance that has a partition at a time, and which of its threads, counted from 1."""
    moved = sum(1 for when in group.moves if when <= time)
    here = [one for one in range(group.clients) if time < group.leaves.get(one, math.inf)]
    return here[(partition + moved) % len(here)], partition // len(here) % group.threads + 1


def _delete(one: _Partition, before: int, group: Group) -> None:
    """Delete the segments whose last record is too old."""
    last = before // group.segment * group.segment // TICK
    if 0 < last <= len(one.ends):
        one.log_start = max(one.log_start, one.ends[last - 1])


def _row(name: str, time: int, one: _Partition, group: Group) -> tuple:
    instance, thread = _owner(one.number, time, group)
    life = sum(1 for when in (*group.restarts, *group.restarts_of.get(instance, ())) if when <= time)
    client = f"{process_of(name, instance, life)}-StreamThread-{thread}-consumer"
    is_none = any(start <= time < end for start, end in group.uncommitted)
    committed = None if is_none else one.committed + group.beyond
    if group.clock_back is not None and time >= group.clock_back[0]:
        time -= round(group.clock_back[1])
    return (START + time, name, group.topic, one.number, one.end, committed, client)


def process_of(name: str, instance: int, life: int = 0) -> str:
    """Give the name of an instance of a group, as it was before its restarts or after so many."""
    return f"{name}-{uuid.uuid5(uuid.NAMESPACE_URL, f'{name} {instance} {life}')}"


def partitions_of(group: Group, instance: int, thread: int | None = None) -> frozenset[int]:
    """Give the partitions that an instance has at the beginning, or one of its threads."""
    return frozenset(
        number
        for number in range(group.partitions)
        if (has := _owner(number, -1, group))[0] == instance and thread in (None, has[1])
    )
