"""What decides how a simulation goes, beside topology, tasks and records: settings of Kafka Streams, and costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from topoviz.engine.simulation.nodes.settings import NodeSettings
from topoviz.engine.simulation.task.extractors import Extractor


class Guarantee(StrEnum):
    """What is promised of each record, by whose producer."""

    AT_LEAST_ONCE = "at_least_once"
    BY_TASK = "exactly_once"
    BY_THREAD = "exactly_once_v2"


class Clock(StrEnum):
    """What a punctuator goes by."""

    STREAM_TIME = "stream time"
    WALL_CLOCK = "wall clock"


@dataclass(frozen=True, slots=True)
class Punctuator:
    """A schedule that each task of a sub-topology makes when it starts; `every` in ms, its cost in microseconds.

    `node` is the processor that makes it, where that is said. It cancels itself after so many `times`, if any.
    """

    name: str
    sub_topology: int
    by: Clock
    every: int
    micros: int = 100
    node: str | None = None
    times: int | None = None


@dataclass(frozen=True, slots=True)
class Costs:
    """What things take, in microseconds; nobody measured them where nobody says them.

    `turn` is what a turn of a thread takes beside its records, `fetch` a fetch, `commit` a commit, `produce` the way of
    a record from a processor to the topic. A fetch brings `fetched` records of a partition at most. An entry of a cache
    takes `entry` bytes.
    """

    turn: int = 50
    fetch: int = 2_000
    commit: int = 5_000
    produce: int = 5_000
    fetched: int = 2_000
    entry: int = 200


@dataclass(frozen=True, slots=True)
class RuntimeSettings:
    """Settings of Kafka Streams that decide when something happens, in ms; their defaults are Kafka's."""

    idle_ms: int = 0
    most_buffered: int = 1_000
    poll_ms: int = 100
    most_polled: int = 1_000
    most_between_polls_ms: int = 300_000
    commit_ms: int = 30_000
    purge_ms: int = 30_000
    guarantee: Guarantee = Guarantee.AT_LEAST_ONCE
    transaction_timeout_ms: int = 10_000
    max_block_ms: int = 60_000
    task_timeout_ms: int = 300_000
    cache_bytes: int = 10_485_760
    extractors: Mapping[str, Extractor] = field(default_factory=dict)
    """By topic, where it is not the usual one."""


@dataclass(frozen=True, slots=True)
class SlowBroker:
    """From `at` on, for so long, fetches of a partition take more; all in microseconds."""

    at: int
    partition: tuple[str, int]
    extra: int
    lasts: int


@dataclass(frozen=True, slots=True)
class SlowTransactions:
    """From `at` on, for so long, the brokers take more for initTransactions and for commits; all in microseconds."""

    at: int
    extra: int
    lasts: int


@dataclass(frozen=True, slots=True)
class Kill:
    """At `at`, an instance dies; it starts again `away` later, or never where that is None. In microseconds.

    Where no group is followed, it comes back with the tasks that it had.
    """

    at: int
    instance: str
    away: int | None


@dataclass(frozen=True, slots=True)
class Stop:
    """At `at`, an instance is closed (KafkaStreams#close), and starts again `away` later, unless that is None."""

    at: int
    instance: str
    away: int | None


@dataclass(frozen=True, slots=True)
class Start:
    """At `at`, an instance starts that was not there before, with so many threads."""

    at: int
    instance: str
    threads: int


@dataclass(frozen=True, slots=True)
class Fence:
    """At `at`, somebody else takes the transactional ids of a thread: what it sends and commits then is refused."""

    at: int
    thread: str


class FailsIn(StrEnum):
    """What a thread does while an exception is thrown."""

    RECORD = "record"
    PUNCTUATOR = "punctuator"


@dataclass(frozen=True, slots=True)
class Fail:
    """From `at` on, the next record that a thread processes, or punctuator that it calls, ends in a KafkaException."""

    at: int
    thread: str
    in_: FailsIn


Happening = SlowBroker | SlowTransactions | Kill | Stop | Start | Fence | Fail


@dataclass(frozen=True, slots=True)
class Looked:
    """For what there are events of single nodes: a time, in microseconds, and tasks; empty is all of them."""

    since: int
    until: int
    tasks: tuple[str, ...] = ()

    def at(self, now: int, task: str) -> bool:
        """Tell whether a task is looked at now."""
        return self.since <= now < self.until and (not self.tasks or task in self.tasks)


@dataclass(frozen=True, slots=True)
class SimulationSettings:
    """All of it."""

    runtime: RuntimeSettings = RuntimeSettings()
    costs: Costs = Costs()
    nodes: Mapping[str, NodeSettings] = field(default_factory=dict)
    punctuators: tuple[Punctuator, ...] = ()
    happenings: tuple[Happening, ...] = ()
    looked: Looked | None = None
