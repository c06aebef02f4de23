"""What the sticky assignors of Kafka Streams have in common: where tasks were, then where few are.

Kafka: StickyTaskAssignor of 2.x and LegacyStickyTaskAssignor, of which FallbackPriorTaskAssignor keeps every active
task, and the public StickyTaskAssignor (KIP-924), for which the number of threads does not decide among equals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from topoviz.engine.assignment.assignors.client_loads import ClientLoads, copied_clients
from topoviz.engine.assignment.assignors.task_pairs import TaskPairs, no_pairs_yet
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.problem import AssignmentProblem
from topoviz.engine.assignment.result import AssignmentResult, Because, ClientTasks, Placement, Reason, Role
from topoviz.engine.assignment.task_order import empty_task_set
from topoviz.engine.assignment.too_few_clients import too_few_clients
from topoviz.engine.java_order.hash_map import JavaHashMap, capacity_of_set_copy
from topoviz.engine.java_order.uuids import uuid_order
from topoviz.engine.tasks.task_id import TaskId


@dataclass(slots=True)
class StickyWork:
    """What is assigned so far; clients and tasks by their numbers."""

    problem: AssignmentProblem
    loads: ClientLoads
    pairs: TaskPairs
    number_of: dict[TaskId, int]
    was_active: dict[TaskId, int] = field(default_factory=dict)
    was_active_in_order: list[TaskId] = field(default_factory=list)
    was_standby: dict[TaskId, list[int]] = field(default_factory=dict)
    holders: dict[TaskId, list[int]] = field(default_factory=dict)
    placements: list[Placement] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def assign(self, task: TaskId, client: int, role: Role, reason: Reason) -> None:
        """Give a task to a client, and remember why."""
        number = self.number_of[task]
        self.pairs.add(number, client)
        self.loads.assign(client, number, active=role is Role.ACTIVE)
        self.holders.setdefault(task, []).append(client)
        self.placements.append(Placement(task, self.process_id(client), role, reason))

    def process_id(self, client: int) -> UUID:
        """Name a client."""
        return self.loads.clients[client].process_id


def begin(problem: AssignmentProblem, *, is_public: bool = False) -> StickyWork:
    """Look at what each client had; raises AssignmentFails where Kafka's own reckoning fails."""
    clients = problem.clients_in_hash_order
    if not clients:
        raise AssignmentFails("ArithmeticException", "/ by zero", "There is no client.")
    pairs = no_pairs_yet(len(problem.tasks), len(clients), "The sticky assignor reckons")
    loads = ClientLoads(clients, prefers_larger=not is_public, copies_clients=is_public)
    work = StickyWork(problem, loads, pairs, {task: number for number, task in enumerate(problem.tasks)})
    _remember_previous(work)
    return work


def assign_active(work: StickyWork, *, keeps_all: bool = False) -> None:
    """Give every task to the client that ran it, else to one that had a copy, else to the least loaded one."""
    problem, loads = work.problem, work.loads
    per_thread = len(problem.tasks) // sum(client.threads for client in loads.clients)
    assigned = empty_task_set(problem.behaviours)
    for task in work.was_active_in_order:
        client = work.was_active[task]
        if task in work.number_of and (keeps_all or loads.active[client] < loads.clients[client].threads * per_thread):
            reason = Reason(Because.RAN_HERE, {} if keeps_all else _room(work, client, per_thread))
            work.assign(task, client, Role.ACTIVE, reason)
            assigned.put(task, None)
    left = []
    for task in _less(work, assigned):
        for client in work.was_standby.get(task, ()):
            if loads.active[client] < loads.clients[client].threads * per_thread:
                work.assign(task, client, Role.ACTIVE, Reason(Because.HAD_STANDBY, _room(work, client, per_thread)))
                break
        else:
            left.append(task)
    for task in sorted(left):
        client, reason = _find_client(work, task, ())
        work.assign(task, client, Role.ACTIVE, reason)


def assign_standbys(work: StickyWork, tasks: Iterable[TaskId]) -> None:
    """Give each of these tasks as many standbys as are wanted, as far as there are clients without it."""
    wanted = work.problem.settings.num_standby_replicas
    for task in tasks:
        for done in range(wanted):
            without = work.holders[task]
            if len(without) == len(work.loads.clients):
                work.warnings.append(too_few_clients(task, wanted - done, wanted))
                break
            client, reason = _find_client(work, task, without)
            work.assign(task, client, Role.STANDBY, reason)


def result_of(
    work: StickyWork, *, is_probing: bool = False, doubts: tuple[str, ...] = (), notes: tuple[str, ...] = ()
) -> AssignmentResult:
    """Sort what is assigned."""
    active: dict[UUID, list[TaskId]] = {client.process_id: [] for client in work.loads.clients}
    standby: dict[UUID, list[TaskId]] = {client.process_id: [] for client in work.loads.clients}
    for placement in work.placements:
        (active if placement.role is Role.ACTIVE else standby)[placement.process_id].append(placement.task)
    return AssignmentResult(
        tuple(
            ClientTasks(process_id, tuple(sorted(active[process_id])), tuple(sorted(standby[process_id])))
            for process_id in sorted(active, key=uuid_order)
        ),
        tuple(work.placements),
        is_probing,
        tuple(work.warnings),
        doubts,
        notes,
    )


