"""What a history says of the work of an application, in equal stretches of time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TaskWork:
    """One task in each stretch: who had it, records that came, that were read, and that waited.

    `owners` are names of threads, None where nobody is named. `waiting` is the mean of the samples of a stretch, and
    `least_waiting` the least of them. None stands where the history has no sample.
    """

    task: str
    sub_topology: int | None
    owners: tuple[str | None, ...]
    came: tuple[float | None, ...]
    read: tuple[float | None, ...]
    waiting: tuple[float | None, ...]
    least_waiting: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """The tasks of one application, in stretches of `width` seconds.

    `patience` is for how many seconds records may wait of a thread that has nothing else to do: as long as its commits
    and the samples are apart.
    """

    width: float
    patience: float
    tasks: tuple[TaskWork, ...]

    @property
    def stretches(self) -> range:
        """Number the stretches."""
        return range(len(self.tasks[0].came) if self.tasks else 0)

    def threads(self) -> tuple[str, ...]:
        """Name the threads that had a task in the last stretch in which the task was seen, sorted."""
        return tuple(sorted({owner for owner in self.owners().values() if owner is not None}))

    def owners(self) -> dict[str, str | None]:
        """Give who has each task at the end."""
        return {
            one.task: next((owner for owner in reversed(one.owners) if owner is not None), None) for one in self.tasks
        }

    def held_in(self, stretch: int) -> Iterator[tuple[str, list[TaskWork]]]:
        """Give the tasks of each thread in a stretch, threads sorted; tasks of nobody are left out."""
        held: dict[str, list[TaskWork]] = {}
        for one in self.tasks:
            owner = one.owners[stretch]
            if owner is not None:
                held.setdefault(owner, []).append(one)
        yield from sorted(held.items())


def known_sum(values: Iterator[float | None]) -> float | None:
    """Add up what is known; None where nothing is."""
    known = [value for value in values if value is not None]
    return sum(known) if known else None
