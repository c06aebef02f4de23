"""What the leader makes of what all members told: clients, what each had before, and how far its copies lag.

Source: StreamsPartitionAssignor#assign, ClientMetadata, ClientState#initializePrevTasks, #computeTaskLags.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from topoviz.engine.assignment.members import Member
from topoviz.engine.assignment.problem import RUNNING, UNKNOWN_LAG, ClientState
from topoviz.engine.assignment.task_order import empty_task_set, stateful_in_hash_order
from topoviz.engine.assignment.threads.eras import consumers_in_order
from topoviz.engine.java_order.hash_map import JavaHashMap
from topoviz.engine.java_order.strings import spread_hash, string_hash, utf16_key
from topoviz.engine.java_order.uuids import uuid_hash, uuid_order
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.tasks import Task
from topoviz.engine.tasks.topic_partition import TopicPartition, partition_hash
from topoviz.engine.versions import Behaviours

_STAND_IN: Final = UUID(int=0)


@dataclass(frozen=True, slots=True)
class KnownClient:
    """A client as the leader knows it: its consumers in the order of that version, and what they own.

    `owners` says which of its consumers owns a partition. `previous` has the stateful tasks of each consumer by lag and
    id, from 2.6 on, and `unknown` what they told of and no sub-topology makes any more.
    """

    state: ClientState
    consumers: tuple[str, ...]
    owners: Mapping[TopicPartition, str]
    previous: Mapping[str, tuple[TaskId, ...]] = field(default_factory=dict)
    unknown: tuple[TaskId, ...] = ()


@dataclass(frozen=True, slots=True)
class LeadersView:
    """All clients in the order in which the leader walks them, and what it logs on the way."""

    clients: tuple[KnownClient, ...]
    warnings: tuple[str, ...] = ()


def view_of(
    members: Iterable[Member], tasks: Sequence[Task], ends: Mapping[TaskId, int] | None, behaviours: Behaviours
) -> LeadersView:
    """Put members together by process; `ends` is None where the leader could not fetch the ends of changelogs."""
    by_process, by_consumer = _in_leaders_order(members, behaviours)
    task_of = {partition: task.id for task in tasks for partition in task.partitions}
    stateful = frozenset(task.id for task in tasks if task.is_stateful)
    in_order = stateful_in_hash_order(tuple(sorted(task.id for task in tasks)), stateful, behaviours)
    end_sums = {task: UNKNOWN_LAG if ends is None else ends.get(task, 0) for task in in_order}
    warnings: list[str] = []
    clients = tuple(
        _client([by_consumer[consumer] for consumer in consumers], task_of, end_sums, warnings, behaviours)
        for consumers in by_process
    )
    return LeadersView(clients, tuple(warnings))


def task_lag(offset_sum: int, end_sum: int, behaviours: Behaviours) -> int:
    """Give the lag of a copy in records (ClientState#computeTaskLags); one beyond the end counts as all to restore."""
    if _is_beyond_end(offset_sum, end_sum, behaviours):
        return end_sum
    return offset_sum if offset_sum in (RUNNING, UNKNOWN_LAG) else end_sum - offset_sum


def shares_a_bucket(processes: Sequence[UUID], behaviours: Behaviours) -> bool:
    """Tell whether the leader's map has two processes in one bucket: there their order is that of ids."""
    found = _empty_client_map(behaviours)
    found.add_all(processes, [])
    buckets = {spread_hash(uuid_hash(process)) & (found.capacity - 1) for process in processes}
    return len(buckets) < len(processes)


def _in_leaders_order(
    members: Iterable[Member], behaviours: Behaviours
) -> tuple[list[list[str]], Mapping[str, Member]]:
    """Give the consumers of each process as the leader's hash maps have them: by consumer, then by process."""
    subscriptions: JavaHashMap[str, Member] = JavaHashMap(string_hash, utf16_key)
    for member in members:
        subscriptions.put(member.consumer_id, member)
    by_process = _empty_client_map(behaviours)
    for consumer, member in subscriptions.items():
        known = by_process.get(member.process_id)
        if known is None:
            by_process.put(member.process_id, [consumer])
        else:
            known.append(consumer)
    by_process.remove(_STAND_IN)
    return [consumers for _, consumers in by_process.items()], dict(subscriptions.items())


def _empty_client_map(behaviours: Behaviours) -> JavaHashMap[UUID, list[str]]:
    """Give a map of clients; that of 2.4 and 2.5 first gets one for members of later versions, and so may be larger."""
    found: JavaHashMap[UUID, list[str]] = JavaHashMap(uuid_hash, uuid_order)
    if behaviours.has("reserves_future_client"):
        found.put(_STAND_IN, [])
    return found


def _client(
    members: Sequence[Member],
    task_of: Mapping[TopicPartition, TaskId],
    end_sums: Mapping[TaskId, int],
    warnings: list[str],
    behaviours: Behaviours,
) -> KnownClient:
    process_id = members[0].process_id
    owners = {partition: member.consumer_id for member in members for partition in member.owned}
    consumers = consumers_in_order([member.consumer_id for member in members], behaviours)
    if not behaviours.has("assigns_by_state"):
        active = _active_in_hash_order(members, owners, task_of, behaviours)
        standby = tuple(sorted({task for member in members for task in member.on_disk}))
        state = ClientState(process_id, len(members), active, standby, {}, members[0].tags, members[0].rack)
        return KnownClient(state, consumers, owners)
    by_id = {member.consumer_id: member for member in members}
    sums = {task: offset for member in members for task, offset in member.offset_sums.items()}
    ran = {task_of[partition] for partition in owners if partition in task_of}
    ran.update(task for task, offset in sums.items() if offset == RUNNING)
    lags = {task: task_lag(offset, end_sums[task], behaviours) for task, offset in sums.items() if task in end_sums}
    warnings.extend(_beyond_ends(sums, end_sums, process_id, behaviours))
    active, standby = tuple(sorted(ran)), tuple(sorted(sums.keys() - ran))
    state = ClientState(process_id, len(members), active, standby, lags, members[0].tags, members[0].rack)
    previous = {member.consumer_id: _by_lag(member.offset_sums, lags) for member in members}
    unknown = tuple(_unknown([by_id[consumer] for consumer in consumers], lags, behaviours))
    return KnownClient(state, consumers, owners, previous, unknown)


def _by_lag(tasks: Iterable[TaskId], lags: Mapping[TaskId, int]) -> tuple[TaskId, ...]:
    """Sort the tasks that have a lag by it, then by id (ClientState#prevTasksByLag)."""
    return tuple(sorted((task for task in tasks if task in lags), key=lambda task: (lags[task], task)))


def _beyond_ends(
    sums: Mapping[TaskId, int], end_sums: Mapping[TaskId, int], process_id: UUID, behaviours: Behaviours
) -> Iterator[str]:
    """Warn of each copy that seems to have more than there is; what nobody has counts as none of it."""
    has_unknown_end = UNKNOWN_LAG in end_sums.values()
    if has_unknown_end or any(
        _is_beyond_end(sums[task], end_sums[task], behaviours) for task in sums.keys() & end_sums
    ):
        for task, end in end_sums.items():
            if _is_beyond_end(sums.get(task, 0), end, behaviours):
                yield _beyond_end(task, end, sums.get(task, 0), process_id)


def _is_beyond_end(offset_sum: int, end_sum: int, behaviours: Behaviours) -> bool:
    """Tell whether a copy seems to have more than there is, as every one has where ends could not be fetched."""
    looks_at_both = offset_sum not in (RUNNING, UNKNOWN_LAG) or behaviours.has("looks_at_ends_first")
    return looks_at_both and end_sum < offset_sum


def _unknown(members: Sequence[Member], known: Mapping[TaskId, int], behaviours: Behaviours) -> Iterator[TaskId]:
    """Give the tasks that are no more, in the order in which the leader meets them: by consumer, then as hashed."""
    for member in members:
        if member.offset_sums.keys() <= known.keys():
            continue
        told = empty_task_set(behaviours)
        told.add_all(sorted(member.offset_sums), None)
        yield from (task for task in told if task not in known)


def _active_in_hash_order(
    members: Sequence[Member],
    owners: Mapping[TopicPartition, str],
    task_of: Mapping[TopicPartition, TaskId],
    behaviours: Behaviours,
) -> tuple[TaskId, ...]:
    """Give what a client ran, as its hash set is walked: filled from hash maps, one of partitions since 2.4."""
    found = empty_task_set(behaviours)
    for member in members:
        told = empty_task_set(behaviours)
        told.add_all(member.ran, None)
        found.add_all(told, None)
    by_partition: JavaHashMap[TopicPartition, None] = JavaHashMap(partition_hash, tuple)
    by_partition.add_all(owners, None)
    owned = empty_task_set(behaviours)
    owned.add_all((task_of[partition] for partition in by_partition if partition in task_of), None)
    found.add_all(owned, None)
    return tuple(found)


def _beyond_end(task: TaskId, end: int, offset: int, process_id: UUID) -> str:
    return (
        f"Task {task} had endOffsetSum={end} smaller than offsetSum={offset} on member {process_id}. This probably "
        "means the task is corrupted, which in turn indicates that it will need to restore from scratch if it gets "
        "assigned. The assignor will de-prioritize returning this task to this member in the hopes that some other "
        "member may be able to re-use its state."
    )
