"""A rebalance as the leader of the group works it out: from what members tell to the tasks of every stream thread.

Source: StreamsPartitionAssignor#assign. In a streams group the brokers do it (KIP-1071).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.assignors.registry import assignor_for
from topoviz.engine.assignment.cooperation import Ownership, divide, find_owners
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.group_rebalance import divide_among_members, group_problem
from topoviz.engine.assignment.members import Member, consumer_ids, members_of
from topoviz.engine.assignment.previous_tasks import KnownClient, LeadersView, view_of
from topoviz.engine.assignment.problem import UNKNOWN_LAG, AssignmentProblem
from topoviz.engine.assignment.rebalance_doubts import doubts_of
from topoviz.engine.assignment.rebalanced import Application, FollowUp, Rebalance, RebalancedClient, ThreadTasks
from topoviz.engine.assignment.result import AssignmentResult, ClientTasks
from topoviz.engine.assignment.settings import ANY_LAG, AssignmentSettings
from topoviz.engine.assignment.threads.assigned_order import added_in_hash_order, assigned_in_hash_order
from topoviz.engine.assignment.threads.dealt import ClientWork, Dealt
from topoviz.engine.assignment.threads.eras import deal_to_threads
from topoviz.engine.cluster.model import Client, Cluster
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.versions import Behaviours

_FALLBACK: Final = "fallback-prior"
_KEEPS_WITHOUT_LAGS: Final = ("sticky", "public-sticky")
_STREAMS_GROUP: Final = "streams-group"
_NO_ENDS: Final = (
    "Failed to fetch end offsets for changelogs, will return previous assignment to clients and trigger another "
    "rebalance to retry."
)


def rebalance(
    cluster: Cluster, application: Application, leader: UUID | None = None, own: Assignor | None = None
) -> Rebalance:
    """Work out a rebalance of a cluster; the leader is the first client where nobody says another.

    With an assignor of the application's `own`, that one says which client gets which task, and no other.
    Raises NoSuchAssignor, and AssignmentFails where Kafka Streams throws.
    """
    if own is None and assignor_for(application.behaviours, application.assignor).name == _STREAMS_GROUP:
        return _of_group(cluster, application)
    ends = _known_ends(cluster, application)
    members = members_of(cluster, application.tasks, ends, application.behaviours)
    return _lead(members, cluster, application, ends, leader, own)


def _known_ends(cluster: Cluster, application: Application) -> dict[TaskId, int]:
    """Give the records in the changelogs of each stateful task: what is said, else more than any copy may lag by."""
    said = application.ends or {}
    large = min(application.settings.acceptable_recovery_lag, ANY_LAG >> 1) + 1
    ends = {task: said.get(task, large) for task in application.stateful}
    for client in cluster.clients:
        for task, lag in client.lags.items():
            if ends.get(task, lag) < lag:
                ends[task] = lag
    return ends


def _lead(
    members: Sequence[Member],
    cluster: Cluster,
    application: Application,
    ends: Mapping[TaskId, int],
    leader: UUID | None,
    own: Assignor | None,
) -> Rebalance:
    behaviours = application.behaviours
    view = view_of(members, application.tasks, None if application.ends is None else ends, behaviours)
    assignor, falls_back = _choose_assignor(application) if own is None else (own, False)
    problem = _problem(view, application, ends)
    result = assignor.assign(problem)
    given = {client.process_id: client for client in result.clients}
    ownership = Ownership(
        find_owners(view.clients), {task.id: task.partitions for task in application.tasks}, problem.stateful
    )
    publicly = _assigned_publicly(assignor, result)
    works = [
        _work(client, given[client.state.process_id], problem, ownership, publicly.get(client.state.process_id))
        for client in view.clients
    ]
    threads = {
        client.state.process_id: _threads(client, given[client.state.process_id], dealt, ownership, behaviours)
        for client, dealt in zip(view.clients, deal_to_threads(works, behaviours), strict=True)
    }
    first = leader or cluster.clients[0].process_id
    return Rebalance(
        application,
        assignor,
        problem,
        result,
        tuple(_named(client, given[client.process_id], threads[client.process_id]) for client in cluster.clients),
        _follow_up(threads, first if result.is_probing else None, application.settings),
        (*view.warnings, *((_NO_ENDS,) if falls_back else ()), *result.warnings),
        (*result.doubts, *doubts_of(cluster, application, assignor)),
    )


def _of_group(cluster: Cluster, application: Application) -> Rebalance:
    """Let the brokers assign; whoever waits gets its tasks at a later heartbeat, and no rebalance follows."""
    assignor = assignor_for(application.behaviours, application.assignor)
    problem = group_problem(cluster, application)
    result = assignor.assign(problem)
    return Rebalance(
        application,
        assignor,
        problem,
        result,
        divide_among_members(cluster, {client.process_id: client for client in result.clients}),
        FollowUp(),
        result.warnings,
        (*result.doubts, *doubts_of(cluster, application, assignor)),
    )


def _choose_assignor(application: Application) -> tuple[Assignor, bool]:
    """Take the configured assignor, or the fallback where lags are not known, and say whether that was so."""
    wanted = assignor_for(application.behaviours, application.assignor)
    needs_lags = application.behaviours.has("assigns_by_state") and wanted.name not in _KEEPS_WITHOUT_LAGS
    if application.ends is None and needs_lags and application.stateful:
        return assignor_for(application.behaviours, _FALLBACK), True
    return wanted, False


def _problem(view: LeadersView, application: Application, ends: Mapping[TaskId, int]) -> AssignmentProblem:
    """Put what the leader's assignor looks at; from 2.6 on also what a client without state would have to restore."""
    lags: dict[TaskId, int] = {}
    if application.behaviours.has("assigns_by_state"):
        knows_ends = application.ends is not None
        lags = {task: ends[task] if knows_ends else UNKNOWN_LAG for task in application.stateful}
    return application.problem_for(tuple(client.state for client in view.clients), lags)


