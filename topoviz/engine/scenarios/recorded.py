"""Steps while they are written down, before it is known how long what they began will take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from topoviz.engine.assignment.rebalanced import Rebalance
from topoviz.engine.scenarios.clients import RECORD, OpenRestore
from topoviz.engine.scenarios.model import ClientNow, Restore, Step, StepKind, Totals, WithoutOwner
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.topology_tasks import TopologyTasks


@dataclass(slots=True)
class OpenWait:
    """A task that no thread has, until somebody gets it."""

    task: TaskId
    from_ms: int
    to_ms: int | None = None


@dataclass(slots=True)
class OpenStep:
    """A step whose restores and waits may still go on."""

    at_ms: int
    kind: StepKind
    event: str
    cause: str = ""
    rebalance: Rebalance | None = None
    moved: tuple[TaskId, ...] = ()
    idle_threads: tuple[str, ...] = ()
    restores: list[OpenRestore] = field(default_factory=list)
    waits: list[OpenWait] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    log: tuple[str, ...] = ()
    clients: tuple[ClientNow, ...] = ()
    tasks: TopologyTasks | None = None
    is_probing: bool = False

    def closed(self, record_bytes: int) -> Step:
        """Give the step as it stands."""
        return Step(
            self.at_ms,
            self.kind,
            self.event,
            self.cause,
            self.rebalance,
            self.moved,
            tuple(_restore(one, record_bytes) for one in self.restores),
            tuple(
                WithoutOwner(one.task, one.from_ms, one.to_ms)
                for one in sorted(self.waits, key=lambda one: (one.from_ms, one.task))
                if one.to_ms != one.from_ms
            ),
            self.idle_threads,
            tuple(self.notes),
            self.log,
            self.clients,
            self.tasks,
        )


def totals_of(steps: Iterable[OpenStep], record_bytes: int, stable_at_ms: int | None, ends_at_ms: int) -> Totals:
    """Add up a timeline."""
    steps = list(steps)
    rebalances = [step for step in steps if step.rebalance is not None]
    waits = [(ends_at_ms if one.to_ms is None else one.to_ms) - one.from_ms for step in steps for one in step.waits]
    records = sum(one.restored for step in steps for one in step.restores) // RECORD
    return Totals(
        len(rebalances),
        sum(step.is_probing for step in rebalances),
        sum(len(step.moved) for step in steps),
        records,
        records * record_bytes,
        max(waits, default=0),
        sum(waits),
        len(rebalances[-1].idle_threads) if rebalances else 0,
        stable_at_ms,
        ends_at_ms,
    )


def _restore(one: OpenRestore, record_bytes: int) -> Restore:
    records = -(-one.missing // RECORD)
    return Restore(
        one.task,
        one.client,
        one.thread,
        one.role,
        records,
        records * record_bytes,
        one.from_ms,
        one.until_ms,
        one.held_up,
    )
