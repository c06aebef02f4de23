"""Clusters that nobody thought of, from a seed: of all sizes, with odd pasts, lags, tags and racks, and their next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final
from uuid import UUID

from tests.oracle.assignment.answers import Answer
from tests.oracle.assignment.clusters import Client, Cluster, Racks, SubTopology, Thread
from topoviz.engine.assignment.problem import RUNNING, UNKNOWN_LAG
from topoviz.engine.assignment.settings import ANY_LAG, AssignmentSettings, RackStrategy
from topoviz.engine.tasks.task_id import TaskId

_MAX_WITH_RACKS: Final = 1_500
"""Tasks times clients up to which a rack strategy is asked for: the real class is slow beyond."""

_SIZES: Final = (  # clients, tasks, sub-topologies: at most; how often
    (3, 12, 3, 30),
    (8, 60, 6, 30),
    (12, 120, 30, 15),
    (25, 250, 12, 8),
    (50, 500, 30, 5),
    (50, 40, 4, 6),
    (6, 400, 30, 6),
)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the clusters may have; everything where nothing is said."""

    racks: bool = True
    balances_sub_topologies: bool = True
    tags: bool = True
    max_tasks: int = 500


def make_cluster(random: Random, title: str, wishes: Wishes = Wishes()) -> Cluster:
    """Make up a cluster, with a past of any kind."""
    most_clients, most_tasks, most_groups, _ = random.choices(_SIZES, [size[3] for size in _SIZES])[0]
    count = random.randint(1, most_clients)
    acceptable = random.choice((0, 10, 100, 10_000, 10_000, ANY_LAG))
    groups = _groups(random, min(random.randint(1, most_tasks), wishes.max_tasks), most_groups, acceptable)
    settings = _settings(random, acceptable)
    leader = {"client": f"c{random.randint(1, count)}"} if random.random() < 0.5 else {}
    cluster = Cluster(title, settings, groups, _clients(random, count), leader)
    if wishes.tags and random.random() < 0.3:
        cluster = _with_tags(random, cluster)
    if wishes.racks and random.random() < 0.35 and len(cluster.tasks) * count <= _MAX_WITH_RACKS:
        cluster = _with_racks(random, cluster, wishes)
    return cluster if random.random() < 0.15 else _with_past(random, cluster)


def next_cluster(random: Random, cluster: Cluster, answer: Answer, title: str) -> Cluster:
    """Give the cluster as it may be at the next rebalance: what the answer gave is what its clients had before."""
    ends = {task: end for one in cluster.sub_topologies for task, end in zip(one.tasks(), one.ends, strict=False)}
    clients = [_went_on(random, client, answer, cluster, ends) for client in cluster.clients]
    random.shuffle(clients)
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        if len(clients) > 1:
            clients.pop()
    if random.random() < 0.3:
        lost = random.randrange(len(clients))
        clients[lost] = replace(clients[lost], threads=(Thread(),) * len(clients[lost].threads), lags={})
    if random.random() < 0.2:
        grown = random.randrange(len(clients))
        clients[grown] = replace(clients[grown], threads=(*clients[grown].threads, Thread()))
    new = _clients(random, random.choice((0, 0, 1, 1, 3)), len(cluster.clients))
    # A newcomer stands where the others do: it has a rack when they have racks, and the tags that they have.
    like = [replace(one, rack=random.choice(clients).rack, tags=random.choice(clients).tags) for one in new]
    return replace(cluster, title=title, clients=_renamed([*clients, *like]))


def _renamed(clients: Sequence[Client]) -> tuple[Client, ...]:
    return tuple(replace(client, name=f"c{number}") for number, client in enumerate(clients, 1))


def _settings(random: Random, acceptable: int) -> AssignmentSettings:
    return AssignmentSettings(
        num_standby_replicas=random.choice((0, 0, 1, 1, 2, 3)),
        acceptable_recovery_lag=acceptable,
        max_warmup_replicas=random.choice((1, 2, 2, 3, 10)),
    )


