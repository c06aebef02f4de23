"""`topoviz scenario`: print what happens to tasks when instances start, stop, die and come back."""

from __future__ import annotations

from argparse import Namespace
from functools import partial

from topoviz.cli.answering import Answer, answer_each
from topoviz.cli.failure import failing
from topoviz.cli.reading import read_text
from topoviz.engine.played import NOT_PLAYED, ScenarioQuestion, play_scenario
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
    return answer_each(options, partial(_answer, question))


def _answer(question: ScenarioQuestion, analysis: Analysis, topology: AnalyzedTopology) -> Answer:
    with failing(*NOT_PLAYED):
        found = play_scenario(topology, question, analysis.behaviours)
    to_json = partial(scenario_to_json, analysis, topology, found)
    if found.played is None:
        return Answer(found.tasks, to_json, {})
    words = {"text": lambda: scenario_to_text(to_json()), "markdown": lambda: scenario_to_markdown(to_json())}
    return Answer(found.tasks, to_json, words, codes=() if found.played.refusal is None else (1,))
