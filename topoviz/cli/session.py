"""What every command does round its own work: analyze, tell what is not certain, choose the topology, exit."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from topoviz.cli.failure import Failure
from topoviz.cli.lists import applications_list, diagnostic_lines, not_started_list, place_of, shortened
from topoviz.cli.messages import choice_text, diagnostic_text, printable
from topoviz.cli.reading import read_submission
from topoviz.cli.trial import refuse_what_chokes
from topoviz.engine.analysis import analyze
from topoviz.engine.choice.choice import ChosenBy
from topoviz.engine.outcome import Outcome, outcome_of
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.submission import Submission
from topoviz.engine.syntax.describe_text import dump_files

EXIT_CODES = {
    Outcome.COMPLETE: 0,
    Outcome.REFUSED: 1,
    Outcome.UNREADABLE: 2,
    Outcome.EMPTY: 2,
    Outcome.UNSURE: 3,
}


def analyze_files(options: Namespace) -> Analysis:
    """Analyze the files and print the diagnostics; raises Failure for wrong usage."""
    return analyze_and_tell(*read_submission(options), options)


def analyze_and_tell(
    submission: Submission, left_out: Sequence[str], options: Namespace, *, before: str = ""
) -> Analysis:
    """Analyze and print the diagnostics, each line with `before`; raises Failure for a text that takes too long."""
    analysis = analyze_submission(submission)
    lines = [] if analysis.choice.by is ChosenBy.GIVEN else [choice_text(analysis)]
    lines += [f"note: {printable(note)}" for note in left_out]
    lines += diagnostic_lines(analysis, is_whole=options.verbose)
    listed = () if options.topology else (applications_list(analysis), not_started_list(analysis))
    lines += [line for one in listed for line in shortened(one, is_whole=options.verbose)]
    for line in lines:
        print(f"{before}{line}", file=sys.stderr)
    return analysis


def analyze_submission(submission: Submission) -> Analysis:
    """Analyze without a word; raises Failure for a text that takes too long."""
    texts = dump_files(submission.bundle)
    refuse_what_chokes(submission, texts)
    return analyze(submission, texts=texts)


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
        or place_of(analysis, one).endswith((f"({wanted})", f"/{wanted})"))
    )
    if not chosen:
        names = ", ".join(dict.fromkeys(topology.name for topology in analysis.all_topologies)) or "none"
        raise Failure(f"There is no topology called {wanted}. The files make: {names}.")
    for told in (told for one in chosen if one.start is not None for told in one.start.told):
        print(diagnostic_text(told, analysis.submission.bundle), file=sys.stderr)
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


def print_json(documents: Sequence[Any]) -> None:
    """Print the document of one topology, or a list of those of several."""
    json.dump(documents[0] if len(documents) == 1 else documents, sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")


def exit_code(analysis: Analysis, shown: tuple[AnalyzedTopology, ...]) -> int:
    """Say by number how it went, as `main` documents."""
    return EXIT_CODES[outcome_of(analysis, shown)]
