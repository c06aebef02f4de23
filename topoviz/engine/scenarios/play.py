"""Plays a scenario: events and the group's own doings in the order of time, each with all that follows from it.

Same in, same out: what Kafka draws at random is drawn from the seed, and no clock is asked.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.rebalance import rebalance
from topoviz.engine.assignment.rebalanced import Application, Rebalance
from topoviz.engine.assignment.result import Role
from topoviz.engine.cluster.model import Client, Cluster
from topoviz.engine.scenarios.assumptions import assumptions_of
from topoviz.engine.scenarios.bad_scenario import BadScenario
from topoviz.engine.scenarios.causes import cause_text
from topoviz.engine.scenarios.chance import Chance
from topoviz.engine.scenarios.clients import RECORD, Copy, LiveClient, LiveThread, OpenRestore
from topoviz.engine.scenarios.events.event import BadEvent, Happening
from topoviz.engine.scenarios.group import Cause, Group, Member, Preparing, Why
from topoviz.engine.scenarios.model import MOST_REBALANCES, Played, Scenario, StepKind
from topoviz.engine.scenarios.owners import Owners
from topoviz.engine.scenarios.processes import Processes
from topoviz.engine.scenarios.reading.values import listed
from topoviz.engine.scenarios.recorded import OpenStep, OpenWait, totals_of
from topoviz.engine.scenarios.restoring import Changelogs, Restoring, next_whole, pass_time
from topoviz.engine.scenarios.topics import BadCounts, Topics
from topoviz.engine.scenarios.who_has_what import WhoHasWhat
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.versions import Behaviours

_LONGEST_AFTER_MS: Final = 86_400_000
"""How long after its last event a scenario is followed: a day."""


def play(scenario: Scenario, topics: Topics) -> Played:
    """Work out a scenario; raises BadScenario for an event that cannot happen then, and NoSuchAssignor."""
    playing = _Playing(scenario, topics)
    playing.begin()
    while playing.go_on():
        pass
    return playing.ended()


@dataclass(order=True, slots=True)
class _Due:
    """What happens at a moment; what was planned first comes first."""

    at_ms: int
    place: int
    happening: Happening = field(compare=False)
    line: int | None = field(compare=False, default=None)


@dataclass(slots=True)
class _Noticed:
    """The leader's metadata show other partition counts."""

    counts: Mapping[str, int]

    def happen(self, stage: object) -> None:
        """Start a rebalance that works with them."""
        assert isinstance(stage, _Playing)
        stage.notice(self.counts)


