"""The consumer group while a simulation runs: its coordinator, and the leader that assigns.

The group is that of scenarios; here its members join where their threads really poll. A member hears of a rebalance
with a heartbeat and joins in its next poll; one that does not poll for max.poll.interval.ms leaves, and a rebalance
waits so long for it. Source: GroupCoordinator, AbstractCoordinator#maybeLeaveGroup, ConsumerCoordinator#onJoinPrepare.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.rebalanced import FollowUp, Rebalance
from topoviz.engine.scenarios.asking_leader import ask_leader, give_to_threads
from topoviz.engine.scenarios.causes import cause_text
from topoviz.engine.scenarios.chance import Chance
from topoviz.engine.scenarios.clients import LiveClient, LiveThread
from topoviz.engine.scenarios.group import Cause, Group, Member, Preparing, Why
from topoviz.engine.scenarios.playing.live import at_rest
from topoviz.engine.scenarios.processes import Processes
from topoviz.engine.simulation.life_events.group import MemberGone, RebalanceBegan, RebalanceEnded
from topoviz.engine.simulation.membership.copies import Copies
from topoviz.engine.simulation.plan import GroupPlan
from topoviz.engine.tasks.task_id import TaskId

if TYPE_CHECKING:
    from topoviz.engine.simulation.thread.stream_thread import StreamThread
    from topoviz.engine.simulation.world import World


class Membership:
    """The group of a world. Times are in ms, as the group has them, and rounded up."""

    def __init__(self, world: World, plan: GroupPlan) -> None:
        self._world = world
        self._plan = plan
        scenario = plan.scenario
        self.settings = scenario.runtime
        self.group = Group(scenario.runtime)
        self.copies = Copies(world.plan, plan, world.crew.walkers_of, world.crew.changelog_records)
        chance = Chance(scenario.seed)
        self._processes = Processes(scenario, world.behaviours, plan.application_id, chance)
        self.clients = {one.name: at_rest(one, self.copies.changelogs, chance) for one in scenario.cluster.clients}
        self._members: dict[str, StreamThread] = {}
        self._told: Preparing | None = None
        self._knows: set[str] = set()
        self._follow_up = FollowUp()
        self.rebalances = 0
        self.refusal: str | None = None

    def let_run(self) -> None:
        """Let all clients run since before the beginning, with the tasks of the first assignment and whole copies."""
        for given in self._plan.first.clients:
            client = self._start(given.client.name, 0)
            for thread, got in zip(self._world.crew.threads_of(client.name), given.threads, strict=True):
                live = self.live(thread)
                live.active = got.active
                live.standby = self._stateful((*got.standby, *got.warm_ups, *got.stand_ins))
                member = self._processes.member(client, live, 0)
                member.active, member.standby = live.active, live.standby
                self.group.members[member.key] = member
                self._members[member.key] = thread
        self.group.generation = 1

    def start(self, name: str, now: int) -> None:
        """Start the process of a client; its threads join in their first poll, unless they are static and known."""
        self._start(name, now)

    def _start(self, name: str, now: int) -> LiveClient:
        threads = self._world.crew.threads_of(name)
        if name not in self.clients:
            self.clients[name] = self._processes.add(name, len(threads))
        client = self.clients[name]
        self._processes.start(client, now, loses_state=False, threads=len(threads))
        self.copies.let_run(client, [one.name for one in threads])
        return client

    def live(self, thread: StreamThread) -> LiveThread:
        """Give what the group knows of a thread."""
        return self.clients[thread.instance].threads[thread.place]

    def key(self, thread: StreamThread) -> str:
        """Name the member that a thread is."""
        return self._processes.key(self.clients[thread.instance], self.live(thread))

    def kept(self, thread: StreamThread) -> tuple[TaskId, ...]:
        """Give the active tasks that the group keeps for a thread, as for a static member that is back in time."""
        member = self.group.members.get(self.key(thread))
        return () if member is None or self.group.preparing is not None else member.active

    def is_member(self, thread: StreamThread) -> bool:
        """Tell whether the group has a thread."""
        return self._members.get(self.key(thread)) is thread and self.key(thread) in self.group.members

    def rebalance_at_once(self, follow_up: FollowUp) -> None:
        """Let a rebalance begin with the simulation, since the first assignment left tasks that others gave back."""
        self._follow_up = follow_up
        self._request(Cause(Why.FOLLOW_UP), 0, "")
        self._plan_next(0)

    def join(self, thread: StreamThread, now: int) -> bool:
        """Let a thread join, for the first time or again; tells whether it has its tasks at once, as a static one."""
        key, preparing = self.key(thread), self.group.preparing
        known = self.group.members.get(key)
        if known is None:
            self._join_anew(thread, key, now)
        elif known.expires_ms is not None and preparing is None:
            known.expires_ms, known.consumer_id, known.joined_ms = None, self.live(thread).consumer_id, now
            self._members[key] = thread
            live = self.live(thread)
            live.active, live.standby, live.warm_ups = known.active, known.standby, known.warm_ups
            return True
        else:
            known.expires_ms, known.consumer_id = None, self.live(thread).consumer_id
            self._members[key] = thread
            if preparing is None:
                self._request(Cause(Why.JOINED, thread.instance), now, key)
            else:
                preparing.joins[key] = now
        self._plan_next(now)
        return False

    def follow_up(self, thread: StreamThread, now: int, *, gave_back: bool) -> bool:
        """Let a thread that gave tasks back, or waits for some, join again at once; tells whether it does."""
        if not gave_back and self.live(thread).consumer_id not in self._follow_up.at_once:
            return False
        key = self.key(thread)
        if self.group.preparing is None:
            self._request(Cause(Why.FOLLOW_UP), now, key)
        else:
            self.group.preparing.joins[key] = now
        self._plan_next(now)
        return True

    def leave(self, thread: StreamThread, why: str, now: int) -> None:
        """Let a thread leave the group by itself."""
        key = self.key(thread)
        self._members.pop(key, None)
        live = self.live(thread)
        live.active = live.standby = live.warm_ups = ()
        if key in self.group.members:
            self._tell(MemberGone(min(now * 1_000, max(thread.clock, self._world.now)), thread.name, why))
            self.group.leave(key, now)
            self._plan_next(now)

    def fall_silent(self, thread: StreamThread, now: int, *, is_clean: bool) -> None:
        """Let a thread end without a word: its session goes on."""
        key = self.key(thread)
        if self._members.get(key) is thread and key in self.group.members:
            self.group.end(key, now, is_clean=is_clean)
            self._plan_next(now)

    def end(self, name: str) -> None:
        """Let the process of a client be gone; what is on its disk stays."""
        client = self.clients[name]
        client.is_running, client.threads = False, []

    def _join_anew(self, thread: StreamThread, key: str, now: int) -> None:
        live, client = self.live(thread), self.clients[thread.instance]
        self._members[key] = thread
        member = self._processes.member(client, live, now)
        before = self.group.preparing
        self.group.join(member, now)
        if before is None:
            self._begin(key)

    def _request(self, cause: Cause, now: int, key: str) -> None:
        before = self.group.preparing
        self.group.request(cause, now, frozenset((key,)))
        if before is None:
            self._begin(key)

    def _begin(self, by: str | None = None) -> None:
        """Tell members of a rebalance with their heartbeats; until they join, it waits for them."""
        preparing = self.group.preparing
        if preparing is None or preparing is self._told:
            return
        self._told = preparing
        causes = self._cause(preparing)
        self._tell(RebalanceBegan(preparing.since_ms * 1_000, "", causes))
        limit = preparing.since_ms + self.settings.max_poll_interval_ms
        for key, told_at in list(preparing.joins.items()):
            member = self.group.members[key]
            if key == by or member.expires_ms is not None:
                continue
            preparing.joins[key] = limit
            self._world.at(told_at * 1_000, lambda key=key: self._hear(key, preparing))  # type: ignore[misc]

    def _hear(self, key: str, preparing: Preparing) -> None:
        """Let a heartbeat say that the group rebalances."""
        thread = self._members.get(key)
        if thread is None or thread.life is None or key not in self.group.members:
            return
        if self.group.preparing is preparing:
            thread.life.must_join = True
            self._world.crew.has_news(thread)

    def _plan_next(self, now: int) -> None:
        self._begin()
        due = self.group.due()
        if due is not None:
            at = max(due, now)
            self._world.at(at * 1_000, lambda: self._go_on(at))

    def _go_on(self, now: int) -> None:
        """Let sessions end, and a rebalance that has all its members."""
        due = self.group.due()
        if due is None or due > now or self.refusal is not None:
            return
        gone = self.group.expired(now)
        for member in gone:
            self._gone(member, "session")
        if not gone and self.group.preparing is not None and self.group.completes() <= now:
            self._complete(self.group.preparing, now)
        self._plan_next(now)

    def _complete(self, preparing: Preparing, now: int) -> None:
        if preparing.window_ends_ms is None:
            limit = preparing.since_ms + self.settings.max_poll_interval_ms
            for member in self.group.members.values():
                if member.expires_ms is None and preparing.joins.get(member.key) == limit <= now:
                    member.expires_ms = now
            for member in [one for one in self.group.members.values() if one.expires_ms is not None]:
                self._gone(member, "did not join")
        done = self.group.complete(now)
        if done is None:
            return
        if not any(one.expires_ms is None for one in self.group.members.values()):
            return
        self._assign(done, now)

    def _assign(self, done: Preparing, now: int) -> None:
        self.copies.pass_to(now)
        self.rebalances += 1
        try:
            found = ask_leader(self.group, self.clients, self.copies.changelogs.ends, self._plan.application, now)
        except AssignmentFails as error:
            self._refuse(error, now)
            return
        give_to_threads(found, self.group, self.clients, self._processes)
        self._follow_up = found.follow_up
        leader = self.group.leader
        assert leader is not None
        # Who fell silent while others joined is a member still, without a process.
        present = {key for key, member in self.group.members.items() if member.expires_ms is None}
        threads = {key: thread for key, thread in self._members.items() if key in present}
        active, standby = {}, {}
        for thread in sorted(threads.values(), key=lambda one: one.number):
            live = self.live(thread)
            live.standby = self._stateful(live.standby)
            active[thread.name] = tuple(map(str, live.active))
            standby[thread.name] = tuple(map(str, live.standby))
        self._tell(
            RebalanceEnded(
                now * 1_000, threads[leader.key].name, self.group.generation, self._cause(done), active, standby
            )
        )
        for thread in threads.values():
            if thread.life is not None:
                thread.life.is_assigned = True
            self._world.crew.has_news(thread)
        self._plan_probing(found, now)

    def _plan_probing(self, found: Rebalance, now: int) -> None:
        follow_up, generation = found.follow_up, self.group.generation
        if follow_up.probing is None:
            return
        key = next((one.key for one in self.group.members.values() if one.consumer_id == follow_up.probing), None)
        at = now + follow_up.probing_after_ms

        def probe() -> None:
            thread = self._members.get(key or "")
            if self.group.generation != generation or self.group.preparing is not None or thread is None:
                return
            self._request(Cause(Why.PROBING), at, "")
            self._plan_next(at)

        self._world.at(at * 1_000, probe)

    def _refuse(self, error: AssignmentFails, now: int) -> None:
        """Kafka Streams throws where it should assign: one thread after the other leads, and dies of it."""
        self.refusal = str(error)
        for thread in list(self._members.values()):
            if thread.life is not None:
                thread.life.die_of(self.refusal, now * 1_000)

    def _gone(self, member: Member, why: str) -> None:
        thread = self._members.pop(member.key)
        self._tell(MemberGone(self._world.now, thread.name, why))
        # An instance that started again has other members than before.
        if thread.is_alive and thread.life is not None and self.key(thread) == member.key:
            thread.life.is_lost = True
            self._world.crew.has_news(thread)

    def _cause(self, preparing: Preparing) -> str:
        probing_ms = self._plan.application.settings.probing_rebalance_interval_ms
        return cause_text(preparing.causes, self.settings, probing_ms)

    def _stateful(self, tasks: tuple[TaskId, ...]) -> tuple[TaskId, ...]:
        """Leave out standbys of tasks without state, which no thread makes."""
        return tuple(sorted(one for one in tasks if one in self.copies.changelogs.ends))

    def _tell(self, event: MemberGone | RebalanceBegan | RebalanceEnded) -> None:
        self._world.tell(event)
