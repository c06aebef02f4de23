"""Makes a cluster smaller as long as the same is wrong with it: clients, tasks, threads, pasts, lags, settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from tests.oracle.assignment.clusters import DEFAULTS, Client, Cluster, SubTopology, Thread
from topoviz.engine.tasks.task_id import TaskId

_AT_ONCE: Final = 24
_MOST_ROUNDS: Final = 400

Predicate = Callable[[Sequence[Cluster]], list[bool]]


def shrink(cluster: Cluster, is_alike: Predicate) -> Cluster:
    """Give the smallest cluster found with which the same is wrong."""
    for _ in range(_MOST_ROUNDS):
        smaller = _first_alike(cluster, is_alike)
        if smaller is None:
            break
        cluster = smaller
    return cluster


def _first_alike(cluster: Cluster, is_alike: Predicate) -> Cluster | None:
    batch: list[Cluster] = []
    candidates = _smaller(cluster)
    while True:
        batch = [one for _, one in zip(range(_AT_ONCE), candidates, strict=False)]
        if not batch:
            return None
        for one, alike in zip(batch, is_alike(batch), strict=True):
            if alike:
                return one


def _smaller(cluster: Cluster) -> Iterator[Cluster]:
    """Give clusters with something left out, much of it first."""
    clients = cluster.clients
    for size in (len(clients) // 2, len(clients) // 4, 1):
        for at in range(0, len(clients), max(1, size)):
            kept = (*clients[:at], *clients[at + size :])
            if size and kept:
                yield replace(cluster, clients=kept)
    yield from _with_fewer_tasks(cluster)
    yield from _with_simpler_clients(cluster)
    yield from _with_simpler_settings(cluster)


def _with_fewer_tasks(cluster: Cluster) -> Iterator[Cluster]:
    groups = cluster.sub_topologies
    for number, one in enumerate(groups):
        # The last alone, so that sub-topologies are numbered from 0 on as those of a real topology are.
        if len(groups) > 1 and number == len(groups) - 1:
            yield replace(cluster, sub_topologies=(*groups[:number], *groups[number + 1 :]))
        for size in dict.fromkeys((one.partitions // 2, one.partitions - 1)):
            if 0 < size < one.partitions:
                yield replace(cluster, sub_topologies=(*groups[:number], _cut(one, size), *groups[number + 1 :]))
        if one.ends and any(one.ends):
            yield replace(cluster, sub_topologies=(*groups[:number], replace(one, ends=()), *groups[number + 1 :]))


def _cut(one: SubTopology, size: int) -> SubTopology:
    return replace(
        one,
        partitions=size,
        ends=one.ends[:size],
        sources={topic: racks[:size] for topic, racks in one.sources.items()},
        changelogs={topic: racks[:size] for topic, racks in one.changelogs.items()},
    )


def _with_simpler_clients(cluster: Cluster) -> Iterator[Cluster]:
    def with_client(number: int, client: Client) -> Cluster:
        return replace(cluster, clients=(*cluster.clients[:number], client, *cluster.clients[number + 1 :]))

    for number, client in enumerate(cluster.clients):
        if len(client.threads) > 1:
            for at in range(len(client.threads)):
                yield with_client(number, replace(client, threads=(*client.threads[:at], *client.threads[at + 1 :])))
        for at, thread in enumerate(client.threads):
            for less in _less(thread):
                threads = (*client.threads[:at], less, *client.threads[at + 1 :])
                yield with_client(number, replace(client, threads=threads))
        if client.lags:
            yield with_client(number, replace(client, lags={}))
        for task in client.lags if len(client.lags) < 40 else ():
            yield with_client(number, replace(client, lags=_without(client.lags, task)))
        if client.tags:
            yield with_client(number, replace(client, tags={}))


def _without(lags: object, task: TaskId) -> dict[TaskId, int]:
    assert isinstance(lags, dict)
    return {key: lag for key, lag in lags.items() if key != task}


def _less(thread: Thread) -> Iterator[Thread]:
    for size in dict.fromkeys((len(thread.active) // 2, 1)):
        for at in range(0, len(thread.active), max(1, size)):
            if size:
                yield replace(thread, active=(*thread.active[:at], *thread.active[at + size :]))
    for size in dict.fromkeys((len(thread.standby) // 2, 1)):
        for at in range(0, len(thread.standby), max(1, size)):
            if size:
                yield replace(thread, standby=(*thread.standby[:at], *thread.standby[at + size :]))


def _with_simpler_settings(cluster: Cluster) -> Iterator[Cluster]:
    for name in (
        "num_standby_replicas",
        "max_warmup_replicas",
        "acceptable_recovery_lag",
        "rack_aware_assignment_tags",
        "rack_aware_assignment_strategy",
        "traffic_cost",
        "non_overlap_cost",
    ):
        default = getattr(DEFAULTS, name)
        if getattr(cluster.settings, name) != default:
            yield replace(cluster, settings=replace(cluster.settings, **{name: default}))
