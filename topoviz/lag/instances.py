"""The instances of an application, put together from the members of its group and what they read at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from topoviz.lag.owners import owner_of
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.threads import InstanceLag, ThreadLag


@dataclass(frozen=True, slots=True)
class Member:
    """A member was seen with partitions of a group in this time, in seconds since 1970, on these hosts."""

    group: str
    client_id: str
    first_seen: float
    last_seen: float
    hosts: tuple[str, ...] = ()


def instances_of(members: Iterable[Member], partitions: Sequence[PartitionLag]) -> tuple[InstanceLag, ...]:
    """Give the instances of each group, those that were seen first before others."""
    seen: dict[tuple[str, str], list[Member]] = {}
    for one in members:
        seen.setdefault((one.group, owner_of(one.client_id).process), []).append(one)
    has: dict[tuple[str, str], list[PartitionLag]] = {}
    for each in partitions:
        if each.client_id is not None:
            has.setdefault((each.group, owner_of(each.client_id).process), []).append(each)
    found = [_instance(*key, own, has.get(key, [])) for key, own in seen.items()]
    return tuple(sorted(found, key=lambda one: (one.group, one.first_seen, one.process)))


def _instance(group: str, process: str, members: Sequence[Member], has: Sequence[PartitionLag]) -> InstanceLag:
    lags = [one.lag_last for one in has if one.lag_last is not None]
    return InstanceLag(
        group,
        process,
        len(members),
        min(one.first_seen for one in members),
        max(one.last_seen for one in members),
        len(has),
        sum(lags) if lags else None,
        _sum([one.produce_rate for one in has]),
        _sum([one.consume_rate for one in has]),
        tuple(sorted({host for one in members for host in one.hosts})),
        longest_wait(has),
    )


def threads_of(partitions: Sequence[PartitionLag]) -> tuple[ThreadLag, ...]:
    """Give the threads that have partitions at the end, by group, instance and number."""
    has: dict[tuple[str, str], list[PartitionLag]] = {}
    for one in partitions:
        if one.client_id is not None:
            has.setdefault((one.group, one.client_id), []).append(one)
    found = [_thread(*key, own) for key, own in has.items()]
    return tuple(sorted(found, key=lambda one: (one.group, one.process, one.thread or 0, one.client_id)))


def _thread(group: str, client_id: str, has: Sequence[PartitionLag]) -> ThreadLag:
    owner = owner_of(client_id)
    lags = [one.lag_last for one in has if one.lag_last is not None]
    return ThreadLag(
        group,
        owner.process,
        owner.thread,
        client_id,
        tuple(sorted({one.task for one in has if one.task is not None})),
        len(has),
        sum(lags) if lags else None,
        longest_wait(has),
        _sum([one.produce_rate for one in has]),
        _sum([one.consume_rate for one in has]),
    )


def longest_wait(partitions: Sequence[PartitionLag]) -> float | None:
    """Give how long the first record waits that was there first, in seconds; None where one is older than is known."""
    waits = [one.waiting_seconds for one in partitions if one.lag_last]
    known = [seconds for seconds in waits if seconds is not None]
    if len(known) < len(waits) or not partitions:
        return None
    return max(known, default=0.0)


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
