"""`topoviz scenario`: print what happens to tasks when instances start, stop, die and come back."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

from topoviz.cli.failure import Failure
from topoviz.cli.messages import diagnostic_text
from topoviz.cli.reading import read_text
from topoviz.cli.session import analyze_files, choose, exit_code, heading
from topoviz.engine.diagnostics import Severity
from topoviz.engine.played import NOT_PLAYED, PlayedScenario, ScenarioQuestion, play_scenario
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.rendering.calculations.scenario_json import scenario_to_json
from topoviz.rendering.scenario_text import scenario_to_markdown, scenario_to_text


def run(options: Namespace) -> int:
    """Print the steps of a scenario for every chosen topology."""
    question = ScenarioQuestion(
        "" if options.partitions is None else read_text(options.partitions),
        read_text(options.events),
        "" if options.cluster is None else read_text(options.cluster),
    )
    analysis = analyze_files(options)
    shown = choose(analysis, options)
    codes = [exit_code(analysis, shown)]
    documents = []
    for topology in shown:
        if topology.topology is None:
            continue
        found = _play(analysis, topology, question)
        for diagnostic in found.tasks.diagnostics:
            print(diagnostic_text(diagnostic, analysis.submission.bundle), file=sys.stderr)
            codes.append(1 if diagnostic.severity is Severity.REFUSED else 3)
        if found.played is not None and found.played.refusal is not None:
            codes.append(1)
        if options.format == "json":
            documents.append(scenario_to_json(analysis, topology, found))
        elif found.played is not None:
            sys.stdout.write(heading(analysis, topology, len(shown)))
            is_markdown = options.format == "markdown"
            sys.stdout.write(scenario_to_markdown(found.played) if is_markdown else scenario_to_text(found.played))
    if options.format == "json":
        json.dump(documents[0] if len(documents) == 1 else documents, sys.stdout, indent=2, ensure_ascii=False)
        sys.stdout.write("\n")
    return next((code for code in (2, 1, 3) if code in codes), 0)


def _play(analysis: Analysis, topology: AnalyzedTopology, question: ScenarioQuestion) -> PlayedScenario:
    try:
        return play_scenario(topology, question, analysis.behaviours)
    except NOT_PLAYED as error:
        raise Failure(str(error)) from error