def _remember_previous(work: StickyWork) -> None:
    """Note where each task was, in the order of the clients; the last of several that ran a task is believed."""
    forgets = work.problem.behaviours.has("forgets_standbys_that_ran")
    ran = empty_task_set(work.problem.behaviours)
    for number, client in enumerate(work.loads.clients):
        for task in client.previous_active:
            ran.put(task, None)
            work.was_active[task] = number
        active = set(client.previous_active) if forgets else ()
        for task in client.previous_standby:
            if task not in active:
                work.was_standby.setdefault(task, []).append(number)
    work.was_active_in_order = list(ran)
    for task, numbers in work.was_standby.items():
        if len(numbers) > 1:
            work.was_standby[task] = copied_clients(work.loads.clients, numbers)


def _less(work: StickyWork, assigned: JavaHashMap[TaskId, None]) -> Iterator[TaskId]:
    """Walk the set of all tasks less those that are assigned, as AbstractSet#removeAll leaves it.

    The public assignor takes them out one by one, in the order in which they were assigned.
    """
    behaviours, tasks = work.problem.behaviours, work.problem.tasks_in_hash_order
    left = empty_task_set(behaviours, capacity_of_set_copy(len(tasks), behaviours.jdk))
    left.add_all(tasks, None)
    if work.loads.copies_clients:
        for placement in work.placements:
            left.remove(placement.task)
    elif len(left) > len(assigned):
        for task in assigned:
            left.remove(task)
    else:
        for task in left:
            if task in assigned:
                left.remove(task, by_iterator=True)
    return iter(left)


def _find_client(work: StickyWork, task: TaskId, without: Sequence[int]) -> tuple[int, Reason]:
    """Choose among all clients but some: the previous one unless it is full while another has room."""
    loads = work.loads
    if len(loads.clients) - len(without) == 1:
        only = next(client for client in range(len(loads.clients)) if client not in without)
        return only, Reason(Because.ONLY_CLIENT, {"clients": len(loads.clients)})
    previous, because = _previous(work, task, without)
    if previous is None:
        return _least_loaded(work, task, without, None)
    if not loads.must_balance(previous):
        return previous, Reason(because, _load(work, previous))
    standby = _least_loaded_standby(work, task, without)
    if standby is None or loads.must_balance(standby):
        return _least_loaded(work, task, without, previous)
    return standby, Reason(Because.HAD_STANDBY, {**_load(work, standby), **_full(work, previous)})


def _previous(work: StickyWork, task: TaskId, without: Sequence[int]) -> tuple[int | None, Because]:
    client = work.was_active.get(task)
    if client is not None and client not in without:
        return client, Because.RAN_HERE
    return _least_loaded_standby(work, task, without), Because.HAD_STANDBY


def _least_loaded_standby(work: StickyWork, task: TaskId, without: Sequence[int]) -> int | None:
    """Choose among those that had a standby, in the order of a copy of the set of them."""
    known = work.was_standby.get(task, ())
    if len(known) > 1:
        jdk = work.problem.behaviours.jdk
        known = copied_clients(work.loads.clients, known, capacity_of_set_copy(len(known), jdk))
    left = [client for client in known if client not in without]
    if not left:
        return None
    ordered = sorted(left, key=work.loads.load)
    return _first_with_new_pair(work, task, ordered)[0]


def _least_loaded(work: StickyWork, task: TaskId, without: Sequence[int], full: int | None) -> tuple[int, Reason]:
    client, passed, is_new = _first_with_new_pair(work, task, work.loads.least_loaded_first(without))
    facts = {"clients": len(work.loads.clients) - len(without), **_load(work, client)}
    if full is not None:
        facts |= _full(work, full)
    if not is_new:
        return client, Reason(Because.NOTHING_BETTER, facts)
    if passed:
        return client, Reason(Because.NEW_PAIR, {**facts, "passed": passed})
    return client, Reason(Because.LEAST_LOADED, facts)


def _first_with_new_pair(work: StickyWork, task: TaskId, ordered: Iterable[int]) -> tuple[int, int, bool]:
    """Choose the first that has nothing yet or a task that this one has never met, else the first of all.

    Also tells how many were passed over, and whether there was one to choose.
    """
    number = work.number_of[task]
    first = None
    for passed, client in enumerate(ordered):
        if not work.loads.tasks[client] or work.pairs.has_new(number, client):
            return client, passed, True
        first = client if first is None else first
    assert first is not None
    return first, 0, False


def _room(work: StickyWork, client: int, per_thread: int) -> dict[str, int | str]:
    threads = work.loads.clients[client].threads
    return {"active": work.loads.active[client], "quota": threads * per_thread, "threads": threads}


def _load(work: StickyWork, client: int) -> dict[str, int | str]:
    return {"tasks": len(work.loads.tasks[client]), "threads": work.loads.clients[client].threads}


def _full(work: StickyWork, client: int) -> dict[str, int | str]:
    """Say of the client that had the task how full it is."""
    return {
        "full": str(work.process_id(client)),
        "full_tasks": len(work.loads.tasks[client]),
        "full_threads": work.loads.clients[client].threads,
    }
