"""Plays the examples of what happens to records, and finds in their events what their stories speak of."""

from functools import cache

from topoviz.engine.analysis import analyze
from topoviz.engine.simulated.simulated import SimulationQuestion, simulate_topology
from topoviz.engine.simulated.telling import teller_of
from topoviz.engine.simulation.records.reading import read_records
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.versions import parse_version
from topoviz.rendering.calculations.simulation_json import simulation_to_json
from topoviz.rendering.simulation.trace.state import tasks_after
from topoviz.web.documents.example_runs import example_runs


@cache
def played(identity, version=None):
    """Play an example, at another version if one is named: the analysis, the answer as JSON, and its events."""
    (example,) = (one for one in example_runs() if one.id == identity)
    settings = Settings(parse_version(version or example.kafka_version), None, Language.JAVA)
    analysis = analyze(Submission(Bundle((SourceFile("Program.java", example.program),)), settings))
    (topology,) = analysis.topologies
    run, found = example.run, []
    records = (lambda counts: read_records(run.records.splitlines(), counts)) if run.records else None
    question = SimulationQuestion(run.partitions, run.configuration, run.cluster, records)
    answer = simulate_topology(topology, question, analysis.behaviours, lambda event: found.append(event.to_fields()))
    return analysis, simulation_to_json(analysis, topology, answer), tuple(found)


def events_of(identity, version=None):
    """Give the events of an example, as JSON has them."""
    return played(identity, version)[2]


def teller(identity, version=None):
    """Give who says what an example logs."""
    analysis, _, _ = played(identity, version)
    return teller_of(analysis.topologies[0], analysis.behaviours)


def tasks_then(identity, version, number):
    """Give what the tasks of an event have just after it, as the page has it."""
    _, answer, events = played(identity, version)
    return tasks_after(answer, events, number)


def place_of(events, find, since=-1):
    """Give the place of the next event with these fields, or None."""
    for place in range(since + 1, len(events)):
        if all(events[place].get(name) == value for name, value in find.items()):
            return place
    return None
