"""The brokers' assignor of streams groups in 4.1: where tasks were, then where a task meets others than before.

Kafka: org.apache.kafka.coordinator.group.streams.assignor.StickyTaskAssignor of 4.1, KIP-1071. It keeps members in hash
sets by their identity hash codes, so that among equally loaded processes chance decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import Final

from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.assignors.client_loads import ClientLoads
from topoviz.engine.assignment.assignors.group_members import (
    IDS_ARE_NOT_GIVEN,
    StreamsGroup,
    streams_group,
    sub_topology_text,
)
from topoviz.engine.assignment.assignors.task_pairs import TaskPairs, no_pairs_yet
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.problem import AssignmentProblem, ClientState
from topoviz.engine.assignment.result import AssignmentResult, Because, Role
from topoviz.engine.java_order.hash_map import JavaHashMap
from topoviz.engine.java_order.strings import string_hash, utf16_key, wrap_int
from topoviz.engine.tasks.task_id import TaskId

_CHANCE: Final = (
    "Which of several equally loaded clients has a task is one of several answers: the brokers of 4.1 walk members by "
    "identity hash codes, which the JVM draws anew each time."
)

Choose = Callable[[TaskId, Role, Sequence[int]], int]
"""Chooses among members, by their numbers, of which Kafka may take any."""


def assign(problem: AssignmentProblem) -> AssignmentResult:
    """Assign as the brokers of 4.1 do, and take the first where they may take any."""
    return assign_choosing(problem, None)


def assign_choosing(problem: AssignmentProblem, choose: Choose | None) -> AssignmentResult:
    """Assign as the brokers of 4.1 do, with a choice for what chance decides; raises AssignmentFails where they fail.

    With the choices of a real broker the result is that broker's.
    """
    group = streams_group(problem, sizes_for_members=False)
    if not group.members and problem.tasks:
        task = _in_hash_order(problem.tasks)[0]
        words = f"No member available to assign active task {{}}.{_as_record(task)}"
        raise AssignmentFails("TaskAssignorException", words, "There is no client.")
    pairs = no_pairs_yet(len(problem.tasks), len(group.processes), "The brokers reckon")
    numbers = {task: number for number, task in enumerate(problem.tasks)}
    loads = ClientLoads([_sized(group, process) for process in range(len(group.processes))], prefers_larger=False)
    work = _Work(group, loads, pairs, numbers, choose, len(problem.tasks), len(group.members))
    _assign_active(work)
    if problem.settings.num_standby_replicas > 0:
        _assign_standbys(work, problem.settings.num_standby_replicas)
    doubts = ((_CHANCE,) if work.rests_on_chance else ()) + ((IDS_ARE_NOT_GIVEN,) if _ids_matter(group) else ())
    return group.result(doubts)


@dataclass(slots=True)
class _Work:
    """The group, its processes by load, the pairs of tasks, and what is left of the share."""

    group: StreamsGroup
    loads: ClientLoads
    pairs: TaskPairs
    number_of: dict[TaskId, int]
    choose: Choose | None
    tasks: int
    members: int
    rests_on_chance: bool = False

    @property
    def share(self) -> int:
        """How many tasks a member may have for now."""
        return -(-self.tasks // self.members) if self.members else 0

    def assign(self, task: TaskId, member: int, role: Role, because: Because, **facts: int | str) -> None:
        """Give a task to a member, and reckon the share anew when its process has as many active ones as that."""
        process = self.group.members[member].process
        self.pairs.add(self.number_of[task], process)
        self.loads.assign(process, self.number_of[task], active=role is Role.ACTIVE)
        self.group.assign(task, member, role, because, **facts)
        active = self.loads.active[process]
        if role is Role.ACTIVE and active == self.share:
            self.members -= 1
            self.tasks -= active

    def has_new_pair(self, task: TaskId, process: int) -> bool:
        """Tell whether a process has nothing yet, or a task that this one has never met."""
        if self.pairs.is_full:
            return False
        return not self.loads.tasks[process] or self.pairs.has_new(self.number_of[task], process)

    def least_loaded(self, task: TaskId, role: Role, without: Sequence[int] = ()) -> int:
        """Choose the member with the fewest tasks of the least loaded process, of those that may have it."""
        processes = self._equal(self._with_new_pair(task, self.loads.least_loaded_first(without)))
        counts = self.group.counts
        members = (min(self.group.members_of[process], key=counts.__getitem__) for process in processes)
        return self._any_of(task, role, members)

    def least_loaded_previous(self, task: TaskId, role: Role, members: Sequence[int]) -> int:
        """Choose among members that had a standby: one of the least loaded process."""
        by_load = sorted(dict.fromkeys(self.process_of(member) for member in members), key=self.group.load)
        processes = set(self._equal(self._with_new_pair(task, by_load)))
        return self._any_of(task, role, (member for member in members if self.process_of(member) in processes))

    def is_balanced(self, process: int) -> bool:
        """Tell whether a process has fewer tasks than members, or no other process is less loaded."""
        if self.group.totals[process] < len(self.group.members_of[process]):
            return True
        return self.group.load(next(self.loads.least_loaded_first())) >= self.group.load(process)

    def process_of(self, member: int) -> int:
        """Give the process of a member."""
        return self.group.members[member].process

    def _any_of(self, task: TaskId, role: Role, members: Iterator[int]) -> int:
        """Take what chance would decide; only a choice wants to see more than whether there is another one."""
        if self.choose is None:
            first, *others = islice(members, 2)
            self.rests_on_chance |= bool(others)
            return first
        candidates = list(members)
        self.rests_on_chance |= len(candidates) > 1
        return self.choose(task, role, candidates)

    def _with_new_pair(self, task: TaskId, by_load: Iterable[int]) -> Iterator[int]:
        """Leave only processes that give a new pair, if there is one; else all."""
        passed = []
        found = False
        for process in by_load:
            if self.has_new_pair(task, process):
                found = True
                yield process
            elif not found:
                passed.append(process)
        if not found:
            yield from passed

    def _equal(self, by_load: Iterator[int]) -> Iterator[int]:
        """Take the first, and those as loaded as it."""
        first = next(by_load)
        yield first
        least = self.group.load(first)
        yield from takewhile(lambda process: self.group.load(process) == least, by_load)


def _assign_active(work: _Work) -> None:
    group = work.group
    left = []
    for task in _in_hash_order(group.problem.tasks):
        member = group.was_active.get(task)
        if member is not None and group.counts[member] < work.share:
            work.assign(task, member, Role.ACTIVE, Because.RAN_HERE, quota=work.share)
        else:
            left.append(task)
    still_left = []
    for task in left:
        if members := group.was_standby.get(task):
            member = work.least_loaded_previous(task, Role.ACTIVE, members)
            if group.counts[member] < work.share:
                work.assign(task, member, Role.ACTIVE, Because.HAD_STANDBY, quota=work.share)
                continue
        still_left.append(task)
    for task in still_left:
        member = work.least_loaded(task, Role.ACTIVE)
        process_tasks = group.totals[work.process_of(member)]
        work.assign(
            task, member, Role.ACTIVE, Because.LEAST_LOADED,
            processes=len(group.processes), process_tasks=process_tasks,
        )  # fmt: skip


def _assign_standbys(work: _Work, wanted: int) -> None:
    group = work.group
    for task in _in_hash_order(group.problem.stateful):
        for done in range(wanted):
            without = sorted(group.holders.get(task, ()))
            if len(without) == len(group.processes):
                group.warn_of_too_few(_as_record(task), wanted - done)
                break
            _assign_standby(work, task, without)


def _assign_standby(work: _Work, task: TaskId, without: Sequence[int]) -> None:
    group = work.group
    member = group.was_active.get(task)
    if member is not None:
        process = work.process_of(member)
        if process not in without and work.is_balanced(process) and work.has_new_pair(task, process):
            work.assign(task, member, Role.STANDBY, Because.RAN_HERE, process_tasks=group.totals[process])
            return
    if members := [one for one in group.was_standby.get(task, ()) if work.process_of(one) not in without]:
        member = work.least_loaded_previous(task, Role.STANDBY, members)
        process = work.process_of(member)
        if work.is_balanced(process):
            work.assign(task, member, Role.STANDBY, Because.HAD_STANDBY, process_tasks=group.totals[process])
            return
    member = work.least_loaded(task, Role.STANDBY, without)
    process_tasks = group.totals[work.process_of(member)]
    processes = len(group.processes) - len(without)
    work.assign(task, member, Role.STANDBY, Because.LEAST_LOADED, processes=processes, process_tasks=process_tasks)


def _as_record(task: TaskId) -> str:
    """Write a task as the brokers of 4.1 do, whose TaskId is a record without a text of its own."""
    return f"TaskId[subtopologyId={task.sub_topology_id}, partition={task.partition}]"


def _in_hash_order(tasks: Iterable[TaskId]) -> list[TaskId]:
    """Order tasks as a hash set of records does that was filled by sub-topology, whose ids are strings."""
    found: JavaHashMap[TaskId, None] = JavaHashMap(_hash, _order)
    found.add_all(sorted(tasks, key=lambda task: (sub_topology_text(task), task.partition)), None)
    return list(found)


def _hash(task: TaskId) -> int:
    """TaskId#hashCode of the brokers: that of a record."""
    return wrap_int(31 * string_hash(sub_topology_text(task)) + task.partition)


def _order(task: TaskId) -> tuple[bytes, int]:
    return utf16_key(sub_topology_text(task)), task.partition


def _sized(group: StreamsGroup, process: int) -> ClientState:
    return replace(group.processes[process], threads=len(group.members_of[process]))


def _ids_matter(group: StreamsGroup) -> bool:
    """Tell whether the order of members in a process may show."""
    return group.lacks_ids and any(len(members) > 1 for members in group.members_of)


ASSIGNOR: Final = Assignor(
    name="streams-group",
    sentence="The brokers leave tasks with the members that had them, up to an even share, and give the rest to the "
    "least loaded processes, rather to one where a task meets others than before.",
    reference="org.apache.kafka.coordinator.group.streams.assignor.StickyTaskAssignor, KIP-1071",
    behaviour="streams_groups_pair_tasks",
    assign=assign,
)
