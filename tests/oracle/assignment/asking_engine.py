"""The engine's answer about a cluster, in the form of the real classes' answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.oracle.assignment.answers import Answer, Tasks
from tests.oracle.assignment.clusters import Client, Cluster
from topoviz.engine.assignment.assignors.registry import assignor_for
from topoviz.engine.assignment.problem import AssignmentProblem, ClientState, MemberState, TaskPartitions
from topoviz.engine.assignment.result import AssignmentResult, Placement, Role
from topoviz.engine.java_order.hash_map import JavaHashMap
from topoviz.engine.tasks.task_id import TaskId, folded_task_hash, mixed_task_hash
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.versions import Behaviours, parse_version


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """What the engine says, what it says is not certain, and what is wrong with its reasons."""

    answer: Answer
    doubts: tuple[str, ...] = ()
    wrong_reasons: tuple[str, ...] = ()


def ask_engine(cluster: Cluster, version: str, assignor: str) -> EngineAnswer:
    """Ask the engine's assignor of a version; raises NoSuchAssignor where there is none."""
    behaviours = Behaviours(parse_version(version))
    problem = to_problem(cluster, behaviours)
    result = assignor_for(behaviours, assignor).assign(problem)
    tasks = dict(_tasks_of(cluster, result))
    notes = ("probing",) if result.is_probing else ()
    return EngineAnswer(Answer(tasks, notes, result.warnings), result.doubts, tuple(_wrong_reasons(result)))


def _tasks_of(cluster: Cluster, result: AssignmentResult) -> Iterator[tuple[str, Tasks]]:
    """Give the tasks by client; where the answer says which thread has them, by thread."""
    by_id = {one.process_id: one for one in result.clients}
    for client in cluster.clients:
        given = by_id[client.process_id]
        for number, member in enumerate(given.members, 1):
            yield f"{client.name}/{number}", (member.active, member.standby)
        if not given.members:
            standby = tuple(sorted((*given.standby, *given.warm_ups)))
            yield client.name, (tuple(sorted(given.active)), standby)


def to_problem(cluster: Cluster, behaviours: Behaviours) -> AssignmentProblem:
    """Give a cluster as the engine's problem at a version: its sets of tasks are filled one by one."""
    groups = [one.completed() for one in cluster.sub_topologies]
    stateful = cluster.stateful
    partitions = {
        task: TaskPartitions(
            tuple(
                TopicPartition(topic, task.partition) for topic, all in one.sources.items() if task.partition < len(all)
            ),
            tuple(
                TopicPartition(topic, task.partition)
                for topic, all in one.changelogs.items()
                if task.partition < len(all)
            ),
        )
        for one in groups
        for task in one.tasks()
    }
    racks = {
        TopicPartition(topic, number): racks
        for one in groups
        for topic, all in (*one.sources.items(), *one.changelogs.items())
        for number, racks in enumerate(all)
        if racks
    }
    return AssignmentProblem(
        behaviours,
        cluster.settings,
        tuple(cluster.tasks),
        stateful,
        tuple(_state_of(client, stateful, behaviours) for client in cluster.clients),
        partitions,
        racks,
        {task: end for one in groups for task, end in zip(one.tasks(), one.ends, strict=False)},
    )


def _state_of(client: Client, stateful: frozenset[TaskId], behaviours: Behaviours) -> ClientState:
    return ClientState(
        client.process_id,
        len(client.threads),
        _walked([task for thread in client.threads for task in thread.active], behaviours),
        _walked([task for thread in client.threads for task in thread.standby], behaviours),
        {task: lag for task, lag in client.lags.items() if task in stateful},
        client.tags,
        client.rack,
        tuple(
            MemberState(f"{client.process_id}-{number}", thread.active, thread.standby)
            for number, thread in enumerate(client.threads, 1)
        ),
    )


def _walked(tasks: Sequence[TaskId], behaviours: Behaviours) -> tuple[TaskId, ...]:
    """Give previous tasks as the client's state walks them: hash sets until 2.5, sorted sets since."""
    if behaviours.has("assigns_by_state"):
        return tuple(sorted(set(tasks)))
    hash_of = mixed_task_hash if behaviours.has("mixes_task_hashes") else folded_task_hash
    found: JavaHashMap[TaskId, None] = JavaHashMap(hash_of, lambda task: task)
    for task in tasks:
        found.put(task, None)
    return tuple(task for task, _ in found.items())


def _wrong_reasons(result: AssignmentResult) -> Iterator[str]:
    """Say where placements and tasks disagree: every task of a client has one reason in its role."""
    given = {
        (task, client.process_id, role)
        for client in result.clients
        for role, tasks in (
            (Role.ACTIVE, client.active),
            (Role.STANDBY, client.standby),
            (Role.WARM_UP, client.warm_ups),
        )
        for task in tasks
    }
    reasons = [_key(placement) for placement in result.placements]
    if len(set(reasons)) < len(reasons):
        yield "a placement stands twice"
    yield from (f"no reason for {task} as {role}" for task, _, role in sorted(given - set(reasons), key=str)[:3])
    yield from (f"a reason for {task} as {role}" for task, _, role in sorted(set(reasons) - given, key=str)[:3])


def _key(placement: Placement) -> tuple[object, object, object]:
    return (placement.task, placement.process_id, placement.role)
