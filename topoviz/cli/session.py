"""What every command does round its own work: analyze, tell what is not certain, choose the topology, exit."""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
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
    for line in diagnostic_lines(analysis, is_whole=options.verbose):
        print(line, file=sys.stderr)
    return analysis


def diagnostic_lines(analysis: Analysis, *, is_whole: bool) -> list[str]:
    """Give the diagnostics, a line each: as many as a screen has, those that decide first, or the whole of them."""
    told = analysis.diagnostics
    if not is_whole and len(told) > SCREEN:
        told = tuple(sorted(told, key=lambda one: _RANKS.get(one.severity, 0)))[: SCREEN - 1]
    lines = [diagnostic_text(one, analysis.submission.bundle) for one in told]
    if len(told) < len(analysis.diagnostics):
        lines.append(f"note: {len(analysis.diagnostics) - len(told)} more like these; --verbose prints all.")
    return lines


SCREEN: Final = 20
_RANKS: Final = {Severity.UNSURE: 1, Severity.NOTE: 2}
"""What comes after refusals and what cannot be read."""


def choose(analysis: Analysis, options: Namespace) -> tuple[AnalyzedTopology, ...]:
    """Choose the topologies to show: all, or the one that was named; raises Failure when there is none such."""
    if options.topology is None:
        return analysis.topologies
    chosen = tuple(topology for topology in analysis.topologies if topology.name == options.topology)
    if not chosen:
        names = ", ".join(dict.fromkeys(topology.name for topology in analysis.topologies)) or "none"
        raise Failure(f"There is no topology called {options.topology}. The files make: {names}.")
    return chosen


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
    return 3 if analysis.is_unsure else 0


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
