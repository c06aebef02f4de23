"""What the comparison of the engine with the real library comes to, for one program."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from tests.oracle.check import Difference, ask_engine, differences
from tests.oracle.programs import Program
from tests.oracle.recording import Recording


class Outcome(StrEnum):
    """How the engine's answer stands to the library's."""

    IDENTICAL = "identical"
    DIFFERS = "differs"
    DOUBTED = "differs, and the engine says that it is unsure"
    UNSURE = "unsure although the program determines it"
    SILENT = "sure although the program does not determine it"
    UNDETERMINED = "not determined by the program, and the engine says so"
    CRASHED = "the engine raised an exception"


GOOD = frozenset({Outcome.IDENTICAL, Outcome.UNDETERMINED})


@dataclass(frozen=True, slots=True)
class Verdict:
    """An outcome, and what it was seen by."""

    outcome: Outcome
    differences: tuple[Difference, ...] = ()
    words: str = ""

    @property
    def kind(self) -> str:
        """What it is like, without the numbers and names of one program: equal for what has one cause, as a rule."""
        if self.outcome is Outcome.CRASHED:
            return self.words.strip().rpartition("\n")[2]
        first = self.differences[0] if self.differences else Difference("", "", ())
        lines = [line for line in first.lines if not line.startswith((" ", "@@", "---", "+++"))]
        masked = [re.sub(r'"[^"]*"|\S*\d\S*|\d+', "#", line) for line in lines]
        return " / ".join((first.part, *dict.fromkeys(masked[:3])))

    @property
    def parts(self) -> frozenset[str]:
        """The parts in which they do not agree."""
        return frozenset(one.part for one in self.differences)


def judge(name: str, text: str, recording: Recording) -> Verdict:
    """Hold the engine against what the library said about a Java text."""
    return judge_program(Program("java", "fuzz", name, text, name), recording)


def judge_program(program: Program, recording: Recording) -> Verdict:
    """Hold the engine against what the library said about a program."""
    try:
        found = tuple(differences(program, recording))
    except Exception as error:  # noqa: BLE001 - whatever the engine raises is a finding
        return Verdict(Outcome.CRASHED, words=f"{type(error).__name__}: {error}")
    is_determined = all(len(records) == 1 for records in recording.results.values())
    doubts = tuple(one for one in found if one.part == "unsure")
    wrong = tuple(one for one in found if one.part != "unsure")
    if not is_determined:
        return _judge_undetermined(program, recording, wrong, doubts)
    if wrong:
        return _judge_wrong(program, recording, wrong, doubts)
    return Verdict(Outcome.UNSURE, doubts) if doubts else Verdict(Outcome.IDENTICAL)


def _judge_wrong(
    program: Program, recording: Recording, wrong: tuple[Difference, ...], doubts: tuple[Difference, ...]
) -> Verdict:
    """What the engine marks as unsure may differ; what it is sure of must not."""
    settings = {one.setting for one in wrong}
    is_told = all(ask_engine(program, recording.kafka_version, setting).is_unsure for setting in settings)
    return Verdict(Outcome.DOUBTED if is_told else Outcome.DIFFERS, (*wrong, *doubts))


def _judge_undetermined(
    program: Program, recording: Recording, wrong: tuple[Difference, ...], doubts: tuple[Difference, ...]
) -> Verdict:
    """What the library itself gives in several ways must be shown in one of them, and told to be open."""
    if wrong:
        return _judge_wrong(program, recording, wrong, doubts)
    open_settings = {setting for setting, records in recording.results.items() if len(records) > 1}
    told = {one.setting for one in doubts}
    if all(setting in told or _tells_open_refusal(program, recording, setting) for setting in open_settings):
        return Verdict(Outcome.UNDETERMINED, doubts)
    return Verdict(Outcome.SILENT)


def _tells_open_refusal(program: Program, recording: Recording, setting: str) -> bool:
    """Tell whether the engine says that the library refuses in words that differ from run to run."""
    analysis = ask_engine(program, recording.kafka_version, setting)
    return any(diagnostic.code == "refusal-order" for diagnostic in analysis.diagnostics)
