"""The topologies that the dumps of a submission show, alone or beside code."""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.optimizer.config import Optimization
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.source import Bundle, Origin, SourceFile
from topoviz.engine.submission import Submission
from topoviz.engine.syntax.configuration import name_as_configuration
from topoviz.engine.syntax.describe_text import ReadDump, blank_dumps, may_hold_dumps, read_dumps
from topoviz.engine.topology.rebuild import dumped_groups, rebuild


def read_topologies(submission: Submission) -> tuple[tuple[AnalyzedTopology, ...], tuple[Diagnostic, ...]]:
    """Read every file for dumps; one that has none is told."""
    topologies: list[AnalyzedTopology] = []
    diagnostics: list[Diagnostic] = []
    for file_id, file in enumerate(submission.bundle.files):
        dumps, found = read_dumps(file, file_id)
        diagnostics.extend(found)
        topologies.extend(_dumped(dump, file, submission, is_alone=len(dumps) == 1) for dump in dumps)
    return tuple(topologies), tuple(diagnostics)


def read_topologies_beside_code(
    submission: Submission,
) -> tuple[tuple[AnalyzedTopology, ...], tuple[Diagnostic, ...]]:
    """Read the dumps in texts that hold code too: in comments, literals and on pages."""
    topologies: list[AnalyzedTopology] = []
    diagnostics: list[Diagnostic] = []
    for file_id, file in enumerate(submission.bundle.files):
        dumps, found = _dumps_beside_code(file, file_id)
        if dumps:
            diagnostics.extend(one for one in found if one.code != "text-around-dump")
            topologies.extend(_dumped(dump, file, submission, is_alone=False) for dump in dumps)
    return tuple(topologies), tuple(diagnostics)


def without_dumps(submission: Submission) -> Submission:
    """Leave out the lines of dumps that stand in a text as they are, so that nobody takes them for code."""
    files = tuple(
        blank_dumps(file, _dumps_beside_code(file, file_id)[0]) for file_id, file in enumerate(submission.bundle.files)
    )
    return replace(submission, bundle=Bundle(files))


def _dumps_beside_code(file: SourceFile, file_id: int) -> tuple[tuple[ReadDump, ...], tuple[Diagnostic, ...]]:
    """Give the dumps that have a node; what merely looks like the first line of one is code."""
    if name_as_configuration(file) is not None or not may_hold_dumps(file.text):
        return (), ()
    dumps, found = read_dumps(file, file_id)
    whole = tuple(dump for dump in dumps if any(group.nodes for group in dump.description.groups))
    return whole, found if whole else ()


def _dumped(dump: ReadDump, file: SourceFile, submission: Submission, *, is_alone: bool) -> AnalyzedTopology:
    """Give the topology that a dump shows; where there are several, each is named after its line."""
    place = file.name if is_alone else f"{file.name}:{file.position(dump.span.start).line}"
    return AnalyzedTopology(
        dump.name or place,
        Optimization("as dumped", frozenset()),
        topology=rebuild(dump.description),
        groups=dumped_groups(dump.description),
        description=dump.description,
        made_at=None if is_alone else Origin(dump.span),
        application_id=submission.settings.application_id,
        is_dump=True,
    )
