"""What the answer about a rebalance rests on that nobody said: random ids, and how far copies have come.

Source: StreamsPartitionAssignor. The broker ends every member id in a random UUID, and a process makes its id at
random; hash maps of both decide between equals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.compared import doubt_about
from topoviz.engine.assignment.previous_tasks import shares_a_bucket
from topoviz.engine.assignment.rebalanced import Application
from topoviz.engine.assignment.settings import ANY_LAG
from topoviz.engine.cluster.model import Client, Cluster
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.versions import Behaviours

_SHOWN: Final = 3


def doubts_of(cluster: Cluster, application: Application, assignor: Assignor) -> tuple[str, ...]:
    """Say in sentences what was taken to be so."""
    behaviours = application.behaviours
    about_version = doubt_about(behaviours.version)
    found = [] if about_version is None else [about_version]
    found.extend((*_about_processes(cluster), *_about_dealt(cluster)))
    if assignor.name == "streams-group":
        return tuple(found)
    found.extend((*_about_hash_maps(cluster, behaviours, assignor), *_about_threads(cluster, behaviours)))
    if behaviours.has("assigns_by_state") and application.ends is not None:
        found.extend(_about_lags(cluster, application))
    return tuple(found)


def _about_processes(cluster: Cluster) -> Iterator[str]:
    made_up = [client.name for client in cluster.clients if not client.has_process_id]
    if made_up and len(cluster.clients) > 1:
        yield (
            f"The process ids of {_some(made_up)} are not given. Kafka Streams makes them at random, and between equal "
            "clients they decide."
        )


def _about_dealt(cluster: Cluster) -> Iterator[str]:
    dealt = [client.name for client in cluster.clients if not client.has_threads and len(client.threads) > 1]
    if dealt:
        yield f"Which thread of {_some(dealt)} had which task is not said; it is taken to be dealt in turn."


def _about_hash_maps(cluster: Cluster, behaviours: Behaviours, assignor: Assignor) -> Iterator[str]:
    """Only high availability sorts clients."""
    lacks_ids = any(_lacks_ids(client) for client in cluster.clients)
    processes = [client.process_id for client in cluster.clients]
    if assignor.name != "high-availability" and lacks_ids and shares_a_bucket(processes, behaviours):
        yield (
            "Some clients share a bucket of the leader's hash map. There they stand in the order of their consumers' "
            "ids, which are not given and end in random numbers."
        )


def _about_threads(cluster: Cluster, behaviours: Behaviours) -> Iterator[str]:
    unnamed = [client.name for client in cluster.clients if _rests_on_consumer_ids(client, behaviours)]
    if unnamed:
        yield (
            f"Which thread of {_some(unnamed)} gets which task rests on the ids of their consumers, which are not "
            "given and end in random numbers."
        )
    chance = [
        client.name for client in cluster.clients if client.keeps_state and client.stored and len(client.threads) > 1
    ]
    if chance and behaviours.has("assigns_by_state"):
        yield f"Which thread of {_some(chance)} finds the state on its disk first is chance; taken is the first."


def _rests_on_consumer_ids(client: Client, behaviours: Behaviours) -> bool:
    """Tell whether ids decide between the threads: those in hash sets until 2.5, those of one name since."""
    if len(client.threads) < 2 or not _lacks_ids(client):
        return False
    if behaviours.has("deals_tasks_by_lag"):
        return len({thread.name for thread in client.threads}) < len(client.threads)
    return not behaviours.has("cooperates") or any(thread.active for thread in client.threads)


def _about_lags(cluster: Cluster, application: Application) -> Iterator[str]:
    """Copies whose lag nobody said, and changelogs of unknown size of which one client has a copy and another none."""
    stateful = application.stateful
    holders: dict[TaskId, int] = {}
    unsaid: set[TaskId] = set()
    for client in cluster.clients:
        if not client.keeps_state:
            continue
        active = {task for thread in client.threads for task in thread.active}
        copies = {task for thread in client.threads for task in thread.standby}.union(client.stored) - active
        unsaid.update(task for task in copies if task in stateful and task not in client.lags)
        for task in active | copies:
            holders[task] = holders.get(task, 0) + 1
    if unsaid:
        yield f"How far copies of {_some(sorted(unsaid))} lag is not said; they are taken to have caught up."
    unsized = sorted(
        task
        for task, count in holders.items()
        if task in stateful and count < len(cluster.clients) and task not in (application.ends or {})
    )
    if unsized and application.settings.acceptable_recovery_lag < ANY_LAG:
        yield (
            f"How many records the changelogs of {_some(unsized)} hold is not said; a client without a copy is taken "
            "to lag by more than acceptable.recovery.lag."
        )


def _lacks_ids(client: Client) -> bool:
    return any(thread.consumer_id is None for thread in client.threads)


def _some(names: Iterable[object]) -> str:
    listed = [str(name) for name in names]
    rest = len(listed) - _SHOWN
    return ", ".join(listed[:_SHOWN]) + (f" and {rest} more" if rest > 0 else "")
