"""Who gets which task by Kafka's assignor, and by measured load, in the same cluster."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final
from uuid import NAMESPACE_URL, UUID, uuid5

from topoviz.engine.advice.asked import Divided, Divisions, LoadQuestion, ThreadTasks
from topoviz.engine.advice.balancing import Holder, balance
from topoviz.engine.assigned import NO_ANSWER
from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.assignor_classes import STREAMS_GROUP
from topoviz.engine.assignment.assignors.registry import assignor_for
from topoviz.engine.assignment.problem import AssignmentProblem
from topoviz.engine.assignment.rebalance import rebalance
from topoviz.engine.assignment.rebalanced import Application, Rebalance
from topoviz.engine.assignment.result import AssignmentResult, Because, ClientTasks, Placement, Reason, Role
from topoviz.engine.assignment.settings import ANY_LAG
from topoviz.engine.cluster.model import Client, Cluster, StreamThread
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.starting_settings import starting_settings
from topoviz.engine.tasks.reading_counts import GivenCounts
from topoviz.engine.tasks.task_id import TaskId, parse_task_id
from topoviz.engine.topology_tasks import tasks_of
from topoviz.engine.versions import Behaviours

_UUID: Final = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$")


def divide(analyzed: AnalyzedTopology, question: LoadQuestion, behaviours: Behaviours) -> Divisions:
    """Let the assignor of the version and one that knows the loads divide the tasks of a topology that was built."""
    version = str(behaviours.version)
    takes_own = behaviours.has("takes_public_assignors")
    try:
        starting = starting_settings(analyzed.settings, {}, {}, None, behaviours)
        assignor = assignor_for(behaviours, starting.assignor).name
        is_group = assignor == STREAMS_GROUP
        known = Divisions(version, assignor, is_group, takes_own and not is_group, (), 0, None, None)
        found = tasks_of(analyzed, GivenCounts(question.partitions), behaviours)
        if not found.are_known or found.is_refused:
            missing = ", ".join(f"`{topic}`" for topic in found.counts.missing[:5])
            why = f"The partitions of {missing} are not known, so not all tasks are." if missing else ""
            return replace(
                known, why_not=why or "Which tasks there are is not known from the partitions of the history."
            )
        stateful = tuple(str(task.id) for task in found.tasks if task.is_stateful)
        settings = replace(starting.assignment, acceptable_recovery_lag=ANY_LAG)
        known = replace(known, stateful=stateful, standbys=settings.num_standby_replicas)
        clients = tuple(map(starting.client, _clients(question.threads, {task.id for task in found.tasks})))
        application = Application(found.tasks, settings, behaviours, starting.assignor)
        by_kafka = rebalance(Cluster(clients), application)
        known = replace(known, by_kafka=_divided(by_kafka, question.threads, (*starting.doubts, *by_kafka.doubts)))
        if is_group:
            return known
        own = _assignor_by_load(question, clients)
        by_load = rebalance(Cluster(clients), application, own=own)
        return replace(known, by_load=_divided(by_load, question.threads, ()))
    except NO_ANSWER as error:
        return Divisions(version, "", False, takes_own, (), 0, None, None, str(error))


def _clients(threads: Sequence[ThreadTasks], tasks: set[TaskId]) -> list[Client]:
    by_process: dict[str, list[StreamThread]] = {}
    for one in threads:
        had = tuple(task for name in one.tasks if (task := parse_task_id(name)) in tasks)
        by_process.setdefault(one.process, []).append(
            StreamThread(one.client_id.removesuffix("-consumer"), tuple(sorted(had)))
        )
    return [_client(process, tuple(mine)) for process, mine in by_process.items()]


def _client(process: str, threads: tuple[StreamThread, ...]) -> Client:
    """Give a client with the UUID with which client ids of a process end by default, else with one that is made up."""
    found = _UUID.search(process)
    process_id = UUID(found[0]) if found else uuid5(NAMESPACE_URL, process)
    return Client(process, process_id, threads, has_process_id=found is not None)


def _divided(done: Rebalance, asked: Sequence[ThreadTasks], doubts: Sequence[str]) -> Divided:
    """Give what each thread has at last: what it waits for until another one gives it back is among it."""
    has = {
        (client.client.name, thread.name): tuple(
            str(task) for task in sorted({*thread.active, *(one.task for one in thread.withheld)})
        )
        for client in done.clients
        for thread in client.threads
    }
    return Divided(
        tuple(replace(one, tasks=has[one.process, one.client_id.removesuffix("-consumer")]) for one in asked),
        tuple(doubts),
    )


def _assignor_by_load(question: LoadQuestion, clients: Sequence[Client]) -> Assignor:
    """Make an assignor that gives each instance as much load for each of its threads."""

    def assign(problem: AssignmentProblem) -> AssignmentResult:
        names = {client.process_id: client.name for client in clients}
        holders = [Holder(names[one.process_id], one.threads) for one in problem.clients]
        owners = {str(task): names[one.process_id] for one in problem.clients for task in one.previous_active}
        loads = {str(task): question.loads.get(str(task), 0.0) for task in problem.tasks}
        return _result(problem, {client.name: client.process_id for client in clients}, _given(loads, holders, owners))

    def _given(loads: Mapping[str, float], holders: Sequence[Holder], owners: Mapping[str, str]) -> Mapping[str, str]:
        weights = (
            {task: float(question.state_bytes.get(task, 0)) + 1.0 for task in loads} if question.state_bytes else None
        )
        return balance(loads, holders, owners, weights)

    return Assignor(
        name="by-load",
        sentence="Gives each instance as much measured load for each of its threads, and moves as little as it can.",
        reference="KIP-924",
        behaviour="takes_public_assignors",
        assign=assign,
    )


def _result(problem: AssignmentProblem, ids: Mapping[str, UUID], owners: Mapping[str, str]) -> AssignmentResult:
    given: dict[UUID, list[TaskId]] = {one.process_id: [] for one in problem.clients_by_id}
    for name, owner in owners.items():
        given[ids[owner]].append(parse_task_id(name))
    return AssignmentResult(
        tuple(ClientTasks(process, tuple(sorted(tasks)), ()) for process, tasks in given.items()),
        tuple(
            Placement(task, process, Role.ACTIVE, Reason(Because.LEAST_LOADED))
            for process, tasks in given.items()
            for task in sorted(tasks)
        ),
    )
