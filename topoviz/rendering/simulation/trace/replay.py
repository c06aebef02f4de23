"""What tasks have at a moment of a trace: replayed from its events, one after another.

Sizes of queues follow from what polls brought and what was processed or dropped; a queue is empty again when its
instance dies or its task is closed. What is committed and paused stands in the events themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass(slots=True)
class Queue:
    """A partition as its task has it: records that wait, the committed offset, and whether it is paused."""

    buffered: int = 0
    committed: int | None = None
    is_paused: bool = False


@dataclass(slots=True)
class TaskNow:
    """A task: its stream time in ms, None before its first record, and why and for which partition it waits."""

    stream_time: int | None = None
    waits: tuple[str, str | None] | None = None


@dataclass(slots=True)
class Replay:
    """Threads, tasks and partitions as they are after the events that were taken so far.

    `partitions` are those of each task; `threads` are those of each instance, and `tasks` those of each thread.
    """

    partitions: Mapping[str, tuple[str, ...]]
    instances: Mapping[str, tuple[str, ...]]
    owners: dict[str, str]
    queues: dict[str, Queue] = field(default_factory=dict)
    tasks: dict[str, TaskNow] = field(default_factory=dict)

    def take(self, event: Json) -> None:
        """Take the next event."""
        task: str | None = event.get("task")
        if task is not None and event.get("role") != "standby":
            self.owners[task] = event["thread"]
        match event["event"]:
            case "polled":
                for partition, count in event["records"].items():
                    self._queue(partition).buffered += count
            case "processed" | "dropped":
                self._queue(event["partition"]).buffered -= 1
                if event["event"] == "processed":
                    self._task(event["task"]).stream_time = event["stream_time"]
            case "waits":
                self._task(event["task"]).waits = event["why"], event.get("partition")
            case "goes on":
                self._task(event["task"]).waits = None
            case "paused" | "resumed" as kind:
                self._queue(event["partition"]).is_paused = kind == "paused"
            case "committed" | "came back":
                for partition, offset in event["offsets"].items():
                    self._queue(partition).committed = offset
            case "killed":
                self._empty(self._tasks_of(self.instances.get(event["thread"], ())))
            case "thread died" | "lost":
                self._empty(self._tasks_of((event["thread"],)))
            case "topology closed":
                self._empty((event["task"],))

    def tasks_of(self, event: Json) -> tuple[str, ...]:
        """Name the tasks that an event has to do with: its own, else those of its thread or instance."""
        if "task" in event:
            return (event["task"],)
        return self._tasks_of(self.instances.get(event["thread"], (event["thread"],)))

    def _tasks_of(self, threads: Iterable[str]) -> tuple[str, ...]:
        return tuple(task for task, owner in self.owners.items() if owner in threads)

    def _empty(self, tasks: Iterable[str]) -> None:
        for task in tasks:
            self.tasks.pop(task, None)
            for partition in self.partitions.get(task, ()):
                queue = self._queue(partition)
                queue.buffered, queue.is_paused = 0, False

    def _queue(self, partition: str) -> Queue:
        return self.queues.setdefault(partition, Queue())

    def _task(self, task: str) -> TaskNow:
        return self.tasks.setdefault(task, TaskNow())


def threads_of(result: Json) -> list[Json]:
    """Give the threads of a simulation as JSON; none where it has not ended."""
    found: list[Json] = (result.get("summary") or {}).get("threads", [])
    return found


def replay_of(result: Json) -> Replay:
    """Begin with nothing but who has which task, from a simulation as JSON; it is empty while that runs."""
    groups = (result.get("tasks") or {}).get("sub_topologies", [])
    threads = threads_of(result)
    instances: dict[str, tuple[str, ...]] = {}
    for one in threads:
        instances[one["client"]] = (*instances.get(one["client"], ()), one["thread"])
    return Replay(
        {task["id"]: tuple(task["partitions"]) for group in groups for task in group["tasks"] or ()},
        instances,
        {task: one["thread"] for one in threads for task in one["tasks"]},
    )
