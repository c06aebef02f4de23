"""The consumer group as its coordinator keeps it: members, heartbeats, and when a rebalance begins and ends.

A rebalance waits until every member has joined anew, which each does with its next heartbeat, or is gone. Those that
ended without a word are gone when their session is over, or when max.poll.interval.ms is over, if that is sooner. An
empty group waits for more members first (KIP-134).

Source: GroupCoordinator (#maybePrepareRebalanceOrCompleteJoin, #onCompleteJoin), DelayedJoin, InitialDelayedJoin.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from topoviz.engine.scenarios.runtime_settings import RuntimeSettings
from topoviz.engine.tasks.task_id import TaskId


class Why(StrEnum):
    """Why a rebalance begins."""

    JOINED = "joined"
    LEFT = "left"
    CLOSED = "closed"
    DIED = "died"
    FOLLOW_UP = "follow-up"
    PROBING = "probing"
    METADATA = "metadata"


@dataclass(frozen=True, slots=True)
class Cause:
    """One thing that calls for a rebalance, and whose it is."""

    why: Why
    client: str = ""


@dataclass(slots=True)
class Member:
    """A consumer of the group. `expires_ms` is set when it has ended without leaving.

    `active` and `standby` are what the group has for it, which a static member gets back.
    """

    key: str
    consumer_id: str
    client: str
    beats_at: int
    joined_ms: int
    expires_ms: int | None = None
    was_closed: bool = False
    active: tuple[TaskId, ...] = ()
    standby: tuple[TaskId, ...] = ()
    warm_ups: tuple[TaskId, ...] = ()


@dataclass(slots=True)
class Preparing:
    """A rebalance that waits for members: by when each has joined, and until when an empty group waits for more."""

    since_ms: int
    causes: list[Cause]
    joins: dict[str, int] = field(default_factory=dict)
    window_ends_ms: int | None = None
    has_more: bool = False


@dataclass(slots=True)
class Group:
    """The members by their keys, in the order in which they joined; the first leads."""

    settings: RuntimeSettings
    members: dict[str, Member] = field(default_factory=dict)
    generation: int = 0
    preparing: Preparing | None = None

    @property
    def leader(self) -> Member | None:
        """The member that works out the assignment: the first that is there."""
        return next((member for member in self.members.values() if member.expires_ms is None), None)

    def join(self, member: Member, now: int) -> None:
        """Let a new member in; a group that rebalances already waits no longer for that."""
        was_empty = not self.members
        self.members[member.key] = member
        waits_for_more = self.preparing is not None and self.generation == 0
        preparing = self.request(Cause(Why.JOINED, member.client), now)
        preparing.joins[member.key] = now
        preparing.has_more = waits_for_more
        if was_empty:
            preparing.window_ends_ms = now + self.settings.initial_rebalance_delay_ms

    def leave(self, key: str, now: int) -> None:
        """Let a member go that says so."""
        member = self.members.pop(key)
        if self.members:
            self.request(Cause(Why.LEFT, member.client), now)

    def end(self, key: str, now: int, *, is_clean: bool) -> None:
        """Let a member fall silent: its session runs from its last heartbeat."""
        member = self.members[key]
        since = (now - member.beats_at) % self.settings.heartbeat_interval_ms
        member.expires_ms = max(now - since, member.joined_ms) + self.settings.session_timeout_ms
        member.was_closed = is_clean

    def request(self, cause: Cause, now: int, at_once: frozenset[str] = frozenset()) -> Preparing:
        """Begin a rebalance, or add a cause to the one that is under way; `at_once` join without a heartbeat."""
        if self.preparing is None:
            self.preparing = Preparing(now, [])
            for member in self.members.values():
                self.preparing.joins[member.key] = now if member.key in at_once else self.next_heartbeat(member, now)
        self.preparing.causes.append(cause)
        return self.preparing

    def next_heartbeat(self, member: Member, now: int) -> int:
        """Say when a member next hears of the group."""
        return now + (member.beats_at - now) % self.settings.heartbeat_interval_ms

    def expired(self, now: int) -> list[Member]:
        """Remove the members whose sessions are over by now, and begin a rebalance for them."""
        gone = [one for one in self.members.values() if one.expires_ms is not None and one.expires_ms <= now]
        for member in gone:
            del self.members[member.key]
        for member in gone:
            if not self.members:
                break
            self.request(Cause(Why.CLOSED if member.was_closed else Why.DIED, member.client), now)
        if not self.members:
            self.preparing = None
        return gone

    def due(self) -> int | None:
        """Say when the coordinator next does something by itself: a session that ends, or a rebalance."""
        expiries = [member.expires_ms for member in self.members.values() if member.expires_ms is not None]
        times = [*expiries, *(() if self.preparing is None else (self.completes(),))]
        return min(times, default=None)

    def completes(self) -> int:
        """Say when the rebalance that is under way has all its members."""
        assert self.preparing is not None
        if self.preparing.window_ends_ms is not None:
            return self.preparing.window_ends_ms
        latest = self.preparing.since_ms
        limit = self.preparing.since_ms + self.settings.max_poll_interval_ms
        for member in self.members.values():
            if member.expires_ms is None:
                latest = max(latest, self.preparing.joins.get(member.key, self.preparing.since_ms))
            else:
                latest = max(latest, min(member.expires_ms, limit))
        return latest

    def complete(self, now: int) -> Preparing | None:
        """End the rebalance; None where an empty group waits for still more members."""
        assert self.preparing is not None
        done = self.preparing
        if done.window_ends_ms is not None and done.has_more:
            done.has_more = False
            done.window_ends_ms = now + self.settings.initial_rebalance_delay_ms
            return None
        for member in [one for one in self.members.values() if one.expires_ms is not None]:
            if done.window_ends_ms is None:
                del self.members[member.key]
        self.preparing = None
        self.generation += 1
        return done
