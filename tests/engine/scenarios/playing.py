"""Plays scenarios that stand in a test: two topics that are counted, and clusters of a few clients.

`python -m tests.engine.scenarios.playing` writes the story of a client that dies into its fixtures; the diff is what
gets reviewed.
"""

from functools import cache
from pathlib import Path

from tests.engine.analyzing import analysis_of
from topoviz.engine.played import PlayedScenario, ScenarioQuestion, play_scenario
from topoviz.engine.results import Analysis
from topoviz.engine.scenarios.model import Played, Step
from topoviz.rendering.calculations.scenario_json import scenario_to_json
from topoviz.rendering.scenario_text import scenario_to_text

STORY_VERSIONS = ("2.5.1", "2.8.2", "3.9.2", "4.3.1")
FOLDER = Path(__file__).parents[2] / "fixtures" / "scenarios"

COUNTS = """
builder.stream("orders").groupByKey().count(Materialized.as("per-customer"));
builder.stream("payments").groupByKey().count(Materialized.as("per-account"));
"""
REKEYED = 'builder.stream("orders").groupBy((k, v) -> v).count(Materialized.as("per-customer"));'
JOINED = """
KTable<String, String> names = builder.table("names");
builder.stream("orders").join(names, (a, b) -> a).to("out");
"""
STORY = """
cluster:
  settings: {num.standby.replicas: 1}
  clients: [{name: a, threads: 4}, {name: b, threads: 4}, {name: c, threads: 4}]
seed: 7
restore: {records.per.second: 50_000, record.bytes: 200}
state: {records: 1_000_000, writes.per.second: 0}
events:
  - {at: 0s, start: all}
  - {at: 10m, kill: b}
  - {at: 12m, restart: b, state: lost}
"""
SMALL = """
cluster:
  settings: {{{settings}}}
  clients: [{{name: a, threads: 2}}, {{name: b, threads: 2}}]
seed: 7
restore: {{records.per.second: 100_000, record.bytes: 100}}
state: {{records: 100_000, writes.per.second: {writes}}}
events:
{events}
"""


def played(
    events: str,
    *,
    version: str = "3.9.2",
    settings: str = "",
    writes: int = 0,
    program: str = REKEYED,
    partitions: str = "orders=4",
) -> Played:
    """Play events, a line each, with two clients of two threads."""
    lines = "\n".join(f"  - {line.strip()}" for line in events.strip().splitlines())
    found = answered(SMALL.format(settings=settings, events=lines, writes=writes), version, program, partitions)
    assert found.played is not None
    return found.played


def answered(
    text: str, version: str = "3.9.2", program: str = REKEYED, partitions: str = "orders=4", cluster: str = ""
) -> PlayedScenario:
    """Play a whole scenario of a program."""
    analysis = _analysis(program, version)
    (topology,) = analysis.topologies
    return play_scenario(topology, ScenarioQuestion(partitions, text, cluster), analysis.behaviours)


def story(version: str, text: str = STORY) -> str:
    """Tell what happens when b dies and comes back with an empty disk, in words."""
    analysis, found = _analysis(COUNTS, version), answered(text, version, COUNTS, "orders=12\npayments=8")
    return scenario_to_text(scenario_to_json(analysis, analysis.topologies[0], found))


def fixture_of(version: str) -> Path:
    """Where the story of a version lies."""
    return FOLDER / f"one_dies_and_comes_back.{version}.txt"


def step_about(found: Played, words: str) -> Step:
    """Give the first step whose sentences have these words."""
    return next(step for step in found.steps if words in f"{step.event} {step.cause}")


def tasks_of(found: Step, client: str) -> list[str]:
    """List the active tasks of a client after a rebalance."""
    assert found.rebalance is not None
    [one] = [one for one in found.rebalance.clients if one.client.name == client]
    return sorted(str(task) for thread in one.threads for task in thread.active)


@cache
def _analysis(program: str, version: str) -> Analysis:
    return analysis_of(program, version=version)


if __name__ == "__main__":
    for one in STORY_VERSIONS:
        fixture_of(one).write_text(story(one), encoding="utf-8")
