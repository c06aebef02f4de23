"""What a report advises about the measured load, with the arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class AdviceKind(Enum):
    """What could be done."""

    THREADS = "threads"
    ASSIGNMENT = "assignment"
    REPARTITION_TOPICS = "repartition-topics"
    WORK_SHARING = "work-sharing"


@dataclass(frozen=True, slots=True)
class TaskLoad:
    """What a task of the application asks of a thread: `records` a second that come, and the share of its time.

    `load` is None where the history shows no thread that had all to do that it can. `client_id` has it at the end.
    """

    task: str
    records: float
    load: float | None
    client_id: str | None


@dataclass(frozen=True, slots=True)
class AdviceTable:
    """A table of an advice: what it is of, its columns, and rows of as many cells, as texts with their units."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Link:
    """Where the workbench with this topology shows more; `query` is that of its address."""

    words: str
    query: str


@dataclass(frozen=True, slots=True)
class Advice:
    """What could be done about the measured load, and what that would give.

    `arithmetic` says step by step how its figures come about, `rests_on` what they take for granted; `numbers` are
    those of the sentence. A `next_step` is there always.
    """

    kind: AdviceKind
    sentence: str
    next_step: str
    arithmetic: tuple[str, ...]
    rests_on: tuple[str, ...] = ()
    tables: tuple[AdviceTable, ...] = ()
    links: tuple[Link, ...] = ()
    numbers: dict[str, float] | None = None