def _work(
    client: KnownClient,
    tasks: ClientTasks,
    problem: AssignmentProblem,
    ownership: Ownership,
    as_assigned: Sequence[TaskId] | None,
) -> ClientWork:
    """Put together what the threads of a client are to share, in the orders in which the leader walks it."""
    behaviours = problem.behaviours
    stateful = [task for task in tasks.active if task in problem.stateful]
    stateless = [task for task in tasks.active if task not in problem.stateful]
    standby = sorted((*tasks.standby, *tasks.warm_ups))
    if not behaviours.has("deals_tasks_by_lag"):
        owners = {task: ownership.owners_for(task, client) for task in tasks.active} if client.owners else {}
        return ClientWork(client.consumers, stateful, stateless, standby, {}, owners, owns=bool(client.owners))
    if client.unknown and (stateful or standby) and not behaviours.has("skips_unknown_previous_tasks"):
        raise AssignmentFails(
            "IllegalStateException",
            f"Tried to lookup lag for unknown task {client.unknown[0]}",
            f"A client still has state of {client.unknown[0]}, which is no task any more.",
        )
    first, second, third = (
        (assigned_in_hash_order(stateful, behaviours), assigned_in_hash_order(stateless, behaviours), standby)
        if as_assigned is None
        else (_copied(as_assigned, set(one), behaviours) for one in (stateful, stateless, standby))
    )
    return ClientWork(client.consumers, first, second, third, client.previous)


def _assigned_publicly(assignor: Assignor, result: AssignmentResult) -> dict[UUID, list[TaskId]]:
    """Give what a public assignor gave to each client, in the order in which it did; nothing for other assignors."""
    if assignor.behaviour != "takes_public_assignors":
        return {}
    found: dict[UUID, list[TaskId]] = {client.process_id: [] for client in result.clients}
    for placement in result.placements:
        found[placement.process_id].append(placement.task)
    return found


def _copied(assigned: Sequence[TaskId], wanted: set[TaskId], behaviours: Behaviours) -> tuple[TaskId, ...]:
    """Walk a HashMap of what was assigned, copied to a HashSet of one kind (ClientState#setAssignedTasks)."""
    walked = added_in_hash_order(assigned, behaviours)
    return added_in_hash_order((task for task in walked if task in wanted), behaviours)


def _threads(
    client: KnownClient, tasks: ClientTasks, dealt: Dealt, ownership: Ownership, behaviours: Behaviours
) -> dict[str, ThreadTasks]:
    """Give what each thread gets now and later, by consumer, in the order in which the leader walks them."""
    warm_ups = set(tasks.warm_ups)
    found = {}
    for consumer in client.consumers:
        divided = divide(dealt.active[consumer], consumer, client, ownership, behaviours)
        standby = sorted(dealt.standby[consumer])
        mine = (*dealt.active[consumer], *standby)
        found[consumer] = ThreadTasks(
            "",
            consumer,
            divided.now,
            tuple(task for task in standby if task not in warm_ups),
            tuple(task for task in standby if task in warm_ups),
            divided.withheld,
            divided.stand_ins,
            reasons={task: dealt.reasons[task] for task in mine},
        )
    return found


def _named(client: Client, tasks: ClientTasks, threads: Mapping[str, ThreadTasks]) -> RebalancedClient:
    """Give the threads of a client in its own order, with their names and what they give back."""
    named = []
    for consumer, thread in zip(consumer_ids(client), client.threads, strict=True):
        one = threads[consumer]
        had = thread.active if client.keeps_state else ()
        revoked = tuple(task for task in had if task not in one.active)
        named.append(replace(one, name=thread.name, revoked=revoked))
    return RebalancedClient(client, tasks, tuple(named))


def _follow_up(
    threads: Mapping[UUID, Mapping[str, ThreadTasks]], probing: UUID | None, settings: AssignmentSettings
) -> FollowUp:
    """Say who starts another rebalance; of the leader's client the first consumer that need not start one at once."""
    at_once = tuple(one.consumer_id for mine in threads.values() for one in mine.values() if one.withheld)
    first = None if probing is None else next(iter(threads.get(probing, {})), None)
    if first is None or first in at_once:
        return FollowUp(at_once)
    return FollowUp(at_once, first, settings.probing_rebalance_interval_ms)
