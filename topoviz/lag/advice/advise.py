"""All advice that needs nothing but the history."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.engine.advice.measured import Measured
from topoviz.lag.advice.loads import loads_of
from topoviz.lag.advice.pace import speed_of
from topoviz.lag.advice.threads import advise_threads, in_short
from topoviz.lag.advice.work_sharing import advise_sharing
from topoviz.lag.report import Advice, AdviceKind, PartitionLag, TaskLoad


def advise(measured: Measured | None, partitions: Sequence[PartitionLag], start: float) -> tuple[Advice, ...]:
    """Give advice about the application whose work was measured; `start` is when the history begins."""
    if measured is None or not measured.tasks:
        return ()
    speed = speed_of(measured)
    found = (advise_threads(speed, _read(partitions), start), advise_sharing(speed))
    return tuple(one for one in found if one is not None)


def measured_loads(measured: Measured | None, partitions: Sequence[PartitionLag]) -> tuple[TaskLoad, ...]:
    """Give what each task of that application asks of a thread."""
    return () if measured is None else loads_of(speed_of(measured), _read(partitions))


def _read(partitions: Sequence[PartitionLag]) -> list[PartitionLag]:
    """Leave out what the topology does not read, where there is one."""
    return [one for one in partitions if one.sub_topology is not None] or list(partitions)


def threads_in_short(advice: Sequence[Advice]) -> str:
    """Give what is said of threads in a finding that all of the application is too slow; empty where nothing is."""
    return next((in_short(one) for one in advice if one.kind is AdviceKind.THREADS), "")
