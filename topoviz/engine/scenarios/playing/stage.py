"""What events find, and what they may do: clients start, end and change, and topics grow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from topoviz.engine.scenarios.clients import LiveClient, LiveThread
from topoviz.engine.scenarios.events.event import BadEvent, Happening, Stage
from topoviz.engine.scenarios.group import Cause, Why
from topoviz.engine.scenarios.model import StepKind
from topoviz.engine.scenarios.playing.holding import come_back, let_go
from topoviz.engine.scenarios.playing.live import Live
from topoviz.engine.scenarios.playing.rebalances import give_back, request_rebalance
from topoviz.engine.scenarios.reading.values import listed
from topoviz.engine.scenarios.recorded import OpenStep
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True, slots=True)
class LiveStage:
    """The stage of a scenario that is played."""

    live: Live

    @property
    def behaviours(self) -> Behaviours:
        """How this version of Kafka Streams behaves."""
        return self.live.behaviours

    @property
    def running(self) -> tuple[str, ...]:
        """The clients that run."""
        return tuple(name for name, client in self.live.clients.items() if client.is_running)

    @property
    def stopped(self) -> tuple[str, ...]:
        """The clients that do not run."""
        return tuple(name for name, client in self.live.clients.items() if not client.is_running)

    def say(self, event: str, cause: str = "", notes: tuple[str, ...] = ()) -> None:
        """Begin a step."""
        steps = self.live.steps
        idle = steps[-1].idle_threads if steps else ()
        steps.append(OpenStep(self.live.now, StepKind.EVENT, event, cause, idle_threads=idle, notes=list(notes)))

    def later(self, delay_ms: int, happening: Happening) -> None:
        """Let something happen after a while."""
        self.live.plan.put(self.live.now + delay_ms, happening, self.live.line)

    def threads_of(self, client: str) -> int:
        """Say how many threads a client has, or had when it last ran."""
        return self._client(client).number_of_threads

    def add(self, client: str, threads: int, like: str | None = None) -> None:
        """Bring in a client that was not there, in the rack and with the tags of another, and start it."""
        added = self.live.processes.add(client, threads)
        if like is not None:
            other = self._client(like)
            added.rack, added.tags = other.rack, other.tags
        self.live.clients[client] = added
        self.start(client)

    def start(self, client: str, *, threads: int | None = None, loses_state: bool = False) -> None:
        """Start a client; its threads join, or come back as the members that they were (KIP-345)."""
        live, one = self.live, self._client(client)
        if one.is_running:
            raise BadEvent(f"starts {client}, which runs already then.")
        live.processes.start(one, live.now, loses_state=loses_state, threads=threads)
        live.changed_ms = live.now
        known = [
            (thread, member)
            for thread in one.threads
            if (member := live.group.members.get(live.processes.key(one, thread))) is not None
        ]
        if len(known) == len(one.threads) and live.group.preparing is None:
            live.note("The members are static and come back in time: their tasks stay theirs, without a rebalance.")
            come_back(live, one, known)
            return
        for thread in one.threads:
            self._join(one, thread)

    def halt(self, client: str, *, is_clean: bool, leaves_group: bool = False) -> None:
        """End a client that runs; its members stay in the group until their sessions are over."""
        live, one = self.live, self._client(client)
        if not one.is_running:
            raise BadEvent(f"ends {client}, which does not run then.")
        leaves = leaves_group and self._leaves_when_asked()
        threads = list(one.threads)
        lost = live.processes.end(one, live.changelogs, live.now, is_clean=is_clean)
        for thread in threads:
            let_go(live, thread.active)
            key = live.processes.key(one, thread)
            if leaves:
                self._leave(key)
            elif key in live.group.members:
                live.group.end(key, live.now, is_clean=is_clean)
        if leaves_group and not leaves:
            live.note("CloseOptions#leaveGroup works for static members only before 4.2; these stay in the group.")
        if lost:
            self._note_lost(lost)
        live.changed_ms = live.now

    def change_threads(self, client: str, threads: int) -> None:
        """Add stream threads, or remove the first ones, which leave the group at once (KIP-663)."""
        live, one = self.live, self._client(client)
        too_many = max(len(one.threads) - threads, 0)
        gone, one.threads = one.threads[:too_many], one.threads[too_many:]
        for thread in gone:
            let_go(live, thread.active)
            for task in (*thread.active, *thread.standby):
                if task in one.copies:
                    one.copies[task].left_ms = live.now
            self._leave(live.processes.key(one, thread))
        taken = {thread.number for thread in one.threads}
        free = [number for number in range(1, threads + 1) if number not in taken]
        for number in free[: threads - len(one.threads)]:
            thread = live.processes.thread(one, number, live.now)
            one.threads.append(thread)
            self._join(one, thread)
        one.number_of_threads = threads

    def change_partitions(self, counts: Mapping[str, int]) -> None:
        """Give topics other counts; the leader sees them when its metadata is renewed."""
        live = self.live
        for topic, count in counts.items():
            before = live.pending_counts.get(topic, live.topics.count_of(topic))
            if before is None:
                raise BadEvent(f"changes {topic}, which is no topic that the program reads and somebody else makes.")
            if count <= before:
                live.note(f"Kafka refuses: {topic} has {before:,} partitions, and partitions are only ever added.")
            else:
                live.pending_counts[topic] = count
        if live.pending_counts and self.running:
            delay = live.chance.below(live.scenario.runtime.metadata_max_age_ms, "metadata", live.now) + 1
            self.later(delay, _Noticed(live, dict(live.pending_counts)))

    def _client(self, name: str) -> LiveClient:
        found = self.live.clients.get(name)
        if found is None:
            raise BadEvent(f"names a client {name[:80]}; there are {listed(list(self.live.clients)[:10])}.")
        return found

    def _join(self, one: LiveClient, thread: LiveThread) -> None:
        member = self.live.processes.member(one, thread, self.live.now)
        self.live.group.members.pop(member.key, None)
        self.live.group.join(member, self.live.now)
        give_back(self.live)

    def _leave(self, key: str) -> None:
        self.live.group.leave(key, self.live.now)
        give_back(self.live)

    def _leaves_when_asked(self) -> bool:
        return self.live.scenario.runtime.is_static or self.behaviours.has("leaves_group_on_close")

    def _note_lost(self, lost: list[TaskId]) -> None:
        self.live.note(
            f"With {self.live.scenario.runtime.processing_guarantee}, the state of {listed(list(map(str, lost)))} on "
            "this disk is not trusted after such an end; a new process throws it away and restores all of it."
        )


@dataclass(frozen=True, slots=True)
class _Noticed:
    """The leader's metadata show other partition counts."""

    live: Live
    counts: Mapping[str, int]

    def happen(self, stage: Stage) -> None:
        """Start a rebalance that works with them."""
        leader = self.live.group.leader
        if leader is not None:
            request_rebalance(self.live, Cause(Why.METADATA), frozenset((leader.key,)))
            self.live.topics = self.live.topics.with_counts(self.counts)
