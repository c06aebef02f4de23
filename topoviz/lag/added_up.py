"""Measures of partitions, added up for each task, and those of tasks for each sub-topology."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, TypeVar

from topoviz.engine.tasks.task_id import TaskId
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.tasks import SubTopologyLag, TaskLag
from topoviz.lag.skew import skew_of

_ADD_UP: Final = ("lag_last", "lag_mean", "lag_slope", "produce_rate", "consume_rate")
_RECENT: Final = ("recent_produce_rate", "recent_consume_rate")

_One = TypeVar("_One")
_Key = TypeVar("_Key", bound=Hashable)


def tasks_of(partitions: Sequence[PartitionLag]) -> tuple[TaskLag, ...]:
    """Add up the partitions that one task reads: partition 3 of every source topic of sub-topology 1 is task 1_3.

    ============ ===== ========= ========    ==== ========
    sub_topology topic partition lag_last    task lag_last
    ============ ===== ========= ========    ==== ========
    1            a     3         10       →  1_3  15
    1            b     3         5
    ============ ===== ========= ========    ==== ========

    Nothing of partitions whose sub-topology is not known. `unknown_lags` counts the partitions without a last lag,
    `client_id` is the last by name.
    """
    placed = [one for one in partitions if one.sub_topology is not None]
    groups = _grouped(placed, lambda one: (one.sub_topology or 0, one.partition))
    total = sum(one.lag_last or 0 for one in placed)
    return tuple(_task(TaskId(*key), own, total) for key, own in sorted(groups.items()))


def sub_topologies_of(tasks: Sequence[TaskLag]) -> tuple[SubTopologyLag, ...]:
    """Add up the tasks of each sub-topology; it has caught up when its slowest task has."""
    groups = _grouped(tasks, lambda task: task.sub_topology)
    return tuple(_sub_topology(number, own) for number, own in sorted(groups.items()))


def _task(task: TaskId, own: Sequence[PartitionLag], total: int) -> TaskLag:
    sums = _sums(own, (*_ADD_UP, *_RECENT))
    lag = sums["lag_last"]
    return TaskLag(
        task=str(task),
        sub_topology=task.sub_topology_id,
        partition=task.partition,
        partitions=len(own),
        client_id=max(_known(own, "client_id"), default=None),
        lag_share=lag / total if total and lag is not None else None,
        catch_up_seconds=_catch_up(lag, sums["recent_produce_rate"], sums["recent_consume_rate"]),
        unknown_lags=sum(one.lag_last is None for one in own),
        **sums,
    )


def _sub_topology(number: int, own: Sequence[TaskLag]) -> SubTopologyLag:
    times = _known(own, "catch_up_seconds")
    return SubTopologyLag(
        sub_topology=number,
        tasks=len(own),
        catch_up_seconds=max(times) if len(times) == len(own) else None,
        **_sums(own, _ADD_UP),
        **skew_of(own),
    )


def _sums(own: Sequence[PartitionLag] | Sequence[TaskLag], names: Iterable[str]) -> dict[str, Any]:
    """Lags, slopes and rates add up; of stalls and waits the longest is taken.

    What is not known of one is left out of the sum; where one waits for longer than is known, the wait is not known.
    """
    sums = {name: sum(known) if (known := _known(own, name)) else None for name in names}
    is_known = not any(one.waiting_seconds is None and (one.lag_last or 0) > 0 for one in own)
    waits = _known(own, "waiting_seconds") if is_known else []
    longest = max(_known(own, "stall_seconds"), default=None)
    return {**sums, "stall_seconds": longest, "waiting_seconds": max(waits, default=None)}


def _catch_up(lag: int | None, produced: float | None, consumed: float | None) -> float | None:
    """Give the seconds until lag is gone, at the rates of the end of the history."""
    if lag == 0:
        return 0.0
    if lag is None or produced is None or consumed is None or consumed <= produced:
        return None
    return lag / (consumed - produced)


def _known(own: Iterable[object], name: str) -> list[Any]:
    return [value for one in own if (value := getattr(one, name)) is not None]


def _grouped(things: Iterable[_One], key: Callable[[_One], _Key]) -> dict[_Key, list[_One]]:
    groups: dict[_Key, list[_One]] = {}
    for one in things:
        groups.setdefault(key(one), []).append(one)
    return groups