class _Playing:
    """A scenario while it is played; what events find on their stage."""

    def __init__(self, scenario: Scenario, topics: Topics) -> None:
        self.scenario = scenario
        self.topics = topics
        self.behaviours: Behaviours = topics.behaviours
        self.chance = Chance(scenario.seed)
        self.processes = Processes(scenario, topics.behaviours, topics.application_id, self.chance)
        self.now = 0
        self.clients: dict[str, LiveClient] = {}
        self.group = Group(scenario.runtime)
        self.restoring = Restoring(scenario.rate, self.behaviours.has("restores_before_processing"))
        self.changelogs = Changelogs({}, scenario.state.writes_per_second * RECORD // 1_000)
        self.steps: list[OpenStep] = []
        self.plan: list[_Due] = []
        self.planned = 0
        self.line: int | None = None
        self.last_event_ms = max((event.at_ms for event in scenario.events), default=0)
        self.owners = Owners()
        self.who_has_what = WhoHasWhat()
        self.given_back: list[OpenWait] = []
        self.probing: tuple[int, str] | None = None
        self.pending_counts: dict[str, int] = {}
        self.rebalances = 0
        self.changed_ms = 0
        self.refusal: str | None = None
        self.is_cut_off = False
        self.doubts: dict[str, None] = {}
        self.warnings: dict[str, None] = {}
        for event in scenario.events:
            self._put(event.at_ms, event.happening, event.line)
        self._find_changelogs()
        for client in scenario.cluster.clients:
            self.clients[client.name] = _at_rest(client, self.changelogs, self.chance)

    # What events may do.

    @property
    def running(self) -> tuple[str, ...]:
        """The clients that run."""
        return tuple(name for name, client in self.clients.items() if client.is_running)

    @property
    def stopped(self) -> tuple[str, ...]:
        """The clients that do not run."""
        return tuple(name for name, client in self.clients.items() if not client.is_running)

    def say(self, event: str, cause: str = "", notes: tuple[str, ...] = ()) -> None:
        """Begin a step."""
        idle = self.steps[-1].idle_threads if self.steps else ()
        self.steps.append(OpenStep(self.now, StepKind.EVENT, event, cause, idle_threads=idle, notes=list(notes)))

    def later(self, delay_ms: int, happening: Happening) -> None:
        """Let something happen after a while."""
        self.last_event_ms = max(self.last_event_ms, self.now + delay_ms)
        self._put(self.now + delay_ms, happening, self.line)

    def add(self, client: str, threads: int) -> None:
        """Bring in a client that was not there."""
        self.clients[client] = self.processes.add(client, threads)
        self.start(client)

    def start(self, client: str, *, threads: int | None = None, loses_state: bool = False) -> None:
        """Start a client; its threads join, or come back as the members that they were (KIP-345)."""
        one = self._client(client)
        if one.is_running:
            raise BadEvent(f"starts {client}, which runs already then.")
        self.processes.start(one, self.now, loses_state=loses_state, threads=threads)
        self.changed_ms = self.now
        come_back = [self.group.members.get(self.processes.key(one, thread)) for thread in one.threads]
        if all(come_back) and self.group.preparing is None:
            for thread, member in zip(one.threads, come_back, strict=True):
                assert member is not None
                self._come_back(one, thread, member)
            self._note("The members are static and come back in time: their tasks stay theirs, without a rebalance.")
            self._assign_copies(one)
            return
        for thread in one.threads:
            self._join(one, thread)

    def halt(self, client: str, *, is_clean: bool, leaves_group: bool = False) -> None:
        """End a client that runs; its members stay in the group until their sessions are over."""
        one = self._client(client)
        if not one.is_running:
            raise BadEvent(f"ends {client}, which does not run then.")
        leaves = leaves_group and self._leaves_when_asked()
        threads = list(one.threads)
        lost = self.processes.end(one, self.changelogs, self.now, is_clean=is_clean)
        for thread in threads:
            self._let_go(thread.active)
            key = self.processes.key(one, thread)
            if leaves:
                self._leave(key)
            elif key in self.group.members:
                self.group.end(key, self.now, is_clean=is_clean)
        if leaves_group and not leaves:
            self._note("CloseOptions#leaveGroup works for static members only before 4.2; these stay in the group.")
        if lost:
            self._note(
                f"With {self.scenario.runtime.processing_guarantee}, the state of {listed(list(map(str, lost)))} on "
                "this disk is not trusted after such an end; a new process throws it away and restores all of it."
            )
        self.changed_ms = self.now

    def change_threads(self, client: str, threads: int) -> None:
        """Add stream threads, or remove the first ones, which leave the group at once (KIP-663)."""
        one = self._client(client)
        too_many = max(len(one.threads) - threads, 0)
        gone, one.threads = one.threads[:too_many], one.threads[too_many:]
        for thread in gone:
            self._let_go(thread.active)
            for task in (*thread.active, *thread.standby):
                if task in one.copies:
                    one.copies[task].left_ms = self.now
            self._leave(self.processes.key(one, thread))
        free = [number for number in range(1, threads + 1) if number not in {thread.number for thread in one.threads}]
        for number in free[: threads - len(one.threads)]:
            thread = self.processes.thread(one, number, self.now)
            one.threads.append(thread)
            self._join(one, thread)
        one.number_of_threads = threads

    def change_partitions(self, counts: Mapping[str, int]) -> None:
        """Give topics other counts; the leader sees them when its metadata is renewed."""
        for topic, count in counts.items():
            before = self.pending_counts.get(topic, self.topics.count_of(topic))
            if before is None:
                raise BadEvent(f"changes {topic}, which is no topic that the program reads and somebody else makes.")
            if count <= before:
                self._note(f"Kafka refuses: {topic} has {before:,} partitions, and partitions are only ever added.")
            else:
                self.pending_counts[topic] = count
        if self.pending_counts and self.running:
            delay = self.chance.below(self.scenario.runtime.metadata_max_age_ms, "metadata", self.now) + 1
            self.later(delay, _Noticed(dict(self.pending_counts)))

    def notice(self, counts: Mapping[str, int]) -> None:
        """Let the leader see other partition counts."""
        if self.group.leader is not None:
            at_once = frozenset((self.group.leader.key,))
            self._request(Cause(Why.METADATA), at_once)
            self.topics = self.topics.with_counts(counts)

    # How time goes on.

    def begin(self) -> None:
        """Let the clients run that ran before the first event."""
        if not self.scenario.is_running:
            return
        for client in self.scenario.cluster.clients:
            one = self.clients[client.name]
            one.is_running, one.starts = True, 1
            one.threads = [
                self.processes.thread(one, number, self.now) for number in range(1, one.number_of_threads + 1)
            ]
            for thread, had in zip(one.threads, client.threads, strict=True):
                thread.name = had.name
                thread.active, thread.standby = had.active, had.standby
                member = self.processes.member(one, thread, self.now)
                self.group.members[member.key] = member
                self.owners.give(one.name, thread.active, self.now)
            for copy in one.copies.values():
                copy.left_ms = None if copy.left_ms is None else 0
        self.group.generation = 1

    def go_on(self) -> bool:
        """Do what comes next; False when nothing comes any more."""
        moment = self._next_moment()
        if moment is None or self.refusal is not None or self.is_cut_off:
            return False
        if moment > self.last_event_ms + _LONGEST_AFTER_MS or self.rebalances >= MOST_REBALANCES:
            self.is_cut_off = True
            return False
        self._pass_to(moment)
        due = self.group.due()
        if self.plan and self.plan[0].at_ms <= moment:
            self._happen(heapq.heappop(self.plan))
        elif due is not None and due <= moment:
            self._coordinate()
        elif self.probing is not None and self.probing[0] <= moment:
            self._probe()
        return True

    def ended(self) -> Played:
        """Give what came of it."""
        is_stable = self.refusal is None and not self.is_cut_off
        size = self.scenario.rate.record_bytes
        if self.is_cut_off and self.steps:
            self.steps[-1].notes.append(
                f"Here the scenario is cut off, after {self.rebalances:,} rebalances: it does not come to rest."
            )
        return Played(
            self.scenario,
            tuple(step.closed(size) for step in self.steps),
            self.refusal,
            totals_of(self.steps, size, self.changed_ms if is_stable else None, self.now),
            assumptions_of(self.scenario, self.behaviours),
            tuple(self.doubts),
            tuple(self.warnings),
        )

    def _next_moment(self) -> int | None:
        times = [
            self.plan[0].at_ms if self.plan else None,
            self.group.due(),
            None if self.probing is None else self.probing[0],
        ]
        known = [time for time in times if time is not None]
        if known:
            return max(min(known), self.now)
        span = next_whole(self.clients.values(), self.changelogs, self.restoring)
        return None if span is None else self.now + span

    def _pass_to(self, moment: int) -> None:
        """Let time pass; under the eager protocol nobody restores while a rebalance is under way."""
        preparing = self.group.preparing
        if self.behaviours.has("cooperates") or preparing is None:
            pass_time(self.clients.values(), self.changelogs, self.restoring, self.now, moment)
        if moment > self.now:
            self.now = moment
        if not self.plan and self.group.due() is None and self.probing is None:
            self.changed_ms = self.now

    def _happen(self, due: _Due) -> None:
        self.line = due.line
        said = len(self.steps)
        try:
            due.happening.happen(self)
        except BadEvent as error:
            raise BadScenario(due.line, str(error)) from error
        if len(self.steps) > said:
            self.steps[-1].clients = self.who_has_what.look(self.clients.values())

    def _coordinate(self) -> None:
        """Let sessions end, or a rebalance that has all its members."""
        if self.group.expired(self.now):
            self._give_back_for_rebalance()
            return
        if self.group.preparing is None or self.group.completes() > self.now:
            return
        done = self.group.complete(self.now)
        if done is not None:
            self._rebalance(done)

    def _probe(self) -> None:
        assert self.probing is not None
        _, key = self.probing
        self.probing = None
        if key in self.group.members:
            self._request(Cause(Why.PROBING), frozenset((key,)))

    # What a rebalance does.

    def _request(self, cause: Cause, at_once: frozenset[str] = frozenset()) -> None:
        self.group.request(cause, self.now, at_once)
        self._give_back_for_rebalance()

    def _give_back_for_rebalance(self) -> None:
        """Under the eager protocol every thread gives back all its tasks before it joins anew (until 2.3)."""
        preparing = self.group.preparing
        if self.behaviours.has("cooperates") or preparing is None:
            return
        for client in self.clients.values():
            for thread in client.threads:
                at_ms = preparing.joins.get(self.processes.key(client, thread), self.now)
                self.given_back += self.owners.take(thread.active, at_ms)

    def _rebalance(self, done: Preparing) -> None:
        cause = cause_text(done.causes, self.scenario.runtime, self.scenario.settings.probing_rebalance_interval_ms)
        self.rebalances += 1
        step = OpenStep(self.now, StepKind.REBALANCE, f"Rebalance {self.rebalances} ends.", cause)
        step.is_probing = any(one.why is Why.PROBING for one in done.causes)
        self.steps.append(step)
        step.waits, self.given_back = [*step.waits, *self.given_back], []
        self.probing = None
        try:
            self.topics = self.topics.checked()
            self._find_changelogs()
            step.tasks, step.rebalance = self.topics.tasks, self._assign()
        except (BadCounts, AssignmentFails) as error:
            self._refuse(step, error)
            step.clients = self.who_has_what.look(self.clients.values())
            return
        self._apply(step, step.rebalance)
        step.clients = self.who_has_what.look(self.clients.values())
        self._plan_follow_up(step.rebalance)
        self.doubts.update(dict.fromkeys(step.rebalance.doubts))
        self.warnings.update(dict.fromkeys(step.rebalance.warnings))
        self.changed_ms = self.now

    def _assign(self) -> Rebalance:
        members = frozenset(one.consumer_id for one in self.group.members.values() if one.expires_ms is None)
        order = list(dict.fromkeys(one.client for one in self.group.members.values() if one.expires_ms is None))
        for name in order:
            self.clients[name].clean_disk(self.now, self.scenario.runtime.state_cleanup_delay_ms)
        told = [self.clients[name].as_told(self.changelogs.ends, members) for name in order]
        ends = {task: end // RECORD for task, end in self.changelogs.ends.items()}
        application = Application(
            self.topics.tasks.tasks,
            self.scenario.settings,
            self.behaviours,
            self.scenario.assignor,
            ends,
            self.topics.racks,
        )
        assert self.group.leader is not None
        return rebalance(Cluster(tuple(told)), application, self.clients[self.group.leader.client].process_id)

    def _apply(self, step: OpenStep, found: Rebalance) -> None:
        had, before = tuple(self.owners.now), dict(self.owners.last)
        for given in found.clients:
            one = self.clients[given.client.name]
            threads = {thread.consumer_id: thread for thread in one.threads}
            for got in given.threads:
                thread = threads[got.consumer_id]
                thread.active = got.active
                thread.standby = tuple(sorted((*got.standby, *got.warm_ups, *got.stand_ins)))
                thread.warm_ups = got.warm_ups
                member = self.group.members[self.processes.key(one, thread)]
                member.active, member.standby, member.warm_ups = thread.active, thread.standby, thread.warm_ups
        owned = {task for one in self.clients.values() for thread in one.threads for task in thread.active}
        self._let_go(tuple(task for task in had if task not in owned), step)
        for client in self.clients.values():
            self.owners.give(client.name, (task for thread in client.threads for task in thread.active), self.now)
            if client.is_running:
                self._assign_copies(client, step)
        step.moved = self.owners.moved(before)
        step.idle_threads = tuple(
            f"{given.client.name} {got.name}" for given in found.clients for got in given.threads if got.is_idle
        )

    def _plan_follow_up(self, found: Rebalance) -> None:
        keys = {member.consumer_id: member.key for member in self.group.members.values()}
        follow_up = found.follow_up
        if follow_up.probing is not None:
            self.probing = (self.now + follow_up.probing_after_ms, keys[follow_up.probing])
        if follow_up.at_once:
            gave_back = {one.consumer_id for client in found.clients for one in client.threads if one.revoked}
            at_once = frozenset(keys[one] for one in gave_back.union(follow_up.at_once))
            self._request(Cause(Why.FOLLOW_UP), at_once)

    def _refuse(self, step: OpenStep, error: Exception) -> None:
        """Kafka Streams throws where it should assign: one thread after the other leads, and dies of it."""
        step.kind = StepKind.REFUSED
        step.event = "The rebalance fails."
        self.refusal = str(error)
        step.notes.append("The thread that leads dies; the next one leads and dies too, until no thread is left.")
        self._let_go(tuple(self.owners.now), step)
        for client in self.clients.values():
            client.is_running, client.threads = False, []

    # Who has what.

    def _let_go(self, tasks: tuple[TaskId, ...], step: OpenStep | None = None) -> None:
        (step or self.steps[-1]).waits.extend(self.owners.take(tasks, self.now))

    def _assign_copies(self, client: LiveClient, step: OpenStep | None = None) -> None:
        """Open the copies of what a client has, and close those of what it has no more."""
        held = {task: (thread, role) for thread, task, role in client.held() if task in self.changelogs.ends}
        for task, copy in client.copies.items():
            if task not in held and copy.left_ms is None:
                copy.left_ms, copy.restore = self.now, None
        for task, (thread, role) in held.items():
            copy = client.copies.setdefault(task, Copy())
            copy.left_ms = None
            missing = self.changelogs.ends[task] - copy.position
            if missing <= 0:
                copy.whole_since_ms = self.now if copy.whole_since_ms is None else copy.whole_since_ms
                continue
            if copy.restore is not None and copy.restore.role == role:
                continue
            held_up = self._held_up(thread, client) if role is Role.ACTIVE else ()
            copy.whole_since_ms = None
            copy.restore = OpenRestore(task, client.name, thread.name, role, missing, self.now, held_up=held_up)
            (step or self.steps[-1]).restores.append(copy.restore)

    def _held_up(self, thread: LiveThread, client: LiveClient) -> tuple[TaskId, ...]:
        if not self.restoring.holds_up:
            return ()
        ends, copies = self.changelogs.ends, client.copies
        return tuple(
            task
            for task in thread.active
            if task not in ends or (task in copies and copies[task].position >= ends[task])
        )

    # Clients and members.

    def _client(self, name: str) -> LiveClient:
        found = self.clients.get(name)
        if found is None:
            raise BadEvent(f"names a client {name[:80]}; there are {listed(list(self.clients)[:10])}.")
        return found

    def _join(self, one: LiveClient, thread: LiveThread) -> None:
        member = self.processes.member(one, thread, self.now)
        self.group.members.pop(member.key, None)
        self.group.join(member, self.now)
        self._give_back_for_rebalance()

    def _leave(self, key: str) -> None:
        self.group.leave(key, self.now)
        self._give_back_for_rebalance()

    def _come_back(self, one: LiveClient, thread: LiveThread, member: Member) -> None:
        thread.active, thread.standby, thread.warm_ups = member.active, member.standby, member.warm_ups
        member.expires_ms, member.consumer_id, member.joined_ms = None, thread.consumer_id, self.now
        self.owners.give(one.name, thread.active, self.now)

    def _leaves_when_asked(self) -> bool:
        return self.scenario.runtime.is_static or self.behaviours.has("leaves_group_on_close")

    # Small things.

    def _find_changelogs(self) -> None:
        for task, records in self.topics.records(self.scenario.state).items():
            self.changelogs.ends.setdefault(task, records * RECORD)

    def _note(self, sentence: str) -> None:
        self.steps[-1].notes.append(sentence)

    def _put(self, at_ms: int, happening: Happening, line: int | None) -> None:
        self.planned += 1
        heapq.heappush(self.plan, _Due(at_ms, self.planned, happening, line))


def _at_rest(client: Client, changelogs: Changelogs, chance: Chance) -> LiveClient:
    """Give a client that does not run, with what its text says is on its disk."""
    had = {task for thread in client.threads for task in (*thread.active, *thread.standby)}.union(client.stored)
    copies = {
        task: Copy(max(changelogs.ends[task] - client.lags.get(task, 0) * RECORD, 0), left_ms=0)
        for task in sorted(had)
        if task in changelogs.ends and client.keeps_state
    }
    return LiveClient(
        client.name,
        client.process_id if client.has_process_id else chance.uuid("process", client.name, 1),
        len(client.threads),
        client.has_process_id,
        client.tags,
        client.rack,
        copies=copies,
    )
