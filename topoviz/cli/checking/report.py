"""What a check has found, for all the forms in which it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from topoviz.engine.changes.finding import Level
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.rendering.changes.markdown import Reported
from topoviz.rendering.words import counted


@dataclass(frozen=True, slots=True)
class Checked:
    """A topology, what changes in it where there is something to compare with, and the code that this gives."""

    topology: AnalyzedTopology
    reported: Reported | None = None
    code: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """The whole of it: `code` is the exit code, and `trouble` says in a sentence why there is no result.

    `compared_with` names the baseline, `notes` are sentences about what was not read or not compared, and `revision`
    is the address of the page on a server that has the program now. From `fails_from` on, a change fails the build.
    """

    code: int
    trouble: str = ""
    analysis: Analysis | None = None
    checked: tuple[Checked, ...] = ()
    compared_with: str = ""
    notes: tuple[str, ...] = ()
    revision: str = ""
    fails_from: Level | None = None

    @property
    def reported(self) -> tuple[Reported, ...]:
        """Give the changes."""
        return tuple(one.reported for one in self.checked if one.reported is not None)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Give what is not certain, those first that decide most; what is worth knowing only comes last."""
        if self.analysis is None:
            return ()
        following = (told for one in self.checked if one.topology.start is not None for told in one.topology.start.told)
        every = dict.fromkeys((*self.analysis.diagnostics, *following))
        return tuple(sorted(every, key=lambda one: _GRAVEST_FIRST.index(one.severity)))


_GRAVEST_FIRST = (Severity.REFUSED, Severity.UNREADABLE, Severity.UNSURE, Severity.NOTE)


def why_it_fails(report: Report) -> str:
    """Say what the exit code means where it is not 0 and nothing else says so; empty else."""
    return _WHY.get(report.code, "")


_WHY = {
    3: "Something of the program is not known, and it was asked to fail then.",
    4: "The change reaches the level at which the check fails, or may reach it.",
    6: "The server did not do its part, and it was asked to fail then.",
}


def size_words(topology: AnalyzedTopology) -> str:
    """Say how large a topology is, or that Kafka Streams refuses it."""
    if topology.topology is None:
        return f"refused: {topology.refusal}" if topology.refusal is not None else "not built"
    return ", ".join(counted(number, what) for number, what in sizes(topology) if number)


def sizes(topology: AnalyzedTopology) -> Iterator[tuple[int, str]]:
    """Count what a topology has."""
    built = topology.topology
    assert built is not None
    yield topology.size, "node"
    yield len(topology.groups), "sub-topology"
    yield len({*built.stores, *built.global_stores, *built.store_users}), "state store"
    yield len(built.repartition_topics), "repartition topic"
