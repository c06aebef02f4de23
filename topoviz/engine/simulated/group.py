"""The consumer group of a simulation: its settings, its clients, and what its stores hold at the beginning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from topoviz.engine.assigned import Assigned
from topoviz.engine.assignment.assignor_classes import STREAMS_GROUP
from topoviz.engine.assignment.reading_settings import BadSetting
from topoviz.engine.cluster.model import Cluster
from topoviz.engine.played import group_settings
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.scenarios.model import Scenario
from topoviz.engine.simulated.bad_configuration import BadConfiguration
from topoviz.engine.simulated.configuration_file import ConfigurationFile
from topoviz.engine.simulated.restore_file import RestoreFile
from topoviz.engine.simulated.runtime_settings import GROUP_SETTINGS
from topoviz.engine.simulation.plan import GroupPlan, LoggedStore, SimulationPlan
from topoviz.engine.simulation.settings import Fail, Fence, Guarantee, Kill, RuntimeSettings, SlowBroker, Start, Stop
from topoviz.engine.topology.nodes import Topology
from topoviz.engine.versions import Behaviours

_UNNAMED = "application"


def group_of(
    analyzed: AnalyzedTopology,
    assigned: Assigned,
    file: ConfigurationFile,
    runtime: RuntimeSettings,
    behaviours: Behaviours,
) -> GroupPlan | None:
    """Give the group; None for a streams group (KIP-1071), of which it is not known how it goes on in time."""
    assert assigned.rebalance is not None
    assert assigned.cluster is not None
    if assigned.rebalance.assignor.name == STREAMS_GROUP:
        return None
    given = {name: word for name, word in file.settings.items() if name in GROUP_SETTINGS}
    try:
        settings, _ = group_settings(analyzed, given, behaviours)
    except BadSetting as error:
        line = given[error.name].line if error.name in given else None
        raise BadConfiguration(line, f"has a setting {error}") from error
    settings = replace(
        settings,
        max_poll_interval_ms=runtime.most_between_polls_ms,
        commit_interval_ms=runtime.commit_ms,
        processing_guarantee=runtime.guarantee.value,
    )
    restore = file.restore or RestoreFile()
    scenario = Scenario(
        Cluster(assigned.cluster.clients), (), assigned.settings, settings, restore.rate, restore.state, file.seed
    )
    application = replace(assigned.rebalance.application, ends={})
    return GroupPlan(application, scenario, analyzed.application_id or _UNNAMED, assigned.rebalance, file.starts)


def logged_stores(
    topology: Topology, assigned: Assigned, file: ConfigurationFile
) -> dict[int, tuple[LoggedStore, ...]]:
    """Give the stores with a changelog, by sub-topology; raises BadConfiguration for one that is not there."""
    state = (file.restore or RestoreFile()).state
    found = {}
    for one in assigned.tasks.sub_topologies:
        found[one.sub_topology_id] = tuple(
            LoggedStore(log.store, log.name, users[0], state.stores.get(log.store, state.records))
            for log in one.changelogs
            if (users := topology.store_users.get(log.store, ()))
        )
    known = {store.name for stores in found.values() for store in stores}
    for name in state.stores:
        if name not in known:
            names = ", ".join(sorted(known)) or "none"
            raise BadConfiguration(
                file.lines[name], f"names a store {name[:80]!r} without a changelog; stores that have one: {names}."
            )
    return found


def check_events(plan: SimulationPlan, file: ConfigurationFile) -> None:
    """Refuse events of what is not there, and what makes no sense for it."""
    instances = {thread.instance for thread in plan.threads}
    started = {one.instance: one.threads for one in file.happenings if isinstance(one, Start)}
    threads = {thread.name for thread in plan.threads}
    threads.update(f"{name}-{number}" for name, count in started.items() for number in range(1, count + 1))
    for one in file.happenings:
        if isinstance(one, Kill | Stop):
            _check(one.instance, "a client", {*instances, *started}, file)
        elif isinstance(one, Start) and one.instance in instances:
            raise BadConfiguration(file.lines[one.instance], f"starts {one.instance[:80]}, which runs already.")
        elif isinstance(one, Fence):
            _check(one.thread, "a thread", threads, file)
            if plan.settings.runtime.guarantee is Guarantee.AT_LEAST_ONCE:
                raise BadConfiguration(
                    file.lines[one.thread],
                    f"fences {one.thread[:80]}; producers have transactional ids with exactly-once alone.",
                )
        elif isinstance(one, Fail):
            _check(one.thread, "a thread", threads, file)
        elif isinstance(one, SlowBroker) and one.partition[1] >= plan.counts.get(one.partition[0], 0):
            partition = f"{one.partition[0]}-{one.partition[1]}"
            raise BadConfiguration(file.lines[partition], f"names a partition {partition[:80]!r}, which no task reads.")
    if plan.group is None and any(isinstance(one, Start | Stop | Fence | Fail) for one in file.happenings):
        raise BadConfiguration(
            None, "has an event of a group; streams groups (KIP-1071) are not followed. Choose another assignor."
        )


def _check(name: str, what: str, known: set[str], file: ConfigurationFile) -> None:
    if name not in known:
        shown = ", ".join(sorted(known)[:20])
        raise BadConfiguration(file.lines[name], f"names {what} {name[:80]!r}; there are: {shown}.")


def assumed_of_group(plan: SimulationPlan, file: ConfigurationFile) -> Iterator[str]:
    """Say what the life of tasks rests on and nobody said."""
    group = plan.group
    if group is None:
        yield "Nothing is followed of the group: streams groups (KIP-1071) assign in ways that are not known in time."
        return
    settings, rate = group.scenario.runtime, group.scenario.rate
    if not file.starts:
        yield "All instances run since before, with their tasks and whole stores: nothing is restored at the beginning."
    if any(plan.stores.values()):
        if file.restore is None:
            yield "Changelogs are empty at the beginning, and get one record for each that a node with a store gets."
        if not (file.restore and file.restore.says_rate):
            whose = "thread" if rate.is_per_thread else "client"
            yield f"Stores are restored at {rate.records_per_second:,} records a second for each {whose}."
    if any(isinstance(one, Kill | Stop) for one in file.happenings):
        yield (
            f"session.timeout.ms is {settings.session_timeout_ms:,}, and group.instance.id is "
            f"{'set: an instance that is back in time has its tasks at once' if settings.is_static else 'not set'}."
        )
