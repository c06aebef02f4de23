"""The members and processes of a streams group, as the brokers' assignors number, order and fill them (KIP-1071).

Kafka: org.apache.kafka.coordinator.group.streams, TargetAssignmentBuilder and ProcessState. A member is a stream
thread; ids of sub-topologies, processes and members are strings there, so that sub-topology 10 comes before 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from topoviz.engine.assignment.problem import AssignmentProblem, ClientState, MemberState
from topoviz.engine.assignment.result import (
    AssignmentResult,
    Because,
    ClientTasks,
    MemberTasks,
    Placement,
    Reason,
    Role,
)
from topoviz.engine.assignment.too_few_clients import too_few_clients
from topoviz.engine.java_order.hash_map import JavaHashMap, capacity_for
from topoviz.engine.java_order.hash_sets import grown_capacity
from topoviz.engine.java_order.strings import spread_hash, string_hash, utf16_key
from topoviz.engine.java_order.uuids import uuid_order
from topoviz.engine.tasks.task_id import TaskId

JOINED_AS_GIVEN: Final = (
    "Members are taken to be in the order given: where the ids of some fall into one bucket of the brokers' hash maps, "
    "the order in which the brokers list them decides which comes first."
)

IDS_ARE_NOT_GIVEN: Final = (
    "Which of its threads has a task is one of several answers, and now and then which client too: the brokers walk "
    "members by the hash codes of their ids, which are random and not given here."
)


@dataclass(frozen=True, slots=True)
class Member:
    """A member with its number, in the order of the brokers' map, and the number of its process."""

    number: int
    process: int
    member_id: str
    state: MemberState


@dataclass(slots=True)
class StreamsGroup:
    """The members and processes of a group in the order of the brokers' maps, and what they have so far."""

    problem: AssignmentProblem
    members: list[Member]
    processes: list[ClientState]
    members_of: list[list[int]]
    """The members of each process, in the order of its own map of them."""
    lacks_ids: bool
    processes_share_bucket: bool
    counts: list[int] = field(init=False)
    """How many tasks each member has."""
    totals: list[int] = field(init=False)
    """How many tasks each process has."""
    holders: dict[TaskId, set[int]] = field(default_factory=dict)
    """The processes that have a task."""
    placements: list[Placement] = field(default_factory=list)
    was_active: dict[TaskId, int] = field(default_factory=dict)
    was_standby: dict[TaskId, list[int]] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    _given: list[tuple[list[TaskId], list[TaskId]]] = field(init=False)

    def __post_init__(self) -> None:
        """Begin with nothing assigned, and note where each task was."""
        self.counts = [0] * len(self.members)
        self.totals = [0] * len(self.processes)
        self._given = [([], []) for _ in self.members]
        for member in self.members:
            for task in member.state.previous_active:
                self.was_active[task] = member.number
            for task in member.state.previous_standby:
                self.was_standby.setdefault(task, []).append(member.number)

    def load(self, process: int) -> float:
        """Give the tasks of a process for each of its members."""
        return self.totals[process] / len(self.members_of[process])

    def _shares_buckets(self) -> bool:
        """Tell whether processes, members of one, or all members where several had a standby, are in one bucket."""
        if self.processes_share_bucket or any(map(_share_bucket, map(self._ids, self.members_of))):
            return True
        had_several = any(len(members) > 1 for members in self.was_standby.values())
        return had_several and _share_bucket(self._ids(range(len(self.members))))

    def _ids(self, members: Iterable[int]) -> list[str]:
        return [self.members[member].member_id for member in members]

    def has(self, process: int, task: TaskId) -> bool:
        """Tell whether a process has a task in any role."""
        return process in self.holders.get(task, ())

    def assign(self, task: TaskId, member: int, role: Role, because: Because, **facts: int | str) -> int:
        """Give a task to a member, remember why, and tell how many tasks the member has now."""
        process = self.members[member].process
        facts |= {"tasks": self.counts[member], "members": len(self.members_of[process])}
        self.placements.append(Placement(task, self.processes[process].process_id, role, Reason(because, facts)))
        self._given[member][role is Role.STANDBY].append(task)
        self.holders.setdefault(task, set()).add(process)
        self.totals[process] += 1
        self.counts[member] += 1
        return self.counts[member]

    def warn_of_too_few(self, task: str, missing: int) -> None:
        """Log that a task, as the brokers write it, gets fewer standbys than are wanted, in their words."""
        self.warnings.append(too_few_clients(task, missing, self.problem.settings.num_standby_replicas))

    def result(self, doubts: Iterable[str] = ()) -> AssignmentResult:
        """Sort what is assigned; where the order of members in a bucket may show, that is said."""
        doubts = (*doubts, JOINED_AS_GIVEN) if self._shares_buckets() else doubts
        by_client: dict[UUID, dict[str, MemberTasks]] = {one.process_id: {} for one in self.processes}
        for member, (active, standby) in zip(self.members, self._given, strict=True):
            tasks = MemberTasks(member.state.member_id, tuple(sorted(active)), tuple(sorted(standby)))
            by_client[self.processes[member.process].process_id][member.member_id] = tasks
        return AssignmentResult(
            tuple(
                _tasks_of(client, by_client[client.process_id])
                for client in sorted(self.processes, key=lambda client: uuid_order(client.process_id))
            ),
            tuple(self.placements),
            False,
            tuple(self.warnings),
            tuple(doubts),
        )


