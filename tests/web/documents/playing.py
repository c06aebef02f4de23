"""Plays the examples of what happens to records, and finds in their events what their stories speak of."""

from functools import cache

from topoviz.engine.analysis import analyze
from topoviz.engine.simulated.simulated import SimulationQuestion, simulate_topology
from topoviz.engine.simulation.records.reading import read_records
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Language, Settings, Submission
from topoviz.engine.versions import parse_version
from topoviz.web.documents.example_runs import example_runs


@cache
def events_of(identity, version=None):
    """Give the events of an example, as JSON has them; at another version if one is named."""
    (example,) = (one for one in example_runs() if one.id == identity)
    settings = Settings(parse_version(version or example.kafka_version), None, Language.JAVA)
    analysis = analyze(Submission(Bundle((SourceFile("Program.java", example.program),)), settings))
    (topology,) = analysis.topologies
    run, found = example.run, []
    records = (lambda counts: read_records(run.records.splitlines(), counts)) if run.records else None
    question = SimulationQuestion(run.partitions, run.configuration, run.cluster, records)
    simulate_topology(topology, question, analysis.behaviours, lambda event: found.append(event.to_fields()))
    return tuple(found)


def place_of(events, find, since=-1):
    """Give the place of the next event with these fields, or None."""
    for place in range(since + 1, len(events)):
        if all(events[place].get(name) == value for name, value in find.items()):
            return place
    return None
