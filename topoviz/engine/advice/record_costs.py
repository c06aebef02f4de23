"""What a record of each sub-topology costs a thread, as far as a history shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from topoviz.engine.advice.measured import Measured
from topoviz.engine.advice.thread_pace import LEAST_BUSY_SECONDS, Does, does

_NEARLY_ALL: Final = 0.95
_HARDLY_ANY: Final = 0.02


@dataclass(frozen=True, slots=True)
class RecordCosts:
    """Seconds of a thread for a record, by sub-topology.

    `are_measured` when the threads of each sub-topology were busy with it alone for long enough. Else all cost what a
    record costs busy threads in the mean, or, where no thread was busy for long enough, nobody knows what: then the
    costs are relative, 1 for each, and `are_known` is False.
    """

    seconds: Mapping[int | None, float]
    are_measured: bool
    are_known: bool

    def load(self, sub_topology: int | None, records: float) -> float:
        """Give the share of a thread that so many records a second take; only for comparing where costs are unknown."""
        return self.seconds[sub_topology] * records


def costs_of(measured: Measured, pace: float | None) -> RecordCosts:
    """Find out what a record costs, from threads that had more to do than they could; `pace` is the mean of all."""
    read: dict[int | None, float] = {one.sub_topology: 0.0 for one in measured.tasks}
    alone: dict[int | None, float] = dict.fromkeys(read, 0.0)
    seconds: dict[int | None, float] = dict.fromkeys(read, 0.0)
    for stretch in measured.stretches:
        for _, tasks in measured.held_in(stretch):
            by_sub: dict[int | None, float] = {}
            for one in tasks:
                by_sub[one.sub_topology] = by_sub.get(one.sub_topology, 0.0) + (one.read[stretch] or 0.0)
            for sub, records in by_sub.items():
                read[sub] += records
            if does(tasks, stretch, measured) is Does.READS_ALL_THE_TIME:
                most = max(by_sub, key=lambda sub: by_sub[sub])
                if by_sub[most] >= _NEARLY_ALL * sum(by_sub.values()):
                    alone[most] += by_sub[most]
                    seconds[most] += measured.width
    total = sum(read.values())
    mattering = [sub for sub, records in read.items() if records > _HARDLY_ANY * total]
    if pace and len(read) > 1 and all(seconds[sub] >= LEAST_BUSY_SECONDS and alone[sub] for sub in mattering):
        return RecordCosts({sub: seconds[sub] / alone[sub] if alone[sub] else 1 / pace for sub in read}, True, True)
    if pace:
        return RecordCosts(dict.fromkeys(read, 1 / pace), len(read) == 1, True)
    return RecordCosts(dict.fromkeys(read, 1.0), False, False)
