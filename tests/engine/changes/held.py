"""Holds the engine's matching against what is known of an edit: which call each node comes from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.engine.analyzing import analysis_of
from tests.engine.changes.edits import Edited
from topoviz.engine.changes.matching.by_call import Written
from topoviz.engine.changes.matching.graph import store_of, thing_of
from topoviz.engine.changes.matching.match import Matching, match
from topoviz.engine.changes.matching.thing import Thing
from topoviz.engine.results import Analysis
from topoviz.engine.topology.nodes import Topology

Truth = tuple[int, str, int]
"""The number of a statement, the mark of a node, and how many of that mark the statement made before."""


@dataclass(slots=True)
class Held:
    """How many things stayed, how many of them were found, and which were taken for others."""

    kept: int = 0
    found: int = 0
    wrong: list[tuple[Thing, Thing]] = field(default_factory=list)
    wrong_stores: list[tuple[Thing, Thing]] = field(default_factory=list)
    missed: list[Thing] = field(default_factory=list)


def hold(edited: Edited, version: str, *, reads_code: bool) -> Held | None:
    """Match both sides and compare; None where Kafka Streams refuses one, or something of it is not certain."""
    analyses = [analysis_of(text, version=version) for text in (edited.old, edited.new)]
    topologies = [_topology(one) for one in analyses]
    if topologies[0] is None or topologies[1] is None:
        return None
    old, new = topologies[0], topologies[1]
    written = [
        _written(one, topology) if reads_code else Written(None, {})
        for one, topology in zip(analyses, (old, new), strict=True)
    ]
    found = match(old, written[0], new, written[1])
    truths = [
        _truths(one, topology, numbers)
        for one, topology, numbers in zip(analyses, (old, new), (edited.old_numbers, edited.new_numbers), strict=True)
    ]
    return _compared(found, truths[0], truths[1])


def _compared(found: Matching, old: dict[Thing, Truth], new: dict[Thing, Truth]) -> Held:
    held = Held()
    new_by_truth = {truth: thing for thing, truth in new.items()}
    partners = found.new_of
    for thing, truth in old.items():
        right = new_by_truth.get(truth) if truth[0] >= 0 else None
        got = partners[thing].new if thing in partners else None
        if right is not None:
            held.kept += 1
            held.found += got == right
            if got is None:
                held.missed.append(thing)
        if got is not None and got != right:
            wrong = held.wrong_stores if "store" in thing.sort else held.wrong
            wrong.append((thing, got))
    return held


def _topology(analysis: Analysis) -> Topology | None:
    if len(analysis.topologies) != 1 or analysis.is_unsure:
        return None
    return analysis.topologies[0].topology


def _written(analysis: Analysis, topology: Topology) -> Written:
    return Written(
        analysis.submission.bundle,
        {thing_of(node): node.origin for node in topology.nodes if node.origin is not None},
    )


def _truths(analysis: Analysis, topology: Topology, numbers: dict[int, int]) -> dict[Thing, Truth]:
    counts: Counter[tuple[int, str, str]] = Counter()
    found: dict[Thing, Truth] = {}
    by_name: dict[str, Truth] = {}

    def truth_of(number: int, thing: Thing) -> Truth:
        key = (number, thing.sort.value, thing.mark)
        counts[key] += 1
        return number, f"{thing.sort.value} {thing.mark}", counts[key]

    for node in topology.nodes:
        if node.origin is None:
            continue
        line = analysis.submission.bundle.position_of(node.origin.span)[1].line
        if line in numbers:
            thing = thing_of(node)
            found[thing] = by_name[node.name] = truth_of(numbers[line], thing)
    for name, users in topology.store_users.items():
        first = next((by_name[user] for user in users if user in by_name), None)
        store = store_of(name, topology)
        if first is not None and store.is_numbered:
            found[store] = truth_of(first[0], store)
    return found
