"""What is not certain, and which topologies there are, in lists that fit on a screen together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final

from topoviz.cli.messages import diagnostic_text, printable
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.syntax.layout import CODE

SCREEN: Final = 20
LONGEST_LIST: Final = 10
"""Lines of a list; both lists and what is not certain fit on a screen together."""
_RANKS: Final = {Severity.UNSURE: 1, Severity.NOTE: 2}
"""What comes after refusals and what cannot be read."""
_LISTED: Final = ("switched-off", "not-a-bean")
_FEW: Final = 3
"""So many topologies are seen without a list."""
_OF_SYNTAX: Final = frozenset({"syntax", CODE})


def diagnostic_lines(analysis: Analysis, *, is_whole: bool) -> list[str]:
    """Give the diagnostics, a line each: as many as a screen has, those that decide first, or the whole of them.

    That a part of the text is switched off is left out where the list of what nothing starts says so.
    """
    asleep = [one.start.span for one in analysis.not_started if one.start is not None and one.start.span is not None]
    whole = told = tuple(
        one
        for one in analysis.diagnostics
        if one.code not in _LISTED or one.span is None or not any(map(one.span.covers, asleep))
    )
    if not is_whole and len(told) > SCREEN:
        beside = _files_beside(analysis, told)
        told = tuple(sorted(told, key=lambda one: _rank(one, beside)))[: SCREEN - 1]
    lines = [diagnostic_text(one, analysis.submission.bundle) for one in told]
    if len(told) < len(whole):
        lines.append(f"note: {len(whole) - len(told)} more like these; --verbose prints all.")
    return lines


def _files_beside(analysis: Analysis, told: Sequence[Diagnostic]) -> set[int]:
    """Number the files of no application that has a topology, and those of which all that is told is the syntax."""
    folders = tuple(f"{one.application}/" for one in analysis.topologies)
    of_none = {
        number
        for number, file in enumerate(analysis.submission.bundle.files)
        if not file.name.startswith(folders) and not {"./", "/"} & set(folders)
    }
    followed = {one.span.file_id for one in told if one.span is not None and one.code not in _OF_SYNTAX}
    return of_none | {one.span.file_id for one in told if one.span is not None and one.span.file_id not in followed}


def _rank(one: Diagnostic, beside: set[int]) -> tuple[int, bool]:
    """Order diagnostics by what they decide: those of files beside the applications come behind their likes."""
    return _RANKS.get(one.severity, 0), one.span is not None and one.span.file_id in beside


def applications_list(analysis: Analysis) -> list[str]:
    """List the topologies of several applications under a heading, or many of one, the largest first."""
    count, many = len({one.application for one in analysis.topologies}), len(analysis.topologies)
    if count < 2 and many <= _FEW:
        return []
    lines = [f"{count} applications with {many} topologies:" if count > 1 else f"{many} topologies:"]
    ordered = analysis.topologies if count > 1 else sorted(analysis.topologies, key=lambda one: -one.size)
    for one in ordered:
        size = "refused" if one.refusal is not None else _nodes(one)
        folder = f"{one.application}: " if one.application else ""
        lines.append(f"  {folder}{one.name}{place_of(analysis, one, is_short=True)}, {size}")
    return lines


def not_started_list(analysis: Analysis) -> list[str]:
    """List the topologies that nothing starts, with the reasons, under a heading; nothing when there are none."""
    if not analysis.not_started:
        return []
    is_one = len(analysis.not_started) == 1
    heading = f"note: Not started: {'1 topology' if is_one else f'{len(analysis.not_started)} topologies'}."
    if analysis.topologies:
        heading += f" {'It is' if is_one else 'They are'} not among those shown; --topology NAME shows one."
    lines = [
        f"  {one.name}{place_of(analysis, one, is_short=True)}, {_nodes(one)}: {one.why_not_started}"
        for one in analysis.not_started
    ]
    return [heading, *lines]


def _nodes(one: AnalyzedTopology) -> str:
    return "1 node" if one.size == 1 else f"{one.size} nodes"


def shortened(lines: Sequence[str], *, is_whole: bool) -> list[str]:
    """Give the beginning of a list, with a count of the rest, or the whole of it."""
    shown = (
        list(lines)
        if is_whole or len(lines) <= LONGEST_LIST
        else [*lines[: LONGEST_LIST - 1], f"  and {len(lines) - LONGEST_LIST + 1} more; --verbose lists all."]
    )
    return [printable(line) for line in shown]


def place_of(analysis: Analysis, topology: AnalyzedTopology, *, is_short: bool = False) -> str:
    """Give the file and line where a topology starts, else where it is made, in brackets."""
    start, made = topology.start, topology.made_at
    span = start.span if start is not None else made.span if made is not None else None
    if span is None:
        return ""
    file, position = analysis.submission.bundle.position_of(span)
    return f" ({PurePosixPath(file).name if is_short else file}:{position.line})"
