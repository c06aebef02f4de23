"""What commands about tasks have in common: an answer for each topology, what is to be said of it, the exit code."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from topoviz.cli.messages import diagnostic_text
from topoviz.cli.session import analyze_files, choose, exit_code, heading, print_json
from topoviz.engine.diagnostics import Severity
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.topology_tasks import TopologyTasks

_GRAVEST_FIRST: Final = (2, 1, 3)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for one topology, as JSON, and in words by format; without words there is nothing to show.

    `said` are lines for standard error, and `codes` are exit codes that speak for themselves; what is to be said of the
    tasks and the codes that go with it come to them.
    """

    tasks: TopologyTasks
    to_json: Callable[[], Any]
    words: Mapping[str, Callable[[], str]]
    said: tuple[str, ...] = ()
    codes: tuple[int, ...] = ()


def answer_each(options: Namespace, answer: Callable[[Analysis, AnalyzedTopology], Answer]) -> int:
    """Print the answer for every chosen topology that Kafka Streams would build, and give the exit code."""
    analysis = analyze_files(options)
    shown = choose(analysis, options)
    codes = {exit_code(analysis, shown)}
    documents = []
    for topology in shown:
        if topology.topology is None:
            continue
        found = answer(analysis, topology)
        codes.update(found.codes)
        for diagnostic in found.tasks.diagnostics:
            print(diagnostic_text(diagnostic, analysis.submission.bundle), file=sys.stderr)
            codes.add(1 if diagnostic.severity is Severity.REFUSED else 3)
        for line in found.said:
            print(line, file=sys.stderr)
        if options.format == "json":
            documents.append(found.to_json())
        elif found.words:
            sys.stdout.write(heading(analysis, topology, len(shown)))
            sys.stdout.write(found.words[options.format]())
    if options.format == "json":
        print_json(documents)
    return next((code for code in _GRAVEST_FIRST if code in codes), 0)
