"""Who has which active task, and for how long nobody has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from topoviz.engine.scenarios.recorded import OpenWait
from topoviz.engine.tasks.task_id import TaskId


@dataclass(slots=True)
class Owners:
    """The client of each active task now, the last one that it had, and the waits that have not ended."""

    now: dict[TaskId, str] = field(default_factory=dict)
    last: dict[TaskId, str] = field(default_factory=dict)
    waiting: dict[TaskId, OpenWait] = field(default_factory=dict)

    def give(self, client: str, tasks: Iterable[TaskId], at_ms: int) -> None:
        """Give tasks to a client; whoever waited for them waits no longer."""
        for task in tasks:
            wait = self.waiting.pop(task, None)
            if wait is not None:
                wait.to_ms = max(at_ms, wait.from_ms)
            self.now[task] = self.last[task] = client

    def take(self, tasks: Sequence[TaskId], at_ms: int) -> list[OpenWait]:
        """Take tasks from whoever has them, and give the waits that begin."""
        waits = [OpenWait(task, at_ms) for task in tasks if self.now.pop(task, None) is not None]
        self.waiting.update((wait.task, wait) for wait in waits)
        return waits

    def moved(self, before: Mapping[TaskId, str]) -> tuple[TaskId, ...]:
        """List the tasks that another client had last."""
        return tuple(sorted(task for task, client in self.now.items() if before.get(task, client) != client))
