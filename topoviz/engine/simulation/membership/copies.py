"""Copies of stores on the disks of instances: how far each is, how they are filled, and what an end leaves of them.

Rates, and what an unclean end takes, are those of scenarios. The end of a changelog moves with what stores write; where
their state is not followed, each record that the node of a store gets is one record in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from topoviz.engine.assignment.result import Role
from topoviz.engine.scenarios.clients import RECORD, Copy, LiveClient, LiveThread, OpenRestore
from topoviz.engine.scenarios.leftover_state import WRITE_BUFFER_BYTES, Unclean
from topoviz.engine.scenarios.restoring import Changelogs, Restoring, next_whole, pass_time
from topoviz.engine.simulation.membership.checkpoints import CHECKPOINT_RECORDS, needs_checkpoint
from topoviz.engine.simulation.nodes.walk import Walker
from topoviz.engine.simulation.plan import GroupPlan, SimulationPlan
from topoviz.engine.tasks.task_id import TaskId


class Copies:
    """All copies of an application. Times are in ms, positions in millionths of a record, as scenarios have them."""

    def __init__(
        self,
        plan: SimulationPlan,
        group: GroupPlan,
        walkers_of: Callable[[TaskId], Sequence[Walker]],
        written_of: Callable[[TaskId], Mapping[str, int]],
    ) -> None:
        self._plan = plan
        self._walkers_of = walkers_of
        self._written_of = written_of
        behaviours, scenario = plan.behaviours, group.scenario
        self._unclean = Unclean(behaviours, scenario.runtime, 0, scenario.rate.record_bytes)
        self._behaviours = behaviours
        self._by_records = behaviours.has("checkpoints_by_records")
        self._in_stores = behaviours.has("keeps_offsets_in_stores")
        self._saves_while_restoring = behaviours.has("restores_apart")
        self._is_exactly_once = scenario.runtime.is_exactly_once
        self._lost_in_crash = WRITE_BUFFER_BYTES // scenario.rate.record_bytes * RECORD
        self._restoring = Restoring(scenario.rate, holds_up=False)
        self._fillers: dict[str, LiveClient] = {}
        self._now = 0
        self._saved: dict[tuple[str, TaskId], int] = {}
        self._compared: dict[tuple[str, TaskId], int] = {}
        self._running: dict[tuple[str, TaskId], None] = {}
        self._wiped: dict[tuple[str, TaskId], int] = {}
        self.open: dict[tuple[str, TaskId], OpenRestore] = {}
        """What is filled now and told of when it is there."""
        self.changelogs = Changelogs(
            {task: self.records(task) * RECORD for task in plan.tasks if plan.stores.get(task.sub_topology_id)}
        )

    def records(self, task: TaskId) -> int:
        """Count the records in all changelogs of a task by now."""
        return sum(self._ends(task).values())

    def let_run(self, client: LiveClient, threads: Sequence[str]) -> None:
        """Let a client fill copies, with threads of these names, none of which has anything yet."""
        filler = LiveClient(client.name, client.process_id, len(threads), copies=client.copies, is_running=True)
        filler.threads = [LiveThread(name, number, "") for number, name in enumerate(threads, 1)]
        self._fillers[client.name] = filler

    def have(self, client: str, number: int, task: TaskId, *, is_active: bool) -> None:
        """Let a thread have a copy that is whole, since before the beginning."""
        if task in self.changelogs.ends:
            copies = self._fillers[client].copies
            copies[task] = Copy(self.changelogs.ends[task], 0)
            self._take(client, number, task, is_active=is_active)
            self._saved[client, task] = self._compared[client, task] = self.changelogs.ends[task]

    def begin(self, client: str, number: int, task: TaskId, role: Role, now: int) -> dict[str, int]:
        """Let a thread open the stores of a task; gives what is missing by changelog, nothing where it is whole."""
        if task not in self.changelogs.ends:
            return {}
        self.pass_to(now)
        copy = self._fillers[client].copies.setdefault(task, Copy())
        copy.left_ms = None
        self._take(client, number, task, is_active=role is Role.ACTIVE)
        self._saved[client, task] = copy.position
        self._compared[client, task] = 0
        missing = self.changelogs.ends[task] - copy.position
        if missing <= 0:
            copy.whole_since_ms = now
            return {}
        copy.restore = self.open[client, task] = OpenRestore(task, client, str(number), role, missing, now)
        had, ends = self.offsets(task, copy.position), self.offsets(task, self.changelogs.ends[task])
        return {name: end - had[name] for name, end in ends.items() if end > had[name]}

    def known(self, client: str, task: TaskId) -> dict[str, int | None]:
        """Give the offset from which each changelog of a task would be read; None is its beginning."""
        copy = self._fillers[client].copies.get(task)
        if task not in self.changelogs.ends:
            return {}
        if copy is None or not copy.position:
            return dict.fromkeys(self.offsets(task, 0))
        return dict(self.offsets(task, copy.position))

    def ends(self, task: TaskId) -> dict[str, int]:
        """Give the offset up to which each changelog of a task is written by now."""
        return self._ends(task)

    def wiped(self, client: str, task: TaskId) -> int:
        """Give how many records of a task nobody trusted, and were thrown away, since the last question."""
        return self._wiped.pop((client, task), 0)

    def runs(self, client: str, task: TaskId) -> None:
        """Note that an active task writes to its changelogs from now on, and has what it writes."""
        if task in self.changelogs.ends:
            self._running[client, task] = None

    def commit(self, client: str, task: TaskId) -> dict[str, int]:
        """Give the offsets that a commit writes into the checkpoint of a running task; nothing where it writes none.

        Source: StreamTask#postCommit, StateManagerUtil#checkpointNeeded; until 2.6 with each commit.
        """
        if self._is_exactly_once or self._in_stores or task not in self.changelogs.ends:
            return {}
        ends = self._ends(task)
        total = sum(ends.values()) * RECORD
        if not needs_checkpoint(self._compared[client, task] // RECORD, total // RECORD, self._behaviours):
            return {}
        self._saved[client, task] = self._compared[client, task] = total
        return ends

    def save(self, client: str, task: TaskId, now: int, *, says_again: bool) -> dict[str, int]:
        """Give the offsets of the checkpoint that a task writes as it is suspended, or restored.

        Nothing where it writes none, or, unless it `says_again`, one that says what the last one did.
        """
        self.pass_to(now)
        copy = self._fillers[client].copies.get(task)
        if copy is None:
            return {}
        before = self._saved.get((client, task))
        self._saved[client, task] = self._compared[client, task] = copy.position
        if copy.position == before and not says_again:
            return {}
        return {} if self._in_stores else self.offsets(task, copy.position)

    def leave(self, client: str, number: int, task: TaskId, now: int, *, is_clean: bool) -> None:
        """Let a thread close a task; of one that is closed dirty, only what is trusted stays."""
        if task not in self.changelogs.ends:
            return
        self.pass_to(now)
        self.open.pop((client, task), None)
        self._running.pop((client, task), None)
        filler = self._fillers[client]
        thread = filler.threads[number - 1]
        role = Role.ACTIVE if task in thread.active else Role.STANDBY
        thread.active = tuple(one for one in thread.active if one != task)
        thread.standby = tuple(one for one in thread.standby if one != task)
        copy = filler.copies.get(task)
        if copy is None:
            return
        copy.restore, copy.left_ms = None, now
        if is_clean:
            self._saved[client, task] = copy.position
        else:
            self._spoil(filler, task, role)

    def die(self, client: str, now: int) -> None:
        """Let an instance die with what its threads have open."""
        self.pass_to(now)
        filler = self._fillers[client]
        for thread in filler.threads:
            for task in (*thread.active, *thread.standby):
                self._running.pop((client, task), None)
                self.open.pop((client, task), None)
                copy = filler.copies.get(task)
                if copy is not None:
                    copy.restore, copy.left_ms = None, now
                    self._spoil(filler, task, Role.ACTIVE if task in thread.active else Role.STANDBY)
            thread.active = thread.standby = ()
        filler.is_running = False

    def pass_to(self, now: int) -> None:
        """Let time pass: running tasks have written what they have, and others are filled."""
        for client, task in self._running:
            self.changelogs.ends[task] = self.records(task) * RECORD
            self._fillers[client].copies[task].position = self.changelogs.ends[task]
        if now > self._now:
            pass_time(self._fillers.values(), self.changelogs, self._restoring, self._now, now)
            self._now = now

    def next_whole(self) -> int | None:
        """Say when the next copy that is told of may be there; None where none is filled."""
        if not self.open:
            return None
        span = next_whole(self._fillers.values(), self.changelogs, self._restoring)
        return None if span is None else self._now + span

    def take_whole(self, now: int) -> Iterator[OpenRestore]:
        """Give what has come to the end that its changelogs had when it began, in the order in which that began."""
        self.pass_to(now)
        for key, one in list(self.open.items()):
            if one.restored >= one.missing or one.until_ms is not None:
                del self.open[key]
                yield one

    def offsets(self, task: TaskId, position: int) -> dict[str, int]:
        """Divide a position among the changelogs of a task; where it is not at the end, in the same share of each."""
        ends = self._ends(task)
        total = sum(ends.values()) * RECORD
        if position >= total:
            return ends
        return {name: end * position // total for name, end in ends.items()}

    def _ends(self, task: TaskId) -> dict[str, int]:
        stores = self._plan.stores.get(task.sub_topology_id, ())
        if not stores:
            return {}
        counts: dict[str, int] = {}
        for walker in self._walkers_of(task):
            for node, count in walker.records_by_node().items():
                counts[node] = counts.get(node, 0) + count
        written = self._written_of(task)
        return {
            f"{one.changelog}-{task.partition}": one.records + written.get(one.name, counts.get(one.node, 0))
            for one in stores
        }

    def _take(self, client: str, number: int, task: TaskId, *, is_active: bool) -> None:
        thread = self._fillers[client].threads[number - 1]
        if is_active:
            thread.active = (*thread.active, task)
        else:
            thread.standby = (*thread.standby, task)

    def _spoil(self, filler: LiveClient, task: TaskId, role: Role) -> None:
        """Leave of a copy what is trusted after an unclean end."""
        copy = filler.copies[task]
        is_whole = copy.position >= self.changelogs.ends[task]
        copy.whole_since_ms = None
        if self._unclean.is_lost(role, is_whole):
            self._wiped[filler.name, task] = copy.position // RECORD
            del filler.copies[task]
        elif self._in_stores:
            copy.position = max(copy.position - self._lost_in_crash, 0)
        else:
            copy.position = max(self._saved_of(filler.name, task, role, copy.position, is_whole=is_whole), 0)

    def _saved_of(self, client: str, task: TaskId, role: Role, position: int, *, is_whole: bool) -> int:
        if role is Role.ACTIVE and (is_whole or not self._saves_while_restoring):
            return min(position, self._saved.get((client, task), 0))
        return position - (CHECKPOINT_RECORDS * RECORD if self._by_records else 0)
