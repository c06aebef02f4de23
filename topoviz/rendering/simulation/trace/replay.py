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
    """A partition as its task has it: records that wait, the committed offset, and whether it is paused.

    `processed` is the offset of the last record that the task has processed.
    """

    buffered: int = 0
    committed: int | None = None
    is_paused: bool = False
    processed: int | None = None


@dataclass(slots=True)
class TaskNow:
    """A task: its stream time in ms, None before its first record, and why and for which partition it waits.

    `state` is its Task.State, None where it is not told; `node` is the current one, while a record is in it.
    """

    stream_time: int | None = None
    waits: tuple[str, str | None] | None = None
    state: str | None = None
    needs_commit: bool = False
    commit_asked: bool = False
    node: str | None = None


@dataclass(slots=True)
class Replay:
    """Threads, tasks and partitions as they are after the events that were taken so far.

    `partitions` are those of each task, `instances` has the threads of each. Of a zombie, a task that a thread goes on
    with after another one has made it, nothing is noted: what is said of the task is that of the other one.
    """

    partitions: Mapping[str, tuple[str, ...]]
    instances: Mapping[str, tuple[str, ...]]
    owners: dict[str, str]
    queues: dict[str, Queue] = field(default_factory=dict)
    tasks: dict[str, TaskNow] = field(default_factory=dict)
    transactions: dict[str, bool] = field(default_factory=dict)
    """Of each producer that is known, a task's or a thread's: whether its transaction is open."""
    makers: dict[str, str] = field(default_factory=dict)
    """The thread that has made each task last, or had it at the beginning."""
    _task_of: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self._task_of = {partition: task for task, several in self.partitions.items() for partition in several}

    def take(self, event: Json) -> None:
        """Take the next event."""
        task: str | None = event.get("task")
        if task is not None and event.get("role") != "standby" and not self._is_of_owner(event, task):
            return
        match event["event"]:
            case "polled":
                for partition, count in event["records"].items():
                    if self._has(event["thread"], self._task_of.get(partition)):
                        self._queue(partition).buffered += count
            case "processed":
                queue, now = self._queue(event["partition"]), self._task(event["task"])
                queue.buffered -= 1
                queue.processed = event["offset"]
                now.stream_time, now.needs_commit = event["stream_time"], True
                if self.transactions:
                    self._open_transaction(event["task"], event["thread"])
            case "dropped":
                self._queue(event["partition"]).buffered -= 1
            case "punctuated":
                now = self._task(event["task"])
                now.needs_commit, now.node = True, None
            case "commit asked":
                self._task(event["task"]).commit_asked = True
            case "task state" if event["role"] == "active":
                self._task(event["task"]).state = event["state"]
            case "waits":
                self._task(event["task"]).waits = event["why"], event.get("partition")
            case "goes on":
                self._task(event["task"]).waits = None
            case "paused" | "resumed" as kind:
                self._queue(event["partition"]).is_paused = kind == "paused"
            case "committed" | "came back" as kind:
                for partition, offset in event["offsets"].items():
                    self._queue(partition).committed = offset
                if kind == "committed":
                    self._end_commit(event)
            case "transactions initialized" | "transaction began" as kind:
                self.transactions[event["producer"]] = kind == "transaction began"
            case "producer closed":
                self.transactions.pop(event["producer"], None)
            case "aborted":
                for name in (event["thread"], *self._tasks_of((event["thread"],))):
                    if name in self.transactions:
                        self.transactions[name] = False
            case "killed":
                self._empty(self._tasks_of(self.instances.get(event["thread"], ())))
            case "thread died":
                self._empty(self._tasks_of((event["thread"],)), forgets=False)
            case "lost":
                self._empty(self._tasks_of((event["thread"],)))
            case "topology closed":
                self._empty((event["task"],))
            case _ if "node" in event and task is not None:
                self._task(task).node = event["node"]

    def is_in_transaction(self, task: str) -> bool | None:
        """Tell whether a transaction is open for what a task sends; None where there is none, or nobody said."""
        found = self.transactions.get(task)
        return self.transactions.get(self.owners.get(task, "")) if found is None else found

    def tasks_of(self, event: Json) -> tuple[str, ...]:
        """Name the tasks that an event has to do with: its own, else those of its thread or instance."""
        if "task" in event:
            return (event["task"],) if self._has(event["thread"], event["task"]) else ()
        return self._tasks_of(self.instances.get(event["thread"], (event["thread"],)))

    def _is_of_owner(self, event: Json, task: str) -> bool:
        """Note who has the active task of an event, and tell whether that is the thread of the event: not a zombie."""
        thread = event["thread"]
        if event["event"] == "task created":
            self.makers[task] = thread
            self._empty((task,))
        if self.makers.setdefault(task, thread) != thread:
            return False
        self.owners[task] = thread
        if "node" not in event and task in self.tasks:
            self.tasks[task].node = None
        return True

    def _has(self, thread: str, task: str | None) -> bool:
        return task is None or self.makers.get(task, thread) == thread

    def _tasks_of(self, threads: Iterable[str]) -> tuple[str, ...]:
        return tuple(task for task, owner in self.owners.items() if owner in threads)

    def _end_commit(self, event: Json) -> None:
        for task in event.get("tasks", ()):
            now = self._task(task)
            now.needs_commit, now.commit_asked, now.node = False, False, None
        for producer in event.get("producers", ()):
            self.transactions[producer] = event["begins_another"]

    def _open_transaction(self, task: str, thread: str) -> None:
        for producer in (task, thread):
            if producer in self.transactions:
                self.transactions[producer] = True

    def _empty(self, tasks: Iterable[str], *, forgets: bool = True) -> None:
        for task in tasks:
            if forgets:
                self.tasks.pop(task, None)
            for partition in self.partitions.get(task, ()):
                queue = self._queue(partition)
                queue.buffered, queue.is_paused, queue.processed = 0, False, None

    def buffered(self, partition: str) -> int:
        """Count the records of a partition that wait in its task."""
        return self._queue(partition).buffered

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
