"""A line that an event prints: which template, who logs it, and what stands in its holes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from topoviz.engine.versions import KafkaVersion

TRANSITION: Final = "Transition from state {currentState} to {target}"
BEGINS: Final = {"currentState": "READY", "target": "IN_TRANSACTION"}
"""What a producer prints of its states, and as a transaction begins."""

Json = Mapping[str, Any]
"""An event, as JSON has it."""

Values = Mapping[str, object]
"""What stands in holes, by the names that the table has; a hole without a value is printed as `…`."""

ValuesOf = Callable[[Json], Iterable[Values]]
"""Gives one mapping for each time that a line is printed, none where it is not."""

OF: Final = "of"
"""Beside the holes: the partition whose task prints the line, where the event is not of one task."""

IN: Final = "in"
"""The same, where the task is known."""

BY: Final = "by"
"""The producer that prints the line: a task's, or a thread's; where it is not in the event."""


class Who(Enum):
    """Whose prefix a line has."""

    CLIENT = "client"
    ITS_CLIENT = "the client of the thread"
    THREAD = "thread"
    TASK = "task"
    STATE = "what keeps the stores of a task, or sends for it"
    RESTORER = "what restores: the thread, from 4.0 on its state updater"
    CONSUMER = "consumer"
    PRODUCER = "producer"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Told:
    """A line: the simple name of the class, how its template begins, and what stands in the holes.

    One that `is_whole` has no more words than that. Before `since`, and from `until` on, the line is in the sources,
    and not printed for this.
    """

    of: str
    begins: str
    who: Who
    values: ValuesOf
    is_whole: bool = False
    until: KafkaVersion | None = None
    since: KafkaVersion | None = None


def always(_: Json) -> Iterable[Values]:
    """Print a line once."""
    return ({},)


def fields(**names: str) -> ValuesOf:
    """Print a line once, with fields of the event by the names of holes."""
    return lambda event: ({hole: event[name] for hole, name in names.items() if name in event},)


def when(field: str, *among: object) -> ValuesOf:
    """Print a line once if a field of the event is among some values; None is a field that is not there."""
    return lambda event: ({},) if event.get(field) in among else ()


def java_list(names: Iterable[object]) -> str:
    """Write a collection as Java prints it."""
    return f"[{', '.join(map(str, names))}]"


def java_map(entries: Mapping[str, object]) -> str:
    """Write a map as Java prints it."""
    return "{" + ", ".join(f"{key}={value}" for key, value in entries.items()) + "}"


def listed(event: Json, *names: str) -> Sequence[str]:
    """Give what fields of an event list, one after another; JSON leaves out what is empty."""
    return [one for name in names for one in event.get(name, ())]


def topic_and_number(partition: str) -> tuple[str, str]:
    """Take a partition such as `orders-1` apart."""
    topic, _, number = partition.rpartition("-")
    return topic, number
