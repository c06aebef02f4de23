"""Clusters as text: what the real classes and the engine are asked. README.md describes the format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from uuid import UUID

from topoviz.engine.assignment.settings import AssignmentSettings, RackStrategy
from topoviz.engine.tasks.task_id import TaskId, parse_task_id

DEFAULTS: Final = AssignmentSettings()

Racks = tuple[tuple[str, ...], ...]
"""The racks of a topic's replicas by partition; an empty tuple where a replica has none."""


@dataclass(frozen=True, slots=True)
class SubTopology:
    """Its tasks are as many as `partitions`; `ends` are the records in the changelogs of each.

    Without `sources` it reads `in<id>`, and without `changelogs` a stateful one has `app-store<id>-changelog`.
    """

    id: int
    stateful: bool
    partitions: int
    sources: Mapping[str, Racks] = field(default_factory=dict)
    changelogs: Mapping[str, Racks] = field(default_factory=dict)
    ends: tuple[int, ...] = ()

    def completed(self) -> SubTopology:
        """Give it with the topics that it has when none are named."""
        no_racks: Racks = ((),) * self.partitions
        own = {f"app-store{self.id}-changelog": no_racks} if self.stateful else {}
        return replace(
            self,
            sources=self.sources or {f"in{self.id}": no_racks},
            changelogs=self.changelogs or own,
            ends=(self.ends + (0,) * self.partitions)[: self.partitions] if self.stateful else (),
        )

    def tasks(self) -> Iterator[TaskId]:
        """Give the ids of its tasks."""
        return (TaskId(self.id, partition) for partition in range(self.partitions))


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread and the tasks that it had before, in the order in which it lists them."""

    active: tuple[TaskId, ...] = ()
    standby: tuple[TaskId, ...] = ()


@dataclass(frozen=True, slots=True)
class Client:
    """A client; `lags` are of the stateful tasks of which it has something, in records."""

    name: str
    process_id: UUID
    threads: tuple[Thread, ...]
    lags: Mapping[TaskId, int] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    rack: str | None = None


@dataclass(frozen=True, slots=True)
class Cluster:
    """What is asked. `leader` has what only the leader's whole step looks at."""

    title: str
    settings: AssignmentSettings
    sub_topologies: tuple[SubTopology, ...]
    clients: tuple[Client, ...]
    leader: Mapping[str, str] = field(default_factory=dict)

    @property
    def tasks(self) -> list[TaskId]:
        """The ids of all tasks, sorted."""
        return [task for one in self.sub_topologies for task in one.tasks()]

    @property
    def stateful(self) -> frozenset[TaskId]:
        """The ids of the stateful tasks."""
        return frozenset(task for one in self.sub_topologies if one.stateful for task in one.tasks())


def to_text(cluster: Cluster) -> str:
    """Write a cluster, a line for each thing."""
    return "".join(f"{line}\n" for line in (f"# {cluster.title}", *_lines(cluster)))


def runs(tasks: Sequence[TaskId]) -> str:
    """Write `0_0 0_1 0_2 1_5` as `0_0-2 1_5`, in the order given."""
    words: list[str] = []
    first = last = None
    for task in tasks:
        if first and last and task == TaskId(last.sub_topology_id, last.partition + 1):
            last = task
            continue
        words.extend(_run(first, last))
        first = last = task
    return " ".join((*words, *_run(first, last)))


def unrun(text: str) -> Iterator[TaskId]:
    """Read what `runs` writes."""
    for word in text.split():
        first, _, last = word.partition("-")
        begin = parse_task_id(first)
        for partition in range(begin.partition, int(last or begin.partition) + 1):
            yield TaskId(begin.sub_topology_id, partition)


def read_cluster(text: str) -> Cluster:
    """Read what `to_text` writes; raises ValueError with the line that is none of a cluster."""
    reading = _Reading()
    for line in text.splitlines():
        reading.read(line)
    return reading.cluster()


def _run(first: TaskId | None, last: TaskId | None) -> tuple[str, ...]:
    if first is None or last is None:
        return ()
    return (str(first) if first == last else f"{first}-{last.partition}",)


def _lines(cluster: Cluster) -> Iterator[str]:
    yield from _setting_lines(cluster.settings)
    yield from (f"leader {name} {value}" for name, value in cluster.leader.items())
    for one in cluster.sub_topologies:
        yield f"sub-topology {one.id} {'stateful' if one.stateful else 'stateless'} {one.partitions}"
        yield from (f"source {one.id} {topic} {_rack_words(racks)}" for topic, racks in one.sources.items())
        yield from (f"changelog {one.id} {topic} {_rack_words(racks)}" for topic, racks in one.changelogs.items())
        if one.ends:
            yield f"ends {one.id} {' '.join(map(str, one.ends))}"
    for client in cluster.clients:
        yield from _client_lines(client)


