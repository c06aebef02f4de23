"""Compares the engine's answer about a cluster with that of the real class."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from tests.oracle.assignment.answers import STANDBYS_DIFFER, TASKS_DIFFER, Answer, Refused, answer_lines, in_common
from tests.oracle.assignment.asking_engine import EngineAnswer, ask_engine
from tests.oracle.assignment.asking_leader import ask_leader
from tests.oracle.assignment.assignors import LEADER, walks_identity_hashes
from tests.oracle.assignment.clusters import Cluster
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.tasks.task_id import TaskId

IDENTICAL: Final = "identical"
NOT_DETERMINED: Final = "not determined"
_UNSAID: Final = "not determined, and the engine does not say so"

_SAID_OTHERWISE: Final = (
    "Node ",
    "RackId doesn't exist ",
    "Topic partition ",
    "The previous assignment contains ",
    "The listOffsets request failed.",
    "Failed to fetch end offsets for changelogs",
)
"""What is logged with names of brokers, consumers or objects, which no cluster has, or for information only."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`kind` says what is wrong, if anything; `seen` is what the engine answered."""

    kind: str
    seen: tuple[str, ...] = ()


def judge(version: str, assignor: str, cluster: Cluster, answer: Answer | Refused) -> Verdict:
    """Ask the engine, and compare."""
    try:
        said = (ask_leader if assignor.startswith(LEADER) else ask_engine)(cluster, version, assignor)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a difference
        if isinstance(answer, Refused) and isinstance(error, AssignmentFails) and error.words == answer.message:
            return Verdict(IDENTICAL)
        place = traceback.extract_tb(error.__traceback__)[-1]
        return Verdict(
            f"engine fails with {type(error).__name__} in {place.name}", tuple(traceback.format_exception(error))
        )
    if isinstance(answer, Refused):
        return Verdict(f"real class refuses with {answer.exception.rpartition('.')[2]}", tuple(_seen(said)))
    if assignor.startswith(LEADER):
        answer = _with_sorted_tasks(answer)
    by_chance = walks_identity_hashes(assignor, version)
    if by_chance:
        said = replace(said, answer=in_common([said.answer]))  # type: ignore[arg-type]
    kind = compared(said, answer, by_chance=by_chance)
    return Verdict(kind, () if kind == IDENTICAL else tuple(_seen(said)))


def compared(said: EngineAnswer, answer: Answer, *, by_chance: bool = False) -> str:
    """Say what differs, the most important first.

    What is `by_chance` was asked several times: where the answers differed, the engine must have doubts.
    """
    ours = said.answer
    if TASKS_DIFFER in answer.notes:
        return NOT_DETERMINED if said.doubts else _UNSAID
    if _active(ours) != _active(answer):
        return NOT_DETERMINED if by_chance and said.doubts and _is_of_threads(answer) else "active tasks differ"
    if STANDBYS_DIFFER in answer.notes or (by_chance and said.doubts):
        return NOT_DETERMINED if said.doubts else _UNSAID
    if ours.tasks != answer.tasks:
        return "standby tasks differ"
    if ours.notes != answer.notes:
        return "notes differ"
    if _warnings(ours) != _warnings(answer):
        return "warnings differ"
    return "reasons are wrong" if said.wrong_reasons else IDENTICAL


def _with_sorted_tasks(answer: Answer) -> Answer:
    """Sort the active tasks, which the leader lists by their partitions."""
    return replace(answer, tasks={name: (tuple(sorted(active)), rest) for name, (active, rest) in answer.tasks.items()})


def _warnings(answer: Answer) -> list[str]:
    return [text for text in answer.warnings if not text.startswith(_SAID_OTHERWISE)]


def _active(answer: Answer) -> dict[str, tuple[TaskId, ...]]:
    return {name: active for name, (active, _) in answer.tasks.items()}


def _is_of_threads(answer: Answer) -> bool:
    return any("/" in name for name in answer.tasks)


def _seen(said: EngineAnswer) -> Iterator[str]:
    yield from answer_lines(said.answer)
    yield from (f"doubt {text}" for text in said.doubts)
    yield from (f"wrong: {text}" for text in said.wrong_reasons)
