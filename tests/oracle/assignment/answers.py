"""What a class answered about a cluster, as text, and as the engine's result would have it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tests.oracle.assignment.clusters import runs, unrun
from topoviz.engine.tasks.task_id import TaskId, parse_task_id

Tasks = tuple[tuple[TaskId, ...], tuple[TaskId, ...]]
"""The active tasks and the standby tasks, warm-ups among them."""

_IN_BRACKETS: Final = re.compile(r"\[(\d+_\d+)\]")

STANDBYS_DIFFER: Final = "standbys are not determined"
"""The note of answers that have other standbys each time, which are left out."""

TASKS_DIFFER: Final = "tasks are not determined"
"""The note of answers that have other tasks each time."""


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


def in_common(seen: Sequence[Answer | Refused]) -> Answer | Refused:
    """Give what answers to one question have in common: the order of warnings is chance, and so may other things be."""
    first = seen[0]
    if isinstance(first, Refused):
        return first
    answers = [one for one in seen if isinstance(one, Answer)]
    if all(one.tasks == first.tasks for one in answers):
        return replace(first, warnings=tuple(sorted(first.warnings)))
    active = {name: tasks[0] for name, tasks in first.tasks.items()}
    if any({name: tasks[0] for name, tasks in one.tasks.items()} != active for one in answers):
        return Answer({}, (TASKS_DIFFER, *first.notes))
    none: tuple[TaskId, ...] = ()
    return Answer({name: (tasks, none) for name, tasks in active.items()}, (STANDBYS_DIFFER, *first.notes))


def answer_lines(answer: Answer | Refused) -> Iterator[str]:
    """Write an answer; warnings in a row that are alike but for the task stand in one line, with `[{}]` for it."""
    if isinstance(answer, Refused):
        yield f"refused {answer.exception}: {answer.message}"
        return
    yield from answer.notes
    yield from _warning_lines(answer.warnings)
    for name, (active, standby) in answer.tasks.items():
        yield " ".join(filter(None, (f"{name}:", runs(active), f"| {runs(standby)}" if standby else "")))


def read_answer(lines: list[str]) -> Answer | Refused:
    """Read what `answer_lines` wrote."""
    tasks: dict[str, Tasks] = {}
    notes: list[str] = []
    warnings: list[str] = []
    for line in lines:
        head, _, rest = line.partition(" ")
        if head == "refused":
            exception, _, message = rest.partition(": ")
            return Refused(exception, message)
        if head == "warning":
            warnings.extend(_warnings_of(rest))
        elif head.endswith(":"):
            active, _, standby = rest.partition("|")
            tasks[head[:-1]] = (tuple(unrun(active)), tuple(unrun(standby)))
        else:
            notes.append(line)
    return Answer(tasks, tuple(notes), tuple(warnings))


def _ids(words: str) -> tuple[TaskId, ...]:
    return tuple(parse_task_id(word) for word in words.split())


def _warning_lines(warnings: Iterable[str]) -> Iterator[str]:
    group: list[TaskId] = []
    before = None
    for warning in (*warnings, None):
        found = _IN_BRACKETS.search(warning) if warning else None
        text = warning if found is None or warning is None else _IN_BRACKETS.sub("[{}]", warning, count=1)
        if before is not None and (text != before or found is None):
            yield f"warning {runs(group)}: {before}" if group else f"warning : {before}"
            group = []
        before = text
        if found:
            group.append(parse_task_id(found[1]))


def _warnings_of(line: str) -> Iterator[str]:
    tasks, _, text = line.partition(": ")
    if not tasks.strip(": "):
        yield text if tasks else line.removeprefix(": ")
    for task in unrun(tasks.strip(": ")):
        yield text.replace("[{}]", f"[{task}]", 1)