def _setting_lines(settings: AssignmentSettings) -> Iterator[str]:
    for word, attribute in _SETTINGS.items():
        value = getattr(settings, attribute)
        if value != getattr(DEFAULTS, attribute):
            yield f"{word} {' '.join(value) if isinstance(value, tuple) else value}"


def _rack_words(racks: Racks) -> str:
    if not any(racks):
        return f"x{len(racks)}"
    return " ".join(",".join(one) or "-" for one in racks)


def _client_lines(client: Client) -> Iterator[str]:
    facts = ([f"rack={client.rack}"] if client.rack else []) + [f"{key}={value}" for key, value in client.tags.items()]
    yield " ".join(("client", client.name, str(client.process_id), *facts))
    for thread in client.threads:
        standby = f"| {runs(thread.standby)}" if thread.standby else ""
        yield " ".join(filter(None, ("  thread", runs(thread.active), standby)))
    if client.lags:
        yield f"  lags {' '.join(_lag_words(client.lags))}"


def _lag_words(lags: Mapping[TaskId, int]) -> Iterator[str]:
    """Write lags, those that are equal and stand side by side as one."""
    group: list[TaskId] = []
    for task in (*sorted(lags), None):
        if group and (task is None or lags[task] != lags[group[0]]):
            yield from (f"{word}={lags[group[0]]}" for word in runs(group).split())
            group = []
        if task is not None:
            group.append(task)


_SETTINGS: Final = {
    "standbys": "num_standby_replicas",
    "acceptable-lag": "acceptable_recovery_lag",
    "warm-ups": "max_warmup_replicas",
    "probing-interval": "probing_rebalance_interval_ms",
    "tags": "rack_aware_assignment_tags",
    "strategy": "rack_aware_assignment_strategy",
    "traffic-cost": "traffic_cost",
    "non-overlap-cost": "non_overlap_cost",
}


@dataclass
class _Reading:
    """What has been read so far."""

    title: str = ""
    settings: dict[str, object] = field(default_factory=dict)
    leader: dict[str, str] = field(default_factory=dict)
    groups: dict[int, SubTopology] = field(default_factory=dict)
    clients: list[Client] = field(default_factory=list)

    def cluster(self) -> Cluster:
        groups = tuple(self.groups[id] for id in sorted(self.groups))
        return Cluster(self.title, replace(DEFAULTS, **self.settings), groups, tuple(self.clients), self.leader)  # type: ignore[arg-type]

    def read(self, line: str) -> None:
        what, _, rest = line.strip().partition(" ")
        words = rest.split()
        if what == "#":
            self.title = rest
        elif what in _SETTINGS:
            self.settings[_SETTINGS[what]] = _setting(what, words)
        elif what == "leader":
            self.leader[words[0]] = " ".join(words[1:])
        elif what in ("sub-topology", "source", "changelog", "ends"):
            self._read_of_group(what, int(words[0]), words[1:])
        elif what == "client":
            self._read_client(words)
        elif what in ("thread", "lags"):
            self._read_of_client(what, rest)
        elif what:
            raise ValueError(f"Not a line of a cluster: {line}")

    def _read_of_group(self, what: str, id: int, words: Sequence[str]) -> None:
        if what == "sub-topology":
            self.groups[id] = SubTopology(id, words[0] == "stateful", int(words[1]))
        elif what == "source":
            sources = {**self.groups[id].sources, words[0]: _racks(words[1:])}
            self.groups[id] = replace(self.groups[id], sources=sources)
        elif what == "changelog":
            changelogs = {**self.groups[id].changelogs, words[0]: _racks(words[1:])}
            self.groups[id] = replace(self.groups[id], changelogs=changelogs)
        else:
            self.groups[id] = replace(self.groups[id], ends=tuple(map(int, words)))

    def _read_client(self, words: Sequence[str]) -> None:
        facts = dict(word.split("=", 1) for word in words[2:])
        rack = facts.pop("rack", None)
        self.clients.append(Client(words[0], UUID(words[1]), (), {}, facts, rack))

    def _read_of_client(self, what: str, rest: str) -> None:
        client = self.clients.pop()
        if what == "thread":
            active, _, standby = rest.partition("|")
            thread = Thread(tuple(unrun(active)), tuple(unrun(standby)))
            self.clients.append(replace(client, threads=(*client.threads, thread)))
        else:
            pairs = (word.split("=") for word in rest.split())
            lags = {task: int(lag) for tasks, lag in pairs for task in unrun(tasks)}
            self.clients.append(replace(client, lags={**client.lags, **lags}))


def _setting(what: str, words: Sequence[str]) -> object:
    if what == "tags":
        return tuple(words)
    return RackStrategy(words[0]) if what == "strategy" else int(words[0])


def _racks(words: Iterable[str]) -> Racks:
    found: list[tuple[str, ...]] = []
    for word in words:
        if word.startswith("x") and word[1:].isdecimal():
            found.extend([()] * int(word[1:]))
        else:
            found.append(() if word == "-" else tuple(word.split(",")))
    return tuple(found)
