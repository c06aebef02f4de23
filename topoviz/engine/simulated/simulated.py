"""What happens to records in a topology: the tasks, who gets them, and the simulation of their threads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from topoviz.engine.assigned import NO_ANSWER, Assigned, AssignmentQuestion, assign
from topoviz.engine.assignment.reading_settings import SETTINGS
from topoviz.engine.cluster.reading.thread_count import THREADS
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.simulated.bad_configuration import BadConfiguration
from topoviz.engine.simulated.circles import refuse_circles
from topoviz.engine.simulated.configuration_file import ConfigurationFile, read_configuration_file
from topoviz.engine.simulated.group import assumed_of_group, check_events, group_of, logged_stores
from topoviz.engine.simulated.node_operations import Found, find_operations
from topoviz.engine.simulated.runtime_settings import runtime_settings
from topoviz.engine.simulation.events import Listener
from topoviz.engine.simulation.nodes.operations import Aggregate, SessionAggregate, WindowedAggregate
from topoviz.engine.simulation.nodes.segments import TooManyVisits, find_ways
from topoviz.engine.simulation.nodes.settings import USUAL
from topoviz.engine.simulation.plan import SimulationPlan, ThreadPlan
from topoviz.engine.simulation.records.generating import make_records
from topoviz.engine.simulation.records.model import BadRecords, InputRecord
from topoviz.engine.simulation.settings import SimulationSettings
from topoviz.engine.simulation.simulate import simulate
from topoviz.engine.simulation.summary import Summary
from topoviz.engine.simulation.thread.turns.registry import NotSimulated
from topoviz.engine.simulation.world import Endless, Progress
from topoviz.engine.topology.nodes import Topology
from topoviz.engine.versions import Behaviours

NOT_SIMULATED: Final = (*NO_ANSWER, BadConfiguration, BadRecords, NotSimulated, TooManyVisits, Endless)
"""What `simulate_topology` raises where there is no answer, each with a sentence for the user."""

_ONE_CLIENT: Final = "clients: [{name: a}]"
_MOST_NAMED: Final = 20
_NOT_FOLLOWED: Final = (
    "Turns of threads are read from Kafka's sources; what a task does in them is compared with the real StreamTask.",
    (
        "Not followed: what predicates, mappers and processors make of a record, sliding windows, foreign-key joins, "
        "global stores, batches of producers, markers of transactions, and brokers that share a fetch."
    ),
)


@dataclass(frozen=True, slots=True)
class SimulationQuestion:
    """Texts as they were given: partition counts, a configuration, and a cluster in any form that is read.

    The configuration may have the counts, too, where `partitions` is empty.

    `read_records` gives the records of topics with these partition counts, each time anew; without it, the
    configuration says which to make.
    """

    partitions: str
    configuration: str = ""
    cluster: str = ""
    read_records: Callable[[Mapping[str, int]], Iterator[InputRecord]] | None = None


@dataclass(frozen=True, slots=True)
class Simulated:
    """What happened; no `summary` where not all tasks are known, or Kafka Streams would not start."""

    assigned: Assigned
    summary: Summary | None
    assumed: tuple[str, ...]
    not_followed: tuple[str, ...]


def simulate_topology(
    analyzed: AnalyzedTopology,
    question: SimulationQuestion,
    behaviours: Behaviours,
    listener: Listener | None = None,
    progress: Progress | None = None,
) -> Simulated:
    """Simulate a topology that was built; raises one of `NOT_SIMULATED`."""
    topology = analyzed.topology
    assert topology is not None
    file = read_configuration_file(question.configuration)
    runtime, of_program = runtime_settings(file.settings, analyzed.settings, file.extractors, behaviours)
    assigned = _assigned(analyzed, question, file, behaviours)
    if assigned.rebalance is None:
        return Simulated(assigned, None, (), ())
    settings = SimulationSettings(runtime, file.costs, file.nodes, file.punctuators, file.happenings, file.looked)
    plan_of_program = None if analyzed.optimized is None else analyzed.optimized.plan
    found = find_operations(topology, plan_of_program, _new_keys(file))
    plan = replace(
        _plan(analyzed, topology, assigned, settings, found, behaviours),
        stores=logged_stores(topology, assigned, file),
        change_topics=frozenset(found.change_topics),
        group=group_of(analyzed, assigned, file, runtime, behaviours),
    )
    _check(plan, topology, file)
    refuse_circles(plan, file.lines)
    if question.read_records is not None:
        records = question.read_records(plan.counts)
    elif file.sources:
        records = make_records(file.sources, plan.counts, file.seed)
    else:
        raise BadRecords(None, "are not there: give a file of them, or say under `generate` which to make.")
    summary = simulate(plan, records, listener, progress)
    assumed = (*of_program, *_assumed(file, question, plan, found, plan_is_known=plan_of_program is not None))
    return Simulated(assigned, summary, assumed, (*_NOT_FOLLOWED, *_not_followed(found)))


def assign_simulated(analyzed: AnalyzedTopology, question: SimulationQuestion, behaviours: Behaviours) -> Assigned:
    """Say who has which task in a simulation, without it; raises one of `NOT_SIMULATED`."""
    return _assigned(analyzed, question, read_configuration_file(question.configuration), behaviours)


def _assigned(
    analyzed: AnalyzedTopology, question: SimulationQuestion, file: ConfigurationFile, behaviours: Behaviours
) -> Assigned:
    settings = {name: word.text for name, word in file.settings.items() if name in (THREADS, *SETTINGS)}
    asked = AssignmentQuestion(_partitions(question, file), question.cluster or _ONE_CLIENT, settings)
    return assign(analyzed, asked, behaviours)


def _partitions(question: SimulationQuestion, file: ConfigurationFile) -> str:
    if not file.partitions:
        return question.partitions
    if question.partitions.strip():
        raise BadConfiguration(
            file.counts_line, "has partition counts, and counts are given beside it too: leave one of them out."
        )
    return json.dumps(file.partitions)


def _new_keys(file: ConfigurationFile) -> frozenset[str]:
    return frozenset(name for name, one in file.nodes.items() if one.key_is_value)


def _not_followed(found: Found) -> Iterator[str]:
    if found.not_followed:
        shown = sorted(set(found.not_followed))
        more = f"; and {len(shown) - _MOST_NAMED:,} more" if len(shown) > _MOST_NAMED else ""
        yield f"State of these nodes is not followed: {'; '.join(shown[:_MOST_NAMED])}{more}."


def _plan(
    analyzed: AnalyzedTopology,
    topology: Topology,
    assigned: Assigned,
    settings: SimulationSettings,
    found: Found,
    behaviours: Behaviours,
) -> SimulationPlan:
    assert assigned.rebalance is not None
    read = {topic for one in assigned.tasks.sub_topologies for topic in one.topics}
    members = {group.id: group.nodes for group in analyzed.groups}
    operations = found.operations
    return SimulationPlan(
        behaviours,
        settings,
        tuple(
            ThreadPlan(f"{client.client.name}-{number}", client.client.name, thread.active)
            for client in assigned.rebalance.clients
            for number, thread in enumerate(client.threads, 1)
        ),
        {task.id: task for task in assigned.tasks.tasks},
        {
            one.sub_topology_id: find_ways(topology, members[one.sub_topology_id], settings.nodes, operations)
            for one in assigned.tasks.sub_topologies
        },
        {topic: assigned.tasks.counts.counts[topic] for topic in sorted(read)},
        frozenset(topology.repartition_topics),
        {one: tuple(node.name for node in topology.nodes if node.name in names) for one, names in members.items()},
    )


def _check(plan: SimulationPlan, topology: Topology, file: ConfigurationFile) -> None:
    """Refuse names that stand for nothing."""
    names = {node.name for node in topology.nodes}
    for name in file.nodes:
        if name not in names:
            raise BadConfiguration(file.lines[name], f"names a node {name[:80]!r}, which the topology does not have.")
    for topic in file.extractors:
        if topic not in plan.counts:
            raise BadConfiguration(file.lines[topic], f"names a topic {topic[:80]!r}, which no task reads.")
    check_events(plan, file)
    for punctuator in file.punctuators:
        if punctuator.sub_topology not in plan.ways:
            raise BadConfiguration(
                None, f"has a punctuator of sub-topology {punctuator.sub_topology}, which has no tasks."
            )
        if punctuator.node is not None and punctuator.node not in plan.nodes[punctuator.sub_topology]:
            raise BadConfiguration(
                file.lines[punctuator.node],
                f"names a node {punctuator.node[:80]!r}, which sub-topology {punctuator.sub_topology} does not have.",
            )
    if file.looked is not None:
        known = {str(task) for task in plan.tasks}
        for task in file.looked.tasks:
            if task not in known:
                raise BadConfiguration(None, f"looks at a task {task[:40]!r}, which is not there.")


def _assumed(
    file: ConfigurationFile, question: SimulationQuestion, plan: SimulationPlan, found: Found, *, plan_is_known: bool
) -> Iterator[str]:
    costs = plan.settings.costs
    if not file.says_costs:
        yield (f"A record takes {USUAL.micros} µs in each node, and each node passes all on: nobody said otherwise.")
    yield (
        f"A turn of a thread takes {costs.turn} µs beside its records, a fetch {costs.fetch / 1_000:g} ms, a commit "
        f"{costs.commit / 1_000:g} ms, and the way to a topic {costs.produce / 1_000:g} ms; a fetch brings at most "
        f"{costs.fetched:,} records of a partition."
    )
    if not question.cluster:
        count = len(plan.threads)
        yield f"One client a runs all tasks, with {count} stream thread{'' if count == 1 else 's'}."
    yield from assumed_of_group(plan, file)
    operations = found.operations
    for name, one in operations.nodes.items():
        if isinstance(one, WindowedAggregate):
            yield f"{name} drops what comes after its windows of {one.size:,} ms and {one.grace:,} ms of grace."
    if any(one.is_cached for one in operations.stores.values()) and plan.settings.runtime.cache_bytes:
        yield (
            f"Updates of a key wait in caches until a commit; an entry takes {costs.entry} bytes of "
            f"{plan.settings.runtime.cache_bytes:,} that the threads of a client share."
        )
    if any(isinstance(one, Aggregate | WindowedAggregate | SessionAggregate) for one in operations.nodes.values()):
        yield "Aggregations count the records of a key, and what they make of them is never null."
    if operations.nodes and not plan_is_known:
        yield (
            "A dump does not show what nodes do: tables and joins with them are inferred from the names that Kafka "
            "Streams gives, their stores are taken to be cached, and nothing more is known of stores."
        )
    if plan.repartition_topics and not any(one.key_is_value for one in plan.settings.nodes.values()):
        yield "Records go to partitions of repartition topics by the key that they came with: new keys are not known."
