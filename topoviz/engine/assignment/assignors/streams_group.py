"""The brokers' assignor of streams groups since 4.2: where tasks were, then in ranges to the least loaded processes.

Kafka: org.apache.kafka.coordinator.group.streams.assignor.StickyTaskAssignor, KIP-1071. It looks at no lags, tags or
racks, and `num.standby.replicas` comes from the group's configuration on the brokers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.assignors.group_members import (
    IDS_ARE_NOT_GIVEN,
    StreamsGroup,
    streams_group,
    sub_topology_text,
)
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.problem import AssignmentProblem
from topoviz.engine.assignment.result import AssignmentResult, Because, Role
from topoviz.engine.java_order.priority_queue import JavaPriorityQueue
from topoviz.engine.tasks.task_id import TaskId


def assign(problem: AssignmentProblem) -> AssignmentResult:
    """Assign as the brokers of 4.2 and later do; raises AssignmentFails for a group without members."""
    group = streams_group(problem, sizes_for_members=True)
    if not group.members and problem.tasks:
        words = f"No process available to assign active task {problem.tasks[0]}."
        raise AssignmentFails("TaskAssignorException", words, "There is no client.")
    wanted = problem.settings.num_standby_replicas
    work = _Work(
        group,
        _Quota(len(problem.tasks), len(group.members)),
        _Quota(len(problem.tasks) + wanted * len(problem.stateful), len(group.members)),
    )
    _assign_active(work)
    if wanted > 0:
        _assign_standbys(work, wanted)
    return group.result((IDS_ARE_NOT_GIVEN,) if _ids_matter(group) else ())


class _Quota:
    """How many tasks a member may have: an even share, reckoned anew for the others when a member has its share."""

    def __init__(self, tasks: int, members: int) -> None:
        self._tasks = tasks
        self._members = members
        self.share = _rounded_up(tasks, members)

    def note(self, tasks: int) -> None:
        """Take note that a member has so many tasks now."""
        if tasks == self.share:
            self._members -= 1
            self._tasks -= tasks
            self.share = _rounded_up(self._tasks, self._members)


@dataclass(slots=True)
class _Work:
    """The group, the shares, and the members of each process by load, as far as they are queued."""

    group: StreamsGroup
    active_quota: _Quota
    quota: _Quota
    queues: dict[int, JavaPriorityQueue[int]] = field(default_factory=dict)

    def assign(self, task: TaskId, member: int, role: Role, because: Because, **facts: int | str) -> None:
        """Give a task to a member that was chosen by itself; the queue of its process is made anew then."""
        self.queues.pop(self.group.members[member].process, None)
        self._note(self.group.assign(task, member, role, because, **facts), role)

    def assign_to_least_loaded(self, task: TaskId, process: int, role: Role, passed: int = 0) -> None:
        """Give a task to the member of a process that has the fewest (ProcessState#addTaskToLeastLoadedMember)."""
        group = self.group
        members = group.members_of[process]
        facts: dict[str, int | str] = {
            "processes": len(group.processes),
            "process_tasks": group.totals[process],
            "passed": passed,
        }
        if len(members) == 1:
            self._note(group.assign(task, members[0], role, Because.LEAST_LOADED, **facts), role)
            return
        queue = self.queues.get(process)
        if queue is None:
            queue = self.queues[process] = JavaPriorityQueue(group.counts.__getitem__)
            queue.offer_all(members)
        member = queue.poll()
        assert member is not None
        count = group.assign(task, member, role, Because.LEAST_LOADED, **facts)
        queue.offer(member)
        self._note(count, role)

    def _note(self, count: int, role: Role) -> None:
        if role is Role.ACTIVE:
            self.active_quota.note(count)
        self.quota.note(count)


def _assign_active(work: _Work) -> None:
    group = work.group
    left = []
    for task in sorted(group.problem.tasks, key=_by_partition):
        member = group.was_active.get(task)
        if member is not None and group.counts[member] < work.active_quota.share:
            work.assign(task, member, Role.ACTIVE, Because.RAN_HERE, quota=work.active_quota.share)
        else:
            left.append(task)
    still_left = []
    for task in left:
        member = _least_loaded_previous(group, task, checks=False)
        if member is not None and group.counts[member] < work.active_quota.share:
            work.assign(task, member, Role.ACTIVE, Because.HAD_STANDBY, quota=work.active_quota.share)
        else:
            still_left.append(task)
    queue = _processes_by_load(group)
    for task in sorted(still_left, key=_by_sub_topology):
        process = queue.poll()
        assert process is not None
        work.assign_to_least_loaded(task, process, Role.ACTIVE)
        queue.offer(process)


def _assign_standbys(work: _Work, wanted: int) -> None:
    group = work.group
    left: list[tuple[TaskId, int]] = []
    for task in sorted(group.problem.stateful, key=_by_partition, reverse=True):
        for done in range(wanted):
            member = group.was_active.get(task)
            if member is not None and _has_room(work, member, task):
                work.assign(task, member, Role.STANDBY, Because.RAN_HERE, quota=work.quota.share)
                continue
            member = _least_loaded_previous(group, task, checks=True)
            if member is not None and group.counts[member] < work.quota.share:
                work.assign(task, member, Role.STANDBY, Because.HAD_STANDBY, quota=work.quota.share)
                continue
            left.append((task, wanted - done))
            break
    queue = _processes_by_load(group)
    for task, missing in sorted(left, key=lambda one: _by_sub_topology(one[0]), reverse=True):
        for done in range(missing):
            if not _assign_standby(work, queue, task):
                # The brokers count what is missing from the start here, also where some were assigned before.
                group.warn_of_too_few(str(task), wanted - done)
                break


def _has_room(work: _Work, member: int, task: TaskId) -> bool:
    group = work.group
    return not group.has(group.members[member].process, task) and group.counts[member] < work.quota.share


def _assign_standby(work: _Work, queue: JavaPriorityQueue[int], task: TaskId) -> bool:
    """Give a standby to the least loaded process without the task; those before it go back, the last one first."""
    taken: list[int] = []
    found = False
    while not found and (process := queue.poll()) is not None:
        taken.append(process)
        if not work.group.has(process, task):
            work.assign_to_least_loaded(task, process, Role.STANDBY, passed=len(taken) - 1)
            found = True
    queue.offer_all(reversed(taken))
    return found


def _least_loaded_previous(group: StreamsGroup, task: TaskId, *, checks: bool) -> int | None:
    """Choose among the members that had a standby (#findPrevMemberWithLeastLoad).

    A later one must be less loaded both as a process and as a member. With `checks`, none is chosen where the process
    of the first one has the task, whichever would be chosen; 4.2.2 looks only at those whose process has it not.
    """
    members: Sequence[int] = group.was_standby.get(task, ())
    if checks and group.problem.behaviours.has("streams_groups_pass_over_holders"):
        members = [member for member in members if not group.has(group.members[member].process, task)]
    if not members:
        return None
    first = chosen = members[0]
    for member in members[1:]:
        process, best = group.members[member].process, group.members[chosen].process
        if (
            group.load(process) < group.load(best)
            and not (checks and group.has(process, task))
            and group.counts[member] < group.counts[chosen]
        ):
            chosen = member
    return None if checks and group.has(group.members[first].process, task) else chosen


def _processes_by_load(group: StreamsGroup) -> JavaPriorityQueue[int]:
    queue: JavaPriorityQueue[int] = JavaPriorityQueue(group.load)
    queue.offer_all(range(len(group.processes)))
    return queue


def _by_partition(task: TaskId) -> tuple[int, str]:
    return task.partition, sub_topology_text(task)


def _by_sub_topology(task: TaskId) -> tuple[str, int]:
    return sub_topology_text(task), task.partition


def _ids_matter(group: StreamsGroup) -> bool:
    """Tell whether the order of members may show: within a process, or where several had a standby of one task."""
    if not group.lacks_ids:
        return False
    return any(len(members) > 1 for members in group.members_of) or any(
        len(members) > 1 for members in group.was_standby.values()
    )


def _rounded_up(tasks: int, members: int) -> int:
    """Divide and round up; Java's division, to which a negative count of tasks can come, rounds towards zero."""
    return -(-tasks // members) if members else 0


ASSIGNOR: Final = Assignor(
    name="streams-group",
    sentence="The brokers leave tasks with the members that had them, up to an even share, and give the rest to the "
    "least loaded processes.",
    reference="org.apache.kafka.coordinator.group.streams.assignor.StickyTaskAssignor, KIP-1071",
    behaviour="streams_groups_fill_ranges",
    assign=assign,
)
