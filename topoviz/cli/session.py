"""What every command does round its own work: analyze, tell what is not certain, choose the topology, exit."""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final

from topoviz.cli.failure import Failure
from topoviz.cli.reading import read_submission
from topoviz.cli.trial import refuse_what_chokes
from topoviz.engine.analysis import analyze
from topoviz.engine.choice.choice import ChosenBy
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.source import Bundle
from topoviz.engine.syntax.describe_text import dump_files


def analyze_files(options: Namespace) -> Analysis:
    """Analyze the files and print the diagnostics; raises Failure for wrong usage."""
    submission, left_out = read_submission(options)
    texts = dump_files(submission.bundle)
    refuse_what_chokes(submission, texts)
    analysis = analyze(submission, texts=texts)
    if analysis.choice.by is not ChosenBy.GIVEN:
        print(choice_text(analysis), file=sys.stderr)
    for note in left_out:
        print(f"note: {printable(note)}", file=sys.stderr)
    listed = () if options.topology else (applications_list(analysis), not_started_list(analysis))
    lines = diagnostic_lines(analysis, is_whole=options.verbose)
    for line in (*lines, *(line for one in listed for line in shortened(one, is_whole=options.verbose))):
        print(line, file=sys.stderr)
    return analysis


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
    followed = {one.span.file_id for one in told if one.span is not None and one.code != "syntax"}
    return of_none | {one.span.file_id for one in told if one.span is not None and one.span.file_id not in followed}


def _rank(one: Diagnostic, beside: set[int]) -> tuple[int, bool]:
    """Order diagnostics by what they decide: those of files beside the applications come behind their likes."""
    return _RANKS.get(one.severity, 0), one.span is not None and one.span.file_id in beside


SCREEN: Final = 20
LONGEST_LIST: Final = 10
"""Lines of a list; both lists and what is not certain fit on a screen together."""
_RANKS: Final = {Severity.UNSURE: 1, Severity.NOTE: 2}
"""What comes after refusals and what cannot be read."""
_LISTED: Final = ("switched-off", "not-a-bean")
_FEW: Final = 3
"""So many topologies are seen without a list."""


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
        lines.append(f"  {folder}{one.name}{_place(analysis, one, is_short=True)}, {size}")
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
        f"  {one.name}{_place(analysis, one, is_short=True)}, {_nodes(one)}: {one.why_not_started}"
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


def choose(analysis: Analysis, options: Namespace) -> tuple[AnalyzedTopology, ...]:
    """Choose the topologies to show: all that are started, else all, or what was named.

    A name is that of a topology, the folder of an application, which means those that are started, or the FILE:LINE at
    which the lists say one starts. What is not certain of one that nothing starts is told only when it is chosen.
    Raises Failure when there is none of that name.
    """
    wanted = options.topology
    if wanted is None:
        return analysis.topologies or analysis.not_started
    chosen = tuple(
        one
        for one in analysis.all_topologies
        if wanted == one.name
        or (wanted == one.application and not one.why_not_started)
        or _place(analysis, one).endswith((f"({wanted})", f"/{wanted})"))
    )
    if not chosen:
        names = ", ".join(dict.fromkeys(topology.name for topology in analysis.all_topologies)) or "none"
        raise Failure(f"There is no topology called {wanted}. The files make: {names}.")
    for told in (told for one in chosen if one.start is not None for told in one.start.told):
        print(diagnostic_text(told, analysis.submission.bundle), file=sys.stderr)
    return chosen


def _place(analysis: Analysis, topology: AnalyzedTopology, *, is_short: bool = False) -> str:
    """Give the file and line where a topology starts, else where it is made, in brackets."""
    start, made = topology.start, topology.made_at
    span = start.span if start is not None else made.span if made is not None else None
    if span is None:
        return ""
    file, position = analysis.submission.bundle.position_of(span)
    return f" ({PurePosixPath(file).name if is_short else file}:{position.line})"


def heading(analysis: Analysis, topology: AnalyzedTopology, shown: int) -> str:
    """Name a topology when several are shown; a single one needs no name."""
    if shown < 2:
        return ""
    place = ""
    if topology.made_at is not None:
        file, position = analysis.submission.bundle.position_of(topology.made_at.span)
        place = f" ({file}:{position.line})"
    return f"# {topology.name}{place}\n"


def exit_code(analysis: Analysis, shown: tuple[AnalyzedTopology, ...]) -> int:
    """Say by number how it went, as `main` documents."""
    if analysis.is_unreadable:
        return 2
    if any(topology.refusal is not None for topology in shown):
        return 1
    told = [told for one in shown if one.start is not None for told in one.start.told]
    is_doubtful = any(one.doubtful_names for one in shown) or any(one.severity is Severity.UNSURE for one in told)
    return 3 if analysis.is_unsure or is_doubtful else 0


def choice_text(analysis: Analysis) -> str:
    """Say which version of Kafka Streams was chosen, why, and how to have another."""
    place = ""
    if analysis.choice.span is not None:
        file, position = analysis.submission.bundle.position_of(analysis.choice.span)
        place = f"{file}:{position.line}:{position.column}: "
    return f"{place}note: {printable(analysis.choice.sentence)} --kafka chooses another."


def diagnostic_text(diagnostic: Diagnostic, bundle: Bundle) -> str:
    """Put a diagnostic in the form that compilers use: file, line, column, severity, sentences."""
    place = ""
    if diagnostic.span is not None:
        file, position = bundle.position_of(diagnostic.span)
        place = f"{file}:{position.line}:{position.column}: "
    severity = "error" if diagnostic.severity in (Severity.REFUSED, Severity.UNREADABLE) else diagnostic.severity.value
    parts = (diagnostic.reason, diagnostic.effect, next_step_text(diagnostic))
    sentences = " ".join(part for part in parts if part)
    return f"{place}{severity}: {printable(sentences)}"


def next_step_text(diagnostic: Diagnostic) -> str:
    """Say what to do next, with the options that do it, quoted as a shell takes them."""
    if not diagnostic.keys:
        return diagnostic.next_step
    options = " ".join(f"--set {shlex.quote(f'{key}=…')}" for key in diagnostic.keys)
    return f"Say what {'it is' if len(diagnostic.keys) == 1 else 'they are'} with {options}."


def printable(text: str) -> str:
    """Show control and direction marks as escapes, so that pasted text cannot play with the terminal."""
    return "".join(
        char if char.isprintable() or char in "\n\t" else char.encode("unicode_escape").decode() for char in text
    )