def streams_group(problem: AssignmentProblem, *, sizes_for_members: bool) -> StreamsGroup:
    """Number members and processes; `sizes_for_members` where the map of processes begins as large as all members."""
    given = {_id_of(client, at): (client, at) for client in problem.clients for at in range(len(_members(client)))}
    in_order = list(_string_map(given))
    clients = {str(client.process_id): client for client in problem.clients}
    processes = _string_map(
        (str(given[member_id][0].process_id) for member_id in in_order), len(in_order) if sizes_for_members else 16
    )
    number_of = {process_id: number for number, process_id in enumerate(processes)}
    members = []
    for number, member_id in enumerate(in_order):
        client, at = given[member_id]
        members.append(Member(number, number_of[str(client.process_id)], member_id, _members(client)[at]))
    lacks_ids = any(member.state.member_id is None for member in members)
    own: list[list[Member]] = [[] for _ in number_of]
    for member in members:
        own[member.process].append(member)
    return StreamsGroup(
        problem,
        members,
        [clients[process_id] for process_id in number_of],
        _in_own_order(members, own),
        lacks_ids,
        _share_bucket(processes, processes.capacity),
    )


def sub_topology_text(task: TaskId) -> str:
    """Give the id of a task's sub-topology as the brokers compare it."""
    return str(task.sub_topology_id)


def _in_own_order(members: list[Member], own: list[list[Member]]) -> list[list[int]]:
    number_of = {member.member_id: member.number for member in members}
    return [[number_of[member_id] for member_id in _string_map(one.member_id for one in these)] for these in own]


def _members(client: ClientState) -> tuple[MemberState, ...]:
    """Give the members of a client; where only their number is known, what it had is dealt to them in turn."""
    if client.members:
        return client.members
    return tuple(
        MemberState(None, client.previous_active[at :: client.threads], client.previous_standby[at :: client.threads])
        for at in range(client.threads)
    )


def _id_of(client: ClientState, at: int) -> str:
    return _members(client)[at].member_id or f"{client.process_id}-StreamThread-{at + 1}"


def _share_bucket(keys: Iterable[str], capacity: int | None = None) -> bool:
    """Tell whether two strings are in one bucket of a hash map, of the size that it grows to where none is given."""
    spreads = [spread_hash(string_hash(key)) for key in keys]
    mask = (capacity or grown_capacity(len(spreads))) - 1
    return len({spread & mask for spread in spreads}) < len(spreads)


def _string_map(keys: Iterable[str], expected: int = 16) -> JavaHashMap[str, None]:
    """Fill a `new HashMap<>(expected)` with strings."""
    found: JavaHashMap[str, None] = JavaHashMap(string_hash, utf16_key, capacity_for(expected))
    found.add_all(keys, None)
    return found


def _tasks_of(client: ClientState, by_member: dict[str, MemberTasks]) -> ClientTasks:
    members = tuple(by_member[_id_of(client, at)] for at in range(len(_members(client))))
    return ClientTasks(
        client.process_id,
        tuple(sorted(task for member in members for task in member.active)),
        tuple(sorted(task for member in members for task in member.standby)),
        members=members,
    )
