"""Who has which task at each step of a scenario, as pictures need it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.assignment.rebalanced import Rebalance
from topoviz.engine.assignment.result import Role
from topoviz.engine.played import PlayedScenario
from topoviz.engine.scenarios.durations import clock_text
from topoviz.engine.scenarios.model import ClientNow, Played, Step, ThreadNow
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.topology_tasks import TopologyTasks
from topoviz.rendering.assignment.holders import Held, Holder, Holding, Thread
from topoviz.rendering.assignment.of_rebalance import holder_before, thread_name, waiting_in
from topoviz.rendering.lettering import visible
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.words import first_of

MOST_NAMED: Final = 12

_Threads = Mapping[tuple[str, str], tuple[Held, ...]]


@dataclass(frozen=True, slots=True)
class Moment:
    """A step as a picture needs it, and nothing else of it, so that those of a large scenario can be kept.

    `waits` are what threads wait for, by client and thread; `lags` and `for_now` what a rebalance says of copies.
    """

    said: str
    clients: tuple[ClientNow, ...]
    tasks: TopologyTasks
    waits: _Threads
    lags: Mapping[tuple[str, TaskId], int]
    for_now: frozenset[tuple[str, TaskId]]
    doubts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moments:
    """All steps of a scenario; `before` are the clients before the first of them."""

    tasks: TopologyTasks
    steps: tuple[Moment, ...] = ()
    before: tuple[Holder, ...] = ()
    doubts: tuple[str, ...] = field(default=())


def moments_of(found: PlayedScenario) -> Moments:
    """Keep of a scenario what its pictures need."""
    if found.played is None:
        return Moments(found.tasks)
    played = found.played
    of_rebalances = {doubt for step in played.steps if step.rebalance is not None for doubt in step.rebalance.doubts}
    return Moments(
        found.tasks,
        tuple(_moments(played, found.tasks)),
        tuple(map(holder_before, played.scenario.cluster.clients)) if played.scenario.is_running else (),
        tuple(doubt for doubt in played.doubts if doubt not in of_rebalances),
    )


def holding_at(moments: Moments, step: int | None) -> Holding:
    """Give who has which task at the end of a step, of the last one if none is named, and of the step before.

    Raises Undrawable where there is no such step.
    """
    if not moments.steps:
        return Holding(moments.tasks)
    last = len(moments.steps) - 1
    at = last if step is None else step
    if at > last:
        raise Undrawable(f"There is no step {at:,}. The steps of this scenario are 0 to {last:,}.")
    now = moments.steps[at]
    return Holding(
        now.tasks,
        tuple(_holder(client, now) for client in now.clients),
        moments.before
        if at == 0
        else tuple(_holder(one, moments.steps[at - 1]) for one in moments.steps[at - 1].clients),
        tuple(_notes(now)),
        (*moments.doubts, *now.doubts),
        now.said,
    )


def going_on(before: Step | None, step: Step) -> frozenset[str]:
    """Name the clients that run in the process in which they ran at the end of the step before."""
    ran = {one.name: one.process_id for one in before.clients if one.is_running} if before is not None else {}
    return frozenset(one.name for one in step.clients if one.is_running and ran.get(one.name) == one.process_id)


def _moments(played: Played, tasks: TopologyTasks) -> Iterator[Moment]:
    waits: _Threads = {}
    doubts: tuple[str, ...] = ()
    before: Step | None = None
    for step in played.steps:
        done = step.rebalance
        tasks = step.tasks or tasks
        if done is None:
            stay = going_on(before, step)
            waits = {key: held for key, held in waits.items() if key[0] in stay}
        else:
            waits, doubts = waiting_in(done), done.doubts
        yield Moment(
            f"{clock_text(step.at_ms)}: {step.event}",
            step.clients,
            tasks,
            waits,
            {} if done is None else dict(_lags(done)),
            frozenset() if done is None else frozenset(_for_now(done)),
            doubts,
        )
        before = step


def _lags(done: Rebalance) -> Iterator[tuple[tuple[str, TaskId], int]]:
    """Give how far copies are behind; that of most is complete, and nothing is said of those."""
    for one in done.clients:
        yield from (((one.client.name, task), lag) for task, lag in one.client.lags.items() if lag)


def _for_now(done: Rebalance) -> Iterator[tuple[str, TaskId]]:
    for one in done.clients:
        yield from ((one.client.name, task) for thread in one.threads for task in thread.stand_ins)


def _holder(client: ClientNow, moment: Moment) -> Holder:
    return Holder(
        client.name,
        tuple(Thread(thread_name(one.name), tuple(_held(client.name, one, moment))) for one in client.threads),
        str(client.process_id) if client.has_process_id else "",
        client.rack,
        client.tags,
        client.is_running,
    )


def _held(client: str, thread: ThreadNow, moment: Moment) -> Iterator[Held]:
    for task in thread.active:
        yield Held(task, Role.ACTIVE)
    for role, tasks in ((Role.STANDBY, thread.standby), (Role.WARM_UP, thread.warm_ups)):
        for task in tasks:
            key = (client, task)
            yield Held(task, role, moment.lags.get(key), is_for_now=key in moment.for_now)
    yield from moment.waits.get((client, thread.name), ())


def _notes(moment: Moment) -> Iterator[str]:
    """Say who does not run, and of which tasks nobody is the owner."""
    stopped = [visible(one.name) for one in moment.clients if not one.is_running]
    if stopped:
        verb = "does" if len(stopped) == 1 else "do"
        yield f"{first_of(stopped, MOST_NAMED)} {verb} not run."
    owned = {task for client in moment.clients for thread in client.threads for task in thread.active}
    alone = [str(task.id) for task in moment.tasks.tasks if task.id not in owned]
    if alone and not owned:
        yield "No task has an owner."
    elif alone:
        yield f"Without an owner: {first_of(alone, MOST_NAMED)}."
