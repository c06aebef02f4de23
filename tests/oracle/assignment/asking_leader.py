"""The engine's answer to a whole rebalance, in the form of the real leader's answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tests.oracle.assignment.answers import Answer, Tasks
from tests.oracle.assignment.asking_engine import EngineAnswer, to_problem
from tests.oracle.assignment.assignors import LEADER
from tests.oracle.assignment.clusters import Client, Cluster
from topoviz.engine.assignment.compared import doubt_about
from topoviz.engine.assignment.rebalance import rebalance
from topoviz.engine.assignment.rebalanced import Application, Rebalance, ThreadTasks
from topoviz.engine.cluster import model
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.tasks import Task
from topoviz.engine.versions import Behaviours, parse_version


def ask_leader(cluster: Cluster, version: str, asked: str) -> EngineAnswer:
    """Ask the engine for the whole step; `asked` is such as `leader sticky`."""
    behaviours = Behaviours(parse_version(version))
    problem = to_problem(cluster, behaviours)
    ends = dict(problem.lags_without_state)
    application = Application(
        tuple(
            Task(task, tuple(sorted(all.sources)), tuple(sorted(all.changelogs)) if task in problem.stateful else ())
            for task, all in problem.partitions.items()
        ),
        cluster.settings,
        behaviours,
        asked.removeprefix(f"{LEADER} "),
        None if cluster.leader.get("end-offsets") == "fail" else ends,
        problem.racks,
    )
    leader = next((one for one in cluster.clients if one.name == cluster.leader.get("client")), cluster.clients[0])
    clients = tuple(_client(client, ends) for client in cluster.clients)
    done = rebalance(model.Cluster(clients), application, leader.process_id)
    threads = {thread.consumer_id: thread for client in done.clients for thread in client.threads}
    named = [(name, threads[id]) for client in cluster.clients for name, id in _consumers(client)]
    # Until 2.5 no assignment says when to come again: consumers do so by themselves once they gave something back.
    says_when = behaviours.has("assigns_by_state")
    notes = tuple(note for name, thread in named for note in _notes(name, thread, done) if says_when)
    # That nobody asked at this version is being mended.
    doubts = tuple(doubt for doubt in done.doubts if doubt != doubt_about(behaviours.version))
    return EngineAnswer(Answer({name: _tasks(one) for name, one in named}, notes, done.warnings), doubts)


def _consumers(client: Client) -> Iterator[tuple[str, str]]:
    """Give the threads of a client as answers name them, and the ids of their consumers."""
    for number in range(1, len(client.threads) + 1):
        thread = f"app-{client.process_id}-StreamThread-{number}"
        yield f"{client.name}/{number}", f"{thread}-consumer-{client.process_id}"


def _client(client: Client, ends: Mapping[TaskId, int]) -> model.Client:
    had = [task for thread in client.threads for task in (*thread.active, *thread.standby)]
    return model.Client(
        client.name,
        client.process_id,
        tuple(
            model.StreamThread(consumer.rpartition("-consumer-")[0], thread.active, thread.standby, consumer)
            for thread, (_, consumer) in zip(client.threads, _consumers(client), strict=True)
        ),
        client.tags,
        client.rack,
        {task: client.lags.get(task, ends[task]) for task in had if task in ends},
    )


def _tasks(thread: ThreadTasks) -> Tasks:
    return tuple(sorted(thread.active)), tuple(sorted((*thread.standby, *thread.warm_ups, *thread.stand_ins)))


def _notes(name: str, thread: ThreadTasks, done: Rebalance) -> Iterator[str]:
    if thread.consumer_id in done.follow_up.at_once:
        yield f"next-rebalance {name} 0"
    elif thread.consumer_id == done.follow_up.probing:
        yield f"next-rebalance {name} {done.follow_up.probing_after_ms}"
