"""The id of a task: its sub-topology and its partition."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class TaskId:
    """Written `0_3`; ordered by sub-topology, then by partition."""

    sub_topology_id: int
    partition: int

    def __str__(self) -> str:
        return f"{self.sub_topology_id}_{self.partition}"
