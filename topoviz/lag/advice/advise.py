"""All advice that needs nothing but the history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from topoviz.engine.advice.measured import Measured
from topoviz.lag.advice.loads import loads_of
from topoviz.lag.advice.pace import speed_of
from topoviz.lag.advice.threads import advise_threads, in_short
from topoviz.lag.advice.work_sharing import advise_sharing
from topoviz.lag.findings.words import listed, others
from topoviz.lag.owners import Owner, owner_of
from topoviz.lag.report.advice import Advice, AdviceKind, TaskLoad
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.threads import ThreadTime


def advise(
    measured: Measured | None, partitions: Sequence[PartitionLag], start: float, times: Sequence[ThreadTime] = ()
) -> tuple[Advice, ...]:
    """Give advice about the application whose work was measured; `start` is when the history begins.

    `times` say of threads that have metrics what they spent their time on.
    """
    if measured is None or not measured.tasks:
        return ()
    speed = speed_of(measured, _busy(measured, times))
    found = (advise_threads(speed, _read(partitions), start), advise_sharing(speed))
    beside = _read_beside(partitions)
    return tuple(replace(one, rests_on=(*one.rests_on, *beside)) for one in found if one is not None)


def _read_beside(partitions: Sequence[PartitionLag]) -> tuple[str, ...]:
    """Say that threads read more than the topology has, as another version of it does."""
    read = _read(partitions)
    groups = {one.group for one in read}
    topics = sorted(
        {
            one.topic
            for one in others(partitions, read)
            if one.group in groups and one.client_id is not None and one.consume_rate
        }
    )
    if not topics:
        return ()
    names = listed([f"`{topic}`" for topic in topics])
    said = (
        f"The same threads read {names} too, which this topology does not. The time for that is not counted, so "
        "threads are faster than they look here."
    )
    return (said,)


def measured_loads(
    measured: Measured | None, partitions: Sequence[PartitionLag], times: Sequence[ThreadTime] = ()
) -> tuple[TaskLoad, ...]:
    """Give what each task of that application asks of a thread."""
    if measured is None:
        return ()
    return loads_of(speed_of(measured, _busy(measured, times)), _read(partitions))


def _busy(measured: Measured, times: Sequence[ThreadTime]) -> dict[str, float]:
    """Give by client id the share of time in which a thread was busy, where its metrics say what code took."""
    shares = {
        Owner(one.process, one.thread): one.process_share + (one.commit_share or 0.0) + (one.punctuate_share or 0.0)
        for one in times
        if one.process_share is not None
    }
    return {client: shares[owner] for client in measured.threads() if (owner := owner_of(client)) in shares}


def _read(partitions: Sequence[PartitionLag]) -> list[PartitionLag]:
    """Leave out what the topology does not read, where there is one."""
    return [one for one in partitions if one.sub_topology is not None] or list(partitions)


def threads_in_short(advice: Sequence[Advice]) -> str:
    """Give what is said of threads in a finding that all of the application is too slow; empty where nothing is."""
    return next((in_short(one) for one in advice if one.kind is AdviceKind.THREADS), "")
