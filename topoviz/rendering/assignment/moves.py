"""What a rebalance changes: every task of every thread, with what became of it, before and after in one.

A task that leaves a thread stands there still, with where it goes; one that comes says where from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

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
    then, now = _keyed(before), _keyed(after)
    states = _State(then), _State(now)
    numbers = _numbers(now, then)
    return tuple(_client(key, numbers[key], then.get(key), now.get(key), states) for key in {**then, **now})


def staying_tasks(clients: Iterable[ShownClient]) -> Iterator[ShownTask]:
    """Go through all that threads have, without what is gone."""
    for client in clients:
        for thread in client.threads:
            yield from thread.staying


_Key = tuple[str, int]
"""A name, and how many have had it before: logs may hold several threads of one name."""

_Named = TypeVar("_Named", Holder, Thread)


def _keyed(named: Iterable[_Named]) -> dict[_Key, _Named]:
    found: dict[_Key, _Named] = {}
    seen: Counter[str] = Counter()
    for one in named:
        found[one.name, seen[one.name]] = one
        seen[one.name] += 1
    return found


def _numbers(now: Iterable[_Key], then: Iterable[_Key]) -> dict[_Key, int]:
    """Number what there is now, and behind it what is gone."""
    return {key: number for number, key in enumerate(dict.fromkeys((*now, *then)))}


@dataclass(frozen=True)
class _State:
    """Where each task is: on which thread of a client and how, and which client has it as active."""

    clients: Mapping[_Key, Holder]
    on_client: dict[tuple[_Key, TaskId], tuple[_Key, Role]] = field(init=False, default_factory=dict)
    owner: dict[TaskId, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for client, holder in self.clients.items():
            for thread, one in _keyed(holder.threads).items():
                for held in one.tasks:
                    self.on_client[client, held.task] = (thread, held.role)
                    if held.role is Role.ACTIVE:
                        self.owner[held.task] = holder.name


_States = tuple[_State, _State]


def _client(key: _Key, number: int, then: Holder | None, now: Holder | None, states: _States) -> ShownClient:
    shown = now or then
    assert shown is not None
    then, now = (client if client and client.is_running else None for client in (then, now))
    if then is None and now is None:
        return ShownClient(number, shown, (), Change.SAME)
    earlier, later = (_keyed(client.threads) if client else {} for client in (then, now))
    numbers = _numbers(later, earlier)
    threads = tuple(
        _thread((key, thread), numbers[thread], earlier.get(thread), later.get(thread), states)
        for thread in {**earlier, **later}
    )
    return ShownClient(number, shown, threads, _became(then, now))


def _thread(
    place: tuple[_Key, _Key], number: int, then: Thread | None, now: Thread | None, states: _States
) -> ShownThread:
    shown = now or then
    assert shown is not None
    staying = {held.task for held in now.tasks} if now else set()
    tasks = [_came(*place, held, states[0]) for held in (now.tasks if now else ())]
    tasks += [_left(place[0], held, states[1]) for held in (then.tasks if then else ()) if held.task not in staying]
    return ShownThread(number, shown.name, _sorted(tasks), _became(then, now))


def _became(then: object | None, now: object | None) -> Change:
    return Change.NEW if then is None else Change.GONE if now is None else Change.SAME


def _came(client: _Key, thread: _Key, held: Held, before: _State) -> ShownTask:
    """Say what became of a task that is here now."""
    here = before.on_client.get((client, held.task))
    if here is not None:
        there, role = here
        if role is not held.role:
            change = Change.PROMOTED if held.role is Role.ACTIVE else Change.CHANGED
            return ShownTask(held, change, f"was {role} here")
        if there == thread:
            return ShownTask(held, Change.SAME)
        return ShownTask(held, Change.MOVED, _from(held, there[0]), is_within=True)
    owner = before.owner.get(held.task)
    if held.role in _AS_COPY or owner is None:
        return ShownTask(held, Change.NEW)
    return ShownTask(held, Change.MOVED, _from(held, owner))


def _from(held: Held, name: str) -> str:
    """Say where a task comes from; one that waits says so already."""
    return "" if held.waits_for else f"from {name}"


def _left(client: _Key, held: Held, after: _State) -> ShownTask:
    """Say where a task goes that was here."""
    here = after.on_client.get((client, held.task))
    if here is not None:
        return ShownTask(held, Change.GONE, f"to {here[0][0]}", is_within=True)
    if held.role in _AS_COPY:
        return ShownTask(held, Change.GONE)
    return ShownTask(held, Change.GONE, f"to {after.owner.get(held.task, 'nobody')}")


def _sorted(tasks: Iterable[ShownTask]) -> tuple[ShownTask, ...]:
    return tuple(sorted(tasks, key=lambda one: (one.place, one.held.task)))
