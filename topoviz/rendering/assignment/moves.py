"""What a rebalance changes: every task of every thread, with what became of it, before and after in one.

A task that leaves a thread stands there still, with where it goes; one that comes says where from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.assignment.result import Role
from topoviz.engine.tasks.task_id import TaskId
from topoviz.rendering.assignment.holders import Held, Holder, Thread
from topoviz.rendering.picture import Change

_ORDER: Final = {Role.ACTIVE: 0, Role.STANDBY: 1, Role.WARM_UP: 2}
_AS_COPY: Final = (Role.STANDBY, Role.WARM_UP)


@dataclass(frozen=True, slots=True)
class ShownTask:
    """A task on a thread, what became of it, and in a few words from where it came or where it goes.

    With `is_within` that is another thread of the same client.
    """

    held: Held
    change: Change = Change.NONE
    said: str = ""
    is_within: bool = False

    @property
    def place(self) -> tuple[bool, int, bool]:
        """Say where it stands in its thread: what is active first, then copies, and what is gone at the end."""
        return self.change is Change.GONE, _ORDER[self.held.role], bool(self.held.waits_for)


@dataclass(frozen=True, slots=True)
class ShownThread:
    """A stream thread: what is active first, then copies, and what is gone at the end.

    `number` is its place among the threads that its client has now; those that are gone have numbers behind them.
    """

    number: int
    name: str
    tasks: tuple[ShownTask, ...]
    change: Change = Change.NONE

    @property
    def staying(self) -> tuple[ShownTask, ...]:
        """What the thread has, without what is gone."""
        return tuple(task for task in self.tasks if task.change is not Change.GONE)


@dataclass(frozen=True, slots=True)
class ShownClient:
    """A client with its threads; `client` is as it is now, or as it was if it is gone.

    `number` is its place among the clients that there are now; those that are gone have numbers behind them.
    """

    number: int
    client: Holder
    threads: tuple[ShownThread, ...]
    change: Change = Change.NONE


def as_they_are(clients: Iterable[Holder]) -> tuple[ShownClient, ...]:
    """Show clients with nothing compared."""
    return tuple(
        ShownClient(
            number,
            client,
            tuple(
                ShownThread(at, thread.name, _sorted(map(ShownTask, thread.tasks)))
                for at, thread in enumerate(client.threads)
            ),
        )
        for number, client in enumerate(clients)
    )


def moved(before: Sequence[Holder], after: Sequence[Holder]) -> tuple[ShownClient, ...]:
    """Compare clients by name; those that are gone stand where they stood before."""
    states = _State(before), _State(after)
    now, then = {client.name: client for client in after}, {client.name: client for client in before}
    numbers = _numbers(now, then)
    return tuple(_client(numbers[name], then.get(name), now.get(name), states) for name in dict.fromkeys((*then, *now)))


def staying_tasks(clients: Iterable[ShownClient]) -> Iterator[ShownTask]:
    """Go through all that threads have, without what is gone."""
    for client in clients:
        for thread in client.threads:
            yield from thread.staying


@dataclass(frozen=True)
class _State:
    """Where each task is: by client, and who has it as active."""

    clients: Sequence[Holder]
    on_client: dict[tuple[str, TaskId], tuple[str, Held]] = field(init=False, default_factory=dict)
    owner: dict[TaskId, tuple[str, str, Held]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for client in self.clients:
            for thread in client.threads:
                for held in thread.tasks:
                    self.on_client[client.name, held.task] = (thread.name, held)
                    if held.role is Role.ACTIVE:
                        self.owner[held.task] = (client.name, thread.name, held)


_States = tuple[_State, _State]


def _client(number: int, then: Holder | None, now: Holder | None, states: _States) -> ShownClient:
    shown = now or then
    assert shown is not None
    earlier, later = ({one.name: one for one in client.threads} if client else {} for client in (then, now))
    numbers = _numbers(later, earlier)
    threads = tuple(
        _thread(shown.name, numbers[name], earlier.get(name), later.get(name), states)
        for name in dict.fromkeys((*earlier, *later))
    )
    return ShownClient(number, shown, threads, _became(then, now))


def _thread(client: str, number: int, then: Thread | None, now: Thread | None, states: _States) -> ShownThread:
    shown = now or then
    assert shown is not None
    staying = {held.task for held in now.tasks} if now else set()
    tasks = [_came(client, shown.name, held, states[0]) for held in (now.tasks if now else ())]
    tasks += [_left(client, held, states[1]) for held in (then.tasks if then else ()) if held.task not in staying]
    return ShownThread(number, shown.name, _sorted(tasks), _became(then, now))


def _became(then: object | None, now: object | None) -> Change:
    return Change.NEW if then is None else Change.GONE if now is None else Change.SAME


def _numbers(now: Iterable[str], then: Iterable[str]) -> dict[str, int]:
    """Number what there is now, and behind it what is gone."""
    return {name: number for number, name in enumerate(dict.fromkeys((*now, *then)))}


def _came(client: str, thread: str, held: Held, before: _State) -> ShownTask:
    """Say what became of a task that is here now."""
    here = before.on_client.get((client, held.task))
    if here is not None:
        there, former = here
        if former.role is held.role:
            if there == thread:
                return ShownTask(held, Change.SAME)
            return ShownTask(held, Change.MOVED, f"from {there}", is_within=True)
        if held.role is Role.ACTIVE:
            return ShownTask(held, Change.PROMOTED, f"was {former.role} here")
        return ShownTask(held, Change.CHANGED, f"was {former.role} here")
    if held.role in _AS_COPY:
        return ShownTask(held, Change.NEW)
    owner = before.owner.get(held.task)
    if owner is None:
        return ShownTask(held, Change.NEW)
    return ShownTask(held, Change.MOVED, "" if held.waits_for else f"from {owner[0]}")


def _left(client: str, held: Held, after: _State) -> ShownTask:
    """Say where a task goes that was here."""
    here = after.on_client.get((client, held.task))
    if here is not None:
        return ShownTask(held, Change.GONE, f"to {here[0]}", is_within=True)
    if held.role in _AS_COPY:
        return ShownTask(held, Change.GONE)
    owner = after.owner.get(held.task)
    return ShownTask(held, Change.GONE, "to nobody" if owner is None else f"to {owner[0]}")


def _sorted(tasks: Iterable[ShownTask]) -> tuple[ShownTask, ...]:
    return tuple(sorted(tasks, key=lambda one: (one.place, one.held.task)))