def _groups(random: Random, tasks: int, most: int, acceptable: int) -> tuple[SubTopology, ...]:
    count = min(random.randint(1, most), tasks)
    cuts = sorted(random.sample(range(1, tasks), count - 1)) if count > 1 else []
    even = random.random() < 0.4
    sizes = (
        [max(1, tasks // count)] * count if even else [b - a for a, b in zip([0, *cuts], [*cuts, tasks], strict=True)]
    )
    stateful = random.choice((0.0, 0.5, 0.5, 0.8, 1.0))
    return tuple(
        SubTopology(id, is_stateful, size, ends=_ends(random, size, acceptable) if is_stateful else ())
        for id, size in enumerate(sizes)
        for is_stateful in (random.random() < stateful,)
    )


def _ends(random: Random, size: int, acceptable: int) -> tuple[int, ...]:
    near = min(acceptable, 1_000_000)
    kind = random.choice(("none", "same", "near", "any", "huge"))
    if kind == "none":
        return (0,) * size
    if kind == "same":
        return (random.choice((1, near, near + 1, 50_000)),) * size
    high = {"near": 2 * near + 2, "any": 100_000, "huge": 2**45}[kind]
    return tuple(random.randint(0, high) for _ in range(size))


def _clients(random: Random, count: int, before: int = 0) -> tuple[Client, ...]:
    alike = random.random() < 0.07  # ids with one hash, for buckets that become trees
    apart = random.getrandbits(64)
    threads = random.choice(((1,), (1, 2), (2, 3, 4), (1, 8), (4,)))
    return tuple(
        Client(
            f"c{before + number}", _process_id(random, apart if alike else None), (Thread(),) * random.choice(threads)
        )
        for number in range(1, count + 1)
    )


def _process_id(random: Random, apart: int | None) -> UUID:
    most = random.getrandbits(64)
    return UUID(int=most << 64 | (random.getrandbits(64) if apart is None else most ^ apart))


def _with_tags(random: Random, cluster: Cluster) -> Cluster:
    keys = random.sample(("zone", "cluster", "host"), random.randint(1, 3))
    values = {key: [f"{key[0]}{number}" for number in range(random.randint(1, 4))] for key in keys}
    # Kafka Streams wants a client to have every tag that the leader spreads by; it may have more.
    settings = replace(
        cluster.settings, rack_aware_assignment_tags=tuple(random.sample(keys, random.randint(1, len(keys))))
    )
    clients = tuple(
        replace(client, tags={key: random.choice(values[key]) for key in keys}) for client in cluster.clients
    )
    return replace(cluster, settings=settings, clients=clients)


def _with_racks(random: Random, cluster: Cluster, wishes: Wishes) -> Cluster:
    racks = [f"r{number}" for number in range(random.randint(1, 5))]
    lacking = random.random() < 0.1  # some client or replica has no rack, so that nothing is optimized
    strategies = (RackStrategy.MIN_TRAFFIC, RackStrategy.BALANCE_SUBTOPOLOGY, RackStrategy.NONE)
    settings = replace(
        cluster.settings,
        rack_aware_assignment_strategy=random.choice(strategies if wishes.balances_sub_topologies else strategies[::2]),
        traffic_cost=random.choice((None, None, 0, 1, 5)),
        non_overlap_cost=random.choice((None, None, 0, 1, 20)),
    )
    groups = tuple(_on_racks(random, one, racks, lacking) for one in cluster.sub_topologies)
    clients = tuple(
        replace(client, rack=None if lacking and random.random() < 0.2 else random.choice(racks))
        for client in cluster.clients
    )
    return replace(cluster, settings=settings, sub_topologies=groups, clients=clients)


def _on_racks(random: Random, one: SubTopology, racks: Sequence[str], lacking: bool) -> SubTopology:
    replicas = random.randint(1, min(3, len(racks)))

    def spread(partitions: int) -> Racks:
        return tuple(
            () if lacking and random.random() < 0.05 else tuple(random.sample(racks, replicas))
            for _ in range(partitions)
        )

    sources = {f"in{one.id}": spread(one.partitions)}
    if random.random() < 0.3:
        sources[f"more{one.id}"] = spread(random.randint(1, one.partitions))
    if not one.stateful:
        return replace(one, sources=sources)
    if random.random() < 0.15:
        return replace(one, sources=sources, changelogs={f"in{one.id}": sources[f"in{one.id}"]})
    changelogs = {f"app-store{one.id}-changelog": spread(one.partitions)}
    if random.random() < 0.2:
        changelogs[f"app-other{one.id}-changelog"] = spread(one.partitions)
    return replace(one, sources=sources, changelogs=changelogs)


def _with_past(random: Random, cluster: Cluster) -> Cluster:
    """Give every client what it had before: one of all for most tasks, copies, things that no longer exist."""
    clients = cluster.clients
    favourites = random.choices(clients, k=max(1, len(clients) // random.choice((1, 1, 2, 4))))
    kept = random.choice((1.0, 1.0, 0.8, 0.4))
    copied = random.choice((0.0, 0.3, 1.0))
    odd = random.random() < 0.25
    active: dict[str, list[TaskId]] = {client.name: [] for client in clients}
    standby: dict[str, list[TaskId]] = {client.name: [] for client in clients}
    tasks = list(cluster.tasks)
    if random.random() < 0.5:
        random.shuffle(tasks)
    for number, task in enumerate(tasks):
        if random.random() < kept:
            turn = favourites[number % len(favourites)] if random.random() < 0.7 else random.choice(clients)
            active[turn.name].append(task)
        for client in random.sample(clients, min(len(clients), random.choice((0, 1, 1, 2, 3)))):
            wanted = task in cluster.stateful or odd
            if wanted and random.random() < copied and task not in active[client.name]:
                standby[client.name].append(task)
        if odd and random.random() < 0.05:
            twice = random.choice(clients).name
            if task not in active[twice] and task not in standby[twice]:
                active[twice].append(task)
    if odd:
        _add_unknown(random, cluster, active, standby)
    ends = {task: end for one in cluster.sub_topologies for task, end in zip(one.tasks(), one.ends, strict=False)}
    return replace(
        cluster,
        clients=tuple(
            _with_own_past(random, client, active[client.name], standby[client.name], cluster, ends)
            for client in clients
        ),
    )


def _add_unknown(
    random: Random, cluster: Cluster, active: dict[str, list[TaskId]], standby: dict[str, list[TaskId]]
) -> None:
    for _ in range(random.randint(1, 6)):
        unknown = TaskId(random.randint(0, len(cluster.sub_topologies) + 1), random.randint(0, 600))
        name = random.choice(cluster.clients).name
        if unknown not in cluster.tasks and unknown not in (*active[name], *standby[name]):
            random.choice((active, standby))[name].append(unknown)


def _with_own_past(
    random: Random,
    client: Client,
    active: Sequence[TaskId],
    standby: Sequence[TaskId],
    cluster: Cluster,
    ends: dict[TaskId, int],
) -> Client:
    at = random.randrange(len(client.threads))
    lags = {}
    for task in active:
        if task in cluster.stateful:
            lags[task] = RUNNING if random.random() < 0.9 else _lag(random, ends[task], cluster)
    for task in standby:
        if task in cluster.stateful:
            lags[task] = _lag(random, ends[task], cluster)
    return replace(client, threads=_dealt(client.threads, active, standby, at), lags=lags)


def _lag(random: Random, end: int, cluster: Cluster) -> int:
    acceptable = cluster.settings.acceptable_recovery_lag
    chosen = random.choice(
        (0, 0, 1, acceptable, acceptable + 1, end, random.randint(0, end), random.randint(0, end), UNKNOWN_LAG)
    )
    return min(chosen, end)


def _dealt(
    threads: Sequence[Thread], active: Sequence[TaskId], standby: Sequence[TaskId], at: int
) -> tuple[Thread, ...]:
    count = len(threads)
    return tuple(
        Thread(tuple(active[number::count]), tuple(standby[(number + at) % count :: count])) for number in range(count)
    )


def _went_on(random: Random, client: Client, answer: Answer, cluster: Cluster, ends: dict[TaskId, int]) -> Client:
    """Give a client that has run what it was given; copies have come nearer, and old ones may still be on its disk."""
    by_thread = [tasks for name, tasks in answer.tasks.items() if name.partition("/")[0] == client.name]
    active = tuple(task for tasks in by_thread for task in tasks[0])
    standby = tuple(task for tasks in by_thread for task in tasks[1])
    lags = {task: RUNNING for task in active if task in cluster.stateful}
    copies = [task for task in standby if task in cluster.stateful]
    old = [task for task in client.lags if task in ends and task not in lags and task not in copies]
    dormant = [task for task in old if random.random() < 0.3]
    for task in (*copies, *dormant):
        before = client.lags.get(task, ends[task])
        start = max(before, 0)
        lags[task] = random.choice((0, start, start // 2, start // 10))
    if len(by_thread) == len(client.threads) > 1:
        given = tuple(Thread(mine, tuple(task for task in copied if task in copies)) for mine, copied in by_thread)
        first = replace(given[0], standby=(*given[0].standby, *dormant))
        return replace(client, threads=(first, *given[1:]), lags=lags)
    threads = _dealt(client.threads, active, (*copies, *dormant), 0)
    return replace(client, threads=threads, lags=lags)
