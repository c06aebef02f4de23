"""An assignment while it is made: tasks and clients by their places in order, and why each is where it is.

Kafka: ClientState. Places are small numbers that compare as Java compares the ids, so the steps need no ids.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from topoviz.engine.assignment.problem import AssignmentProblem, ClientState
from topoviz.engine.assignment.result import AssignmentResult, ClientTasks, Placement, Reason, Role
from topoviz.engine.tasks.task_id import TaskId

NOBODY = -1
"""Stands where no client is."""


@dataclass
class Draft:
    """Who has what so far. Tasks and clients are given by place; `stateful` and `stateless` are sorted."""

    problem: AssignmentProblem
    tasks: tuple[TaskId, ...] = field(init=False)
    clients: tuple[ClientState, ...] = field(init=False)
    stateful: list[int] = field(init=False)
    stateless: list[int] = field(init=False)
    threads: list[int] = field(init=False)
    owners: list[int] = field(init=False)
    actives: list[set[int]] = field(init=False)
    standbys: list[set[int]] = field(init=False)
    counts: list[int] = field(init=False)
    warm_ups: list[set[int]] = field(init=False)
    warnings: list[str] = field(default_factory=list, init=False)
    notes: list[str] = field(default_factory=list, init=False)
    why_active: list[Reason | None] = field(init=False)
    why_standby: dict[tuple[int, int], Reason] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.tasks = tuple(sorted(self.problem.tasks))
        self.clients = self.problem.clients_by_id
        is_stateful = [task in self.problem.stateful for task in self.tasks]
        self.stateful = [place for place, has_state in enumerate(is_stateful) if has_state]
        self.stateless = [place for place, has_state in enumerate(is_stateful) if not has_state]
        self.threads = [client.threads for client in self.clients]
        self.owners = [NOBODY] * len(self.tasks)
        self.actives = [set() for _ in self.clients]
        self.standbys = [set() for _ in self.clients]
        self.counts = [0] * len(self.clients)
        self.warm_ups = [set() for _ in self.clients]
        self.why_active = [None] * len(self.tasks)

    def has(self, client: int, task: int) -> bool:
        """Tell whether a client has a task, as active or standby."""
        return self.owners[task] == client or task in self.standbys[client]

    def load(self, client: int) -> float:
        """Give tasks per thread, as Java's double (ClientState#assignedTaskLoad)."""
        return self.counts[client] / self.threads[client]

    def name(self, client: int) -> str:
        """Give the process id of a client, for reasons."""
        return str(self.clients[client].process_id)

    def set_active(self, client: int, task: int, why: Reason) -> None:
        """Give a task to a client as active; one that had it as active loses it."""
        before = self.owners[task]
        if before != NOBODY:
            self.actives[before].discard(task)
            self.counts[before] -= 1
        self.owners[task] = client
        self.actives[client].add(task)
        self.counts[client] += 1
        self.why_active[task] = why

    def add_standby(self, client: int, task: int, why: Reason) -> None:
        """Give a client a copy of a task."""
        self.standbys[client].add(task)
        self.counts[client] += 1
        self.why_standby[task, client] = why

    def drop_standby(self, client: int, task: int) -> None:
        """Take the copy of a task from a client."""
        self.standbys[client].discard(task)
        self.warm_ups[client].discard(task)
        self.counts[client] -= 1
        del self.why_standby[task, client]

    def result(self, *, is_probing: bool) -> AssignmentResult:
        """Give what came out, with all reasons."""
        return AssignmentResult(
            clients=tuple(self._tasks_of(client) for client in range(len(self.clients))),
            placements=tuple(self._placements()),
            is_probing=is_probing,
            warnings=tuple(self.warnings),
            notes=tuple(self.notes),
        )

    def _tasks_of(self, client: int) -> ClientTasks:
        def named(places: set[int]) -> tuple[TaskId, ...]:
            return tuple(self.tasks[place] for place in sorted(places))

        warm_ups = self.warm_ups[client]
        return ClientTasks(
            self.clients[client].process_id,
            active=named(self.actives[client]),
            standby=named(self.standbys[client] - warm_ups),
            warm_ups=named(warm_ups),
        )

    def _placements(self) -> list[Placement]:
        ids = [client.process_id for client in self.clients]
        found = [
            Placement(self.tasks[task], ids[owner], Role.ACTIVE, why)
            for task, (owner, why) in enumerate(zip(self.owners, self.why_active, strict=True))
            if why is not None
        ]
        for (task, client), why in sorted(self.why_standby.items(), key=lambda item: item[0]):
            role = Role.WARM_UP if task in self.warm_ups[client] else Role.STANDBY
            found.append(Placement(self.tasks[task], ids[client], role, why))
        return found
