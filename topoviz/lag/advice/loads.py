"""What each task asks of a thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from topoviz.lag.advice.pace import Speed
from topoviz.lag.report.advice import TaskLoad
from topoviz.lag.report.partitions import PartitionLag


def loads_of(speed: Speed, partitions: Sequence[PartitionLag]) -> tuple[TaskLoad, ...]:
    """Give the load of each task: what comes a second, by what a record costs where that is known."""
    come, owners = by_task(partitions, lambda one: one.produce_rate), speed.measured.owners()
    return tuple(
        TaskLoad(
            one.task,
            come.get(one.task, 0.0),
            speed.costs.load(one.sub_topology, come.get(one.task, 0.0)) if speed.costs.are_known else None,
            owners[one.task],
        )
        for one in speed.measured.tasks
    )


def by_task(partitions: Sequence[PartitionLag], value: Callable[[PartitionLag], float | None]) -> dict[str, float]:
    """Add up a value of partitions by the task that reads them, or by partition where no topology is known."""
    found: dict[str, float] = {}
    for one in partitions:
        name = one.task or f"{one.topic}-{one.partition}"
        found[name] = found.get(name, 0.0) + (value(one) or 0.0)
    return found
