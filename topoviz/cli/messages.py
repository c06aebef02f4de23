"""Diagnostics and the choice of the version, in words for a terminal."""

from __future__ import annotations

import shlex

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.results import Analysis
from topoviz.engine.source import Bundle, Span


def choice_text(analysis: Analysis) -> str:
    """Say which version of Kafka Streams was chosen, why, and how to have another."""
    place = _place(analysis.choice.span, analysis.submission.bundle)
    return f"{place}note: {printable(analysis.choice.sentence)} --kafka chooses another."


def diagnostic_text(diagnostic: Diagnostic, bundle: Bundle) -> str:
    """Put a diagnostic in the form that compilers use: file, line, column, severity, sentences."""
    severity = "error" if diagnostic.severity in (Severity.REFUSED, Severity.UNREADABLE) else diagnostic.severity.value
    parts = (diagnostic.reason, diagnostic.effect, next_step_text(diagnostic))
    sentences = " ".join(part for part in parts if part)
    return f"{_place(diagnostic.span, bundle)}{severity}: {printable(sentences)}"


def _place(span: Span | None, bundle: Bundle) -> str:
    if span is None:
        return ""
    file, position = bundle.position_of(span)
    # A name may have line ends too, and a place stands on one line.
    name = printable(file).replace("\n", "\\n")
    return f"{name}:{position.line}:{position.column}: "


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
