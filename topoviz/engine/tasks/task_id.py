"""The id of a task: its sub-topology and its partition."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from topoviz.engine.java_order.strings import wrap_int

_WRITTEN: Final = re.compile(r"(\d{1,9})_(\d{1,9})", re.ASCII)


class TaskId(NamedTuple):
    """Written `0_3`; ordered by sub-topology, then by partition.

    A tuple, because assignors hash and compare ids millions of times.
    """

    sub_topology_id: int
    partition: int

    def __str__(self) -> str:
        return f"{self.sub_topology_id}_{self.partition}"


def parse_task_id(text: str) -> TaskId:
    """Read `0_3`; raises ValueError with a sentence for the user when the text is no task id."""
    match = _WRITTEN.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text[:40]!r} is not a task id such as 0_3.")
    return TaskId(int(match[1]), int(match[2]))


def folded_task_hash(task: TaskId) -> int:
    """TaskId#hashCode before 3.0: the two numbers in one long, modulo 2^32 - 1, so that 0_3 and 3_0 are alike."""
    return wrap_int(((task.sub_topology_id << 32) | task.partition) % 0xFFFFFFFF)


def mixed_task_hash(task: TaskId) -> int:
    """TaskId#hashCode from 3.0 on (KAFKA-12648): Objects.hash of both numbers and of the topology's name, null here."""
    return wrap_int(31 * (31 * (31 + task.sub_topology_id) + task.partition))
