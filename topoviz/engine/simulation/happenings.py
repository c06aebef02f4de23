"""What is to happen to brokers and instances at its time: slow, killed, closed, started, fenced."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from topoviz.engine.simulation import events
from topoviz.engine.simulation.life_events.threads import InstanceStops
from topoviz.engine.simulation.life_events.transactions import ProducerFenced, TransactionsSlow
from topoviz.engine.simulation.settings import (
    Fail,
    FailsIn,
    Fence,
    Happening,
    Kill,
    SlowBroker,
    SlowTransactions,
    Start,
    Stop,
)
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.topic_partition import TopicPartition

if TYPE_CHECKING:
    from topoviz.engine.simulation.world import World

_STILL_STOPS = 100_000
"""Microseconds after which an instance that is to start again, and has not stopped yet, is looked at again."""


class Happenings:
    """Plans them in a world. Times are in microseconds."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._crew = world.crew

    def plan(self, one: Happening) -> None:
        """Plan one of them, with all that it leads to by itself."""
        match one:
            case SlowBroker():
                partition = TopicPartition(*one.partition)
                self._at(one.at, lambda: self._slow_down(one.at, partition, one.extra))
                self._at(one.at + one.lasts, lambda: self._slow_down(one.at + one.lasts, partition, 0))
            case SlowTransactions():
                self._at(one.at, lambda: self._slow_transactions(one.at, one.extra))
                self._at(one.at + one.lasts, lambda: self._slow_transactions(one.at + one.lasts, 0))
            case Kill():
                self._plan_kill(one)
            case Stop():
                self._at(one.at, lambda: self._stop(one.at, one.instance))
                if one.away is not None:
                    back = one.at + one.away
                    self._at(back, lambda: self._come_back(back, one.instance))
            case Start():
                self._crew.add(one.instance, one.threads)
                self._at(one.at, lambda: self._crew.start(one.instance, one.at))
            case Fence():
                self._at(one.at, lambda: self._fence(one.at, one.thread))
            case Fail():
                self._at(one.at, lambda: self._fail(one.thread, one.in_))

    def _at(self, time: int, call: Callable[[], None]) -> None:
        """Let it happen, so that the simulation lasts at least until then."""

        def happen() -> None:
            self._world.ended = max(self._world.ended, time)
            call()

        self._world.at(time, happen)

    def _plan_kill(self, one: Kill) -> None:
        world = self._world
        timed_out = one.at + world.settings.runtime.transaction_timeout_ms * 1_000
        self._at(one.at, lambda: self._kill(one.at, one.instance))
        if one.away is None:
            self._at(timed_out, lambda: self._abort_all(one.instance, timed_out))
            return
        back = one.at + one.away
        aborted = min(back, timed_out)
        self._at(aborted, lambda: self._abort_all(one.instance, aborted))
        self._at(back, lambda: self._come_back(back, one.instance))

    def _slow_down(self, now: int, partition: TopicPartition, extra: int) -> None:
        self._world.logs[partition].slowed_by = extra
        self._world.tell(events.BrokerSlow(now, "", str(partition), extra))

    def _slow_transactions(self, now: int, extra: int) -> None:
        self._world.slow_transactions = extra
        self._world.tell(TransactionsSlow(now, "", extra))

    def _kill(self, now: int, instance: str) -> None:
        again: dict[str, int] = {}
        membership = self._crew.membership
        threads = [one for one in self._crew.threads_of(instance) if one.is_alive]
        for thread in threads:
            thread.is_alive = False
            for task in thread.tasks:
                found = task.count_again()
                again |= found
                task.tally.again += sum(found.values())
        self._world.tell(events.Killed(now, instance, again))
        if membership is None or not threads:
            return
        for thread in threads:
            thread.set_tasks(())
        membership.copies.die(instance, now // 1_000)
        for thread in threads:
            membership.fall_silent(thread, now // 1_000, is_clean=False)
        membership.end(instance)

    def _abort_all(self, instance: str, now: int) -> None:
        for thread in self._crew.threads_of(instance):
            if not thread.is_alive:
                thread.clock = max(thread.clock, now)
                self._crew.abort(thread)

    def _stop(self, now: int, instance: str) -> None:
        self._world.tell(InstanceStops(now, instance))
        for thread in self._crew.threads_of(instance):
            if thread.life is not None:
                thread.life.must_stop = True
                self._crew.has_news(thread)

    def _come_back(self, now: int, instance: str) -> None:
        threads = self._crew.threads_of(instance)
        if self._crew.membership is not None:
            if any(one.is_alive for one in threads):
                self._at(now + _STILL_STOPS, lambda: self._come_back(now + _STILL_STOPS, instance))
                return
            self._crew.start(instance, now)
            kept = [one for thread in threads for one in self._crew.membership.kept(thread)]
            if kept:
                self._world.tell(events.CameBack(now, instance, self._offsets(kept)))
            return
        for thread in threads:
            self._crew.start_with_tasks(thread, now)
        tasks = [task.id for thread in threads for task in thread.tasks]
        self._world.tell(events.CameBack(now, instance, self._offsets(tasks)))

    def _offsets(self, tasks: Iterable[TaskId]) -> dict[str, int]:
        """Give the committed offsets of what tasks read."""
        partitions = [one for task in tasks for one in self._world.plan.tasks[task].partitions]
        return {str(one): self._world.committed.get(one, (0, 0))[0] for one in partitions}

    def _fail(self, name: str, fails_in: FailsIn) -> None:
        thread = next(one for one in self._crew.threads if one.name == name)
        if thread.is_alive:
            thread.fails_in = fails_in

    def _fence(self, now: int, name: str) -> None:
        thread = next(one for one in self._crew.threads if one.name == name)
        if not thread.is_alive:
            return
        self._crew.fence(thread, {producer for one in thread.tasks if (producer := thread.producer_of(one))})
        self._world.tell(ProducerFenced(now, name, name))
        self._crew.abort(thread)
