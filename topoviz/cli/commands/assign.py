"""`topoviz assign`: print who gets which task."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator

from topoviz.cli.failure import Failure
from topoviz.cli.messages import diagnostic_text, printable
from topoviz.cli.reading import read_text
from topoviz.cli.session import analyze_files, choose, exit_code, heading
from topoviz.engine.assigned import NO_ANSWER, Assigned, AssignmentQuestion, assign
from topoviz.engine.diagnostics import Severity
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.sizing.given import Given
from topoviz.rendering.calculations.assignment_json import assignment_to_json
from topoviz.rendering.calculations.assignment_text import assignment_to_markdown, assignment_to_text


def run(options: Namespace) -> int:
    """Print who gets which task of every chosen topology."""
    question = AssignmentQuestion(
        read_text(options.partitions),
        read_text(options.cluster),
        dict(map(_setting, options.setting)),
        options.assignor,
        Given() if options.format == "json" else None,
    )
    analysis = analyze_files(options)
    shown = choose(analysis, options)
    codes = [exit_code(analysis, shown)]
    documents = []
    for topology in shown:
        if topology.topology is None:
            continue
        assigned = _assign(analysis, topology, question)
        codes.extend(_report(analysis, assigned))
        document = assignment_to_json(analysis, topology, assigned)
        documents.append(document)
        if options.format != "json" and assigned.rebalance is not None:
            sys.stdout.write(heading(analysis, topology, len(shown)))
            is_markdown = options.format == "markdown"
            sys.stdout.write(
                assignment_to_markdown(document)
                if is_markdown
                else assignment_to_text(document, with_reasons=options.why)
            )
    if options.format == "json":
        json.dump(documents[0] if len(documents) == 1 else documents, sys.stdout, indent=2, ensure_ascii=False)
        sys.stdout.write("\n")
    return next((code for code in (2, 1, 3) if code in codes), 0)


def _assign(analysis: Analysis, topology: AnalyzedTopology, question: AssignmentQuestion) -> Assigned:
    try:
        return assign(topology, question, analysis.behaviours)
    except NO_ANSWER as error:
        raise Failure(str(error)) from error


def _report(analysis: Analysis, assigned: Assigned) -> Iterator[int]:
    """Print to standard error what is to be said of counts, of the cluster and of the answer; give exit codes."""
    for diagnostic in assigned.tasks.diagnostics:
        print(diagnostic_text(diagnostic, analysis.submission.bundle), file=sys.stderr)
        yield 1 if diagnostic.severity is Severity.REFUSED else 3
    for note in assigned.notes:
        print(f"note: {printable(note)}", file=sys.stderr)
    for doubt in assigned.doubts:
        print(f"unsure: {printable(doubt)}", file=sys.stderr)
        yield 3
    if assigned.rebalance is not None:
        for warning in assigned.rebalance.warnings:
            print(f"Kafka Streams logs: {printable(warning)}", file=sys.stderr)


def _setting(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Failure(f"{text!r} is not of the form NAME=VALUE, such as num.standby.replicas=1.")
    return name.strip(), value.strip()
