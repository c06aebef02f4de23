"""Compares the engine's answer about a cluster with that of the real class."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from tests.oracle.assignment.answers import Answer, Refused, answer_lines
from tests.oracle.assignment.asking_engine import EngineAnswer, ask_engine
from tests.oracle.assignment.assignors import WALKS_IDENTITY_HASHES
from tests.oracle.assignment.clusters import Cluster
from tests.oracle.assignment.recording import STANDBYS_DIFFER

IDENTICAL: Final = "identical"
NOT_DETERMINED: Final = "not determined"

_SAID_IN_NOTES: Final = ("Node ", "RackId doesn't exist ", "Topic partition ")
"""Warnings with names of brokers, consumers or objects, which no cluster has; the engine says it in its own words."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """`kind` says what is wrong, if anything; `seen` is what the engine answered."""

    kind: str
    seen: tuple[str, ...] = ()


def judge(version: str, assignor: str, cluster: Cluster, answer: Answer | Refused) -> Verdict:
    """Ask the engine, and compare."""
    try:
        said = ask_engine(cluster, version, assignor)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a difference
        if isinstance(answer, Refused) and answer.message == str(error):
            return Verdict(IDENTICAL)
        place = traceback.extract_tb(error.__traceback__)[-1]
        return Verdict(
            f"engine fails with {type(error).__name__} in {place.name}", tuple(traceback.format_exception(error))
        )
    if isinstance(answer, Refused):
        return Verdict(f"real class refuses with {answer.exception.rpartition('.')[2]}", tuple(_seen(said)))
    if WALKS_IDENTITY_HASHES in assignor:
        said = replace(said, answer=_in_any_order(said.answer))
        answer = _in_any_order(answer)
    kind = compared(said, answer)
    return Verdict(kind, () if kind == IDENTICAL else tuple(_seen(said)))


def compared(said: EngineAnswer, answer: Answer) -> str:
    """Say what differs, the most important first; where the engine has doubts, all but its active tasks may."""
    ours = said.answer
    if {name: tasks[0] for name, tasks in ours.tasks.items()} != {
        name: tasks[0] for name, tasks in answer.tasks.items()
    }:
        return "active tasks differ"
    if said.doubts or STANDBYS_DIFFER in answer.notes:
        return NOT_DETERMINED if said.doubts else "not determined, and the engine does not say so"
    if ours.tasks != answer.tasks:
        return "standby tasks differ"
    if ours.notes != answer.notes:
        return "notes differ"
    if ours.warnings != tuple(text for text in answer.warnings if not text.startswith(_SAID_IN_NOTES)):
        return "warnings differ"
    return "reasons are wrong" if said.wrong_reasons else IDENTICAL


def _in_any_order(answer: Answer) -> Answer:
    return replace(answer, warnings=tuple(sorted(answer.warnings)))


def _seen(said: EngineAnswer) -> Iterator[str]:
    yield from answer_lines(said.answer)
    yield from (f"doubt {text}" for text in said.doubts)
    yield from (f"wrong: {text}" for text in said.wrong_reasons)
