"""The cluster as it is when a rebalance is over: what threads got is what they had when the next one begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from topoviz.engine.assignment.problem import UNKNOWN_LAG, ClientState
from topoviz.engine.assignment.rebalanced import Rebalance, RebalancedClient, ThreadTasks
from topoviz.engine.assignment.result import Role
from topoviz.engine.cluster.model import Client, Cluster
from topoviz.engine.tasks.task_id import TaskId


def next_cluster(rebalance: Rebalance) -> Cluster:
    """Give the cluster right after a rebalance, before any copy has come further.

    What lay on a disk and is assigned no more stays there, with its lag as it was; a task that just came has all of its
    records before it. Whoever lets time pass takes lags away.
    """
    states = {client.process_id: client for client in rebalance.problem.clients}
    return Cluster(tuple(_after(client, states[client.client.process_id], rebalance) for client in rebalance.clients))


def _after(one: RebalancedClient, state: ClientState, rebalance: Rebalance) -> Client:
    threads = tuple(
        replace(
            thread,
            active=_with_late(given.active, given, Role.ACTIVE, rebalance),
            standby=_with_late((*given.standby, *given.warm_ups, *given.stand_ins), given, Role.STANDBY, rebalance),
        )
        for thread, given in zip(one.client.threads, one.threads, strict=True)
    )
    active = {task for thread in threads for task in thread.active}
    standby = {task for thread in threads for task in thread.standby}
    stateful = rebalance.problem.stateful
    left = _had(one.client).intersection(stateful) - active - standby
    lags = {}
    for task in sorted((active | standby | left) & stateful):
        lag = _lag_after(task, one.client, state, rebalance.problem.lags_without_state)
        if lag is not None and (task not in active or lag > 0):
            lags[task] = lag
    return replace(
        one.client, threads=threads, stored=tuple(sorted(left)), lags=lags, keeps_state=True, has_threads=True
    )


def _with_late(tasks: tuple[TaskId, ...], thread: ThreadTasks, role: Role, rebalance: Rebalance) -> tuple[TaskId, ...]:
    """Add what a thread waits for where no other rebalance has to bring it: in streams groups heartbeats do."""
    if rebalance.assignor.name != "streams-group":
        return tuple(sorted(tasks))
    return tuple(sorted((*tasks, *(held.task for held in thread.withheld if held.role is role))))


def _had(client: Client) -> set[TaskId]:
    """Give what lay on the disk of a client."""
    if not client.keeps_state:
        return set()
    return {task for thread in client.threads for task in (*thread.active, *thread.standby)}.union(client.stored)


def _lag_after(task: TaskId, client: Client, state: ClientState, without_state: Mapping[TaskId, int]) -> int | None:
    """Give a lag in records: none where the task ran, else what the leader knew; of unknown ends what was said."""
    lag = state.lags.get(task, without_state.get(task, 0))
    return client.lags.get(task) if lag == UNKNOWN_LAG else max(lag, 0)
