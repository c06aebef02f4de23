"""What a class answered about a cluster, as text, and as the engine's result would have it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.assignment.clusters import runs, unrun
from topoviz.engine.tasks.task_id import TaskId, parse_task_id

Tasks = tuple[tuple[TaskId, ...], tuple[TaskId, ...]]
"""The active tasks and the standby tasks, warm-ups among them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Tasks by client, or by thread where the leader was asked; `notes` such as `probing`; what was logged."""

    tasks: Mapping[str, Tasks]
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Refused:
    """The exception that a class threw."""

    exception: str
    message: str
    trace: str = field(default="", compare=False)


def to_answer(said: Mapping[str, Any]) -> Answer | Refused:
    """Read a line of the harness."""
    if "refused" in said:
        return Refused(said["refused"], said["message"], said["trace"])
    tasks = {name: (_ids(active), _ids(standby)) for name, (active, standby) in said["tasks"].items()}
    return Answer(tasks, tuple(said["notes"]), tuple(said["warnings"]), int(said["nanoseconds"]) / 1e9)


def answer_lines(answer: Answer | Refused) -> Iterator[str]:
    """Write an answer; warnings that are alike but for a task or two stand in full."""
    if isinstance(answer, Refused):
        yield f"refused {answer.exception}: {answer.message}"
        return
    yield from answer.notes
    yield from (f"warning {text}" for text in answer.warnings)
    for name, (active, standby) in answer.tasks.items():
        yield " ".join(filter(None, (f"{name}:", runs(active), f"| {runs(standby)}" if standby else "")))


def read_answer(lines: list[str]) -> Answer | Refused:
    """Read what `answer_lines` wrote."""
    tasks: dict[str, Tasks] = {}
    notes, warnings = [], []
    for line in lines:
        head, _, rest = line.partition(" ")
        if head == "refused":
            exception, _, message = rest.partition(": ")
            return Refused(exception, message)
        if head == "warning":
            warnings.append(rest)
        elif head.endswith(":"):
            active, _, standby = rest.partition("|")
            tasks[head[:-1]] = (tuple(unrun(active)), tuple(unrun(standby)))
        else:
            notes.append(line)
    return Answer(tasks, tuple(notes), tuple(warnings))


def _ids(words: str) -> tuple[TaskId, ...]:
    return tuple(parse_task_id(word) for word in words.split())
