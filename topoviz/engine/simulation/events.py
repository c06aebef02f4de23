"""What happens in a simulation, as values with the time at which it happens.

Times of the clock, `at`, are in microseconds since the beginning; times of records in ms, as Kafka has them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeVar, dataclass_transform

Listener = Callable[["Event"], None]
"""Who gets every event, in the order in which they happen on each thread."""


_Class = TypeVar("_Class")


@dataclass_transform(frozen_default=True)
def event_class(kind: type[_Class]) -> type[_Class]:
    """Make a class of events, which nobody changes: mypy sees to that.

    Values that see to it themselves take five times as long to make, and there is one of each record.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)


_as_json = json.JSONEncoder(ensure_ascii=False).encode


class _Quoted(dict[str, str]):
    """Names as JSON has them, each made once."""

    def __missing__(self, name: str) -> str:
        found = self[name] = _as_json(name)
        return found


_quoted = _Quoted()
_THOUSANDTHS: Final = ("0", *(f"{number:03}".rstrip("0") for number in range(1, 1_000)))
"""What stands behind the point of a time in ms, by its microseconds: a float takes three times as long to write."""


def _counts(of: Mapping[str, int]) -> str:
    return f"{{{', '.join([f'{_quoted[name]}: {count}' for name, count in of.items()])}}}"


@event_class
class Event:
    """What every event has: when, and on which thread or instance."""

    KIND: ClassVar[str] = ""
    at: int
    thread: str

    def to_fields(self) -> dict[str, Any]:
        """Give it as JSON has it: `at_ms`, `event`, and the rest by name."""
        found: dict[str, Any] = {"at_ms": self.at / 1_000, "event": self.KIND, "thread": self.thread}
        names: tuple[str, ...] = self.__match_args__
        for name in names[2:]:
            value = getattr(self, name)
            if value is not None and value != ():
                found[name] = value
        return found

    def to_line(self) -> str:
        """Give it as a line of JSON, without the end of the line."""
        return _as_json(self.to_fields())


@event_class
class Polled(Event):
    """A poll has given records, as counts by partition; `waited_us` is how long it took.

    `buffered` is how many of each partition wait in its task then.
    """

    KIND: ClassVar[str] = "polled"
    records: Mapping[str, int]
    waited_us: int
    buffered: Mapping[str, int]

    def to_line(self) -> str:
        """Do the same, faster: most other lines are of these events."""
        return (
            f'{{"at_ms": {self.at // 1_000}.{_THOUSANDTHS[self.at % 1_000]}, "event": "polled", '
            f'"thread": {_quoted[self.thread]}, '
            f'"records": {_counts(self.records)}, "waited_us": {self.waited_us}, "buffered": {_counts(self.buffered)}}}'
        )


@event_class
class Processed(Event):
    """A task has processed a record; `stream_time` is that of the task, `turn` how many records it may do in a row."""

    KIND: ClassVar[str] = "processed"
    task: str
    partition: str
    offset: int
    timestamp: int
    stream_time: int
    turn: int

    def to_line(self) -> str:
        """Do the same, faster: most lines are of these events."""
        return (
            f'{{"at_ms": {self.at // 1_000}.{_THOUSANDTHS[self.at % 1_000]}, "event": "processed", '
            f'"thread": {_quoted[self.thread]}, "task": "{self.task}", "partition": {_quoted[self.partition]}, '
            f'"offset": {self.offset}, '
            f'"timestamp": {self.timestamp}, "stream_time": {self.stream_time}, "turn": {self.turn}}}'
        )


@event_class
class Dropped(Event):
    """A record was dropped before any processor saw it."""

    KIND: ClassVar[str] = "dropped"
    task: str
    partition: str
    offset: int
    why: str


@event_class
class TaskWaits(Event):
    """A task has records and may not process: why, and because of which partition."""

    KIND: ClassVar[str] = "waits"
    task: str
    why: str
    partition: str | None
    lag: int | None
    until_ms: int | None


@event_class
class TaskGoesOn(Event):
    """A task that waited processes again; `without` are partitions of which it had no record then."""

    KIND: ClassVar[str] = "goes on"
    task: str
    waited_us: int
    without: tuple[str, ...]


@event_class
class Paused(Event):
    """A partition is not fetched any more, since so many records of it wait in the task."""

    KIND: ClassVar[str] = "paused"
    task: str
    partition: str
    buffered: int


@event_class
class Resumed(Event):
    """A partition is fetched again."""

    KIND: ClassVar[str] = "resumed"
    task: str
    partition: str


@event_class
class Punctuated(Event):
    """A punctuator was called; `time` is what it got, `node` the processor that scheduled it, if that is known."""

    KIND: ClassVar[str] = "punctuated"
    task: str
    punctuator: str
    by: str
    time: int
    node: str | None


BY_INTERVAL: Final = "commit.interval.ms has passed"
BY_REQUEST: Final = "a processor asked for it"
"""Why tasks commit while they run."""


@event_class
class Committed(Event):
    """Offsets were committed: the next one of each partition.

    `tasks` are those that had something to commit, `others` those that run beside them and had nothing, `standby` the
    standby tasks of the thread. With transactions, `producers` are those whose transaction ends with it, and
    `begins_another` tells whether the next one begins at once: until 2.5, unless the task is suspended. Where the
    interval of `interval_ms` has passed, the last one was `since_ms` ago.
    """

    KIND: ClassVar[str] = "committed"
    why: str
    offsets: Mapping[str, int]
    tasks: tuple[str, ...]
    others: tuple[str, ...]
    standby: tuple[str, ...]
    took_us: int
    producers: tuple[str, ...]
    begins_another: bool | None
    since_ms: int | None = None
    interval_ms: int | None = None


@event_class
class CommitAsked(Event):
    """A processor asked for a commit while it had a record (ProcessorContext#commit, StreamTask#requestCommit)."""

    KIND: ClassVar[str] = "commit asked"
    task: str
    partition: str
    offset: int


@event_class
class Purged(Event):
    """Records of repartition topics before these offsets were deleted."""

    KIND: ClassVar[str] = "purged"
    offsets: Mapping[str, int]


@event_class
class PollIsLate(Event):
    """More than max.poll.interval.ms since the last poll: where a group is followed, the member has left it by then."""

    KIND: ClassVar[str] = "poll is late"
    since_us: int


@event_class
class ThreadDied(Event):
    """An exception ended a thread: of a task while it was `doing` something, where that is known."""

    KIND: ClassVar[str] = "thread died"
    why: str
    task: str | None = None
    doing: str | None = None


@event_class
class Killed(Event):
    """An instance died; `again` counts by partition what was processed and not committed."""

    KIND: ClassVar[str] = "killed"
    again: Mapping[str, int]


@event_class
class CameBack(Event):
    """An instance runs again, with the tasks it had, from these committed offsets."""

    KIND: ClassVar[str] = "came back"
    offsets: Mapping[str, int]


@event_class
class Aborted(Event):
    """A transaction was aborted, with so many records that nobody reads."""

    KIND: ClassVar[str] = "aborted"
    records: int


@event_class
class BrokerSlow(Event):
    """Fetches of a partition take so much longer from now on; 0 is as before."""

    KIND: ClassVar[str] = "broker slow"
    partition: str
    extra_us: int
