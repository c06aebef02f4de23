"""Write clusters in a few words, for the tests of rebalances."""

from collections.abc import Iterable
from uuid import UUID

from tests.engine.analyzing import behaviours
from topoviz.engine.assignment.rebalance import rebalance
from topoviz.engine.assignment.rebalanced import Application, Rebalance
from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.cluster.model import Client, Cluster, StreamThread
from topoviz.engine.tasks.task_id import TaskId, parse_task_id
from topoviz.engine.tasks.tasks import Task
from topoviz.engine.tasks.topic_partition import TopicPartition


def tasks_of(widths: str) -> tuple[Task, ...]:
    """Read `5,4s`: a sub-topology of five tasks and one of four that have state."""
    return tuple(
        Task(
            TaskId(group, number),
            (TopicPartition(f"in{group}", number),),
            (TopicPartition(f"changelog{group}", number),) if width.endswith("s") else (),
        )
        for group, width in enumerate(widths.split(","))
        for number in range(int(width.rstrip("s")))
    )


def ids(text: str) -> tuple[TaskId, ...]:
    """Read `0_0 0_1`."""
    return tuple(map(parse_task_id, text.split()))


def client(name: str, *threads: str, stored: str = "", lags: dict[str, int] | None = None) -> Client:
    """A client named by a letter, which ends its process id; a thread is its active tasks / its standbys."""
    found = []
    for place, text in enumerate(threads, 1):
        active, _, standby = text.partition("/")
        thread = f"{name}-StreamThread-{place}"
        found.append(StreamThread(thread, ids(active), ids(standby), f"{thread}-consumer-{place}"))
    known = {parse_task_id(task): lag for task, lag in (lags or {}).items()}
    return Client(name, UUID(int=int(name, 16)), tuple(found), lags=known, stored=ids(stored))


def application(
    widths: str, version: str, *, assignor: str | None = None, standbys: int = 0, end: int | None = 0
) -> Application:
    """An application whose changelogs all end at the same offset; at none that the leader could find with None."""
    tasks = tasks_of(widths)
    ends = None if end is None else {task.id: end for task in tasks if task.is_stateful}
    return Application(tasks, AssignmentSettings(num_standby_replicas=standbys), behaviours(version), assignor, ends)


def rebalanced(app: Application, *clients: Client) -> Rebalance:
    """Rebalance a cluster of these clients."""
    return rebalance(Cluster(clients), app)


def shown(found: Rebalance) -> dict[str, str]:
    """Say of each thread, such as `a 1`: active tasks, withheld ones with `?` / standbys, warm-ups in brackets."""
    said = {}
    for one in found.clients:
        for place, thread in enumerate(one.threads, 1):
            active = [*map(str, thread.active), *(f"{held.task}?" for held in thread.withheld)]
            standby = [*map(str, (*thread.standby, *thread.stand_ins)), *(f"({task})" for task in thread.warm_ups)]
            said[f"{one.client.name} {place}"] = f"{_words(active)} / {_words(standby)}".strip(" /")
    return said


def _words(words: Iterable[str]) -> str:
    return " ".join(words)
