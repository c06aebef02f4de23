"""Writes the events of a simulation in pieces while it runs, no more of them than can be kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from topoviz.engine.simulation.events import Event, Processed
from topoviz.engine.simulation.node_events import NodeReached
from topoviz.engine.simulation.settings import Looked
from topoviz.rendering.simulation.trace.pieces import PieceHead, names_in, pack

MOST_EVENTS: Final = 300_000
"""Of one trace."""

MOST_AROUND: Final = 100_000
"""Of what is not looked at, where somebody says what to look at."""

IN_A_PIECE: Final = 2_000

Give = Callable[[PieceHead, bytes], None]
"""Takes a piece as soon as it is full."""


@dataclass(frozen=True, slots=True)
class KeptTrace:
    """How many events happened, in all and by kind, how many are kept, and the times of some of them.

    These are the first and the last one kept, and the first one left out.
    """

    events: int
    by_kind: Mapping[str, int]
    stored: int
    first: int | None
    last: int | None
    cut_at: int | None


class TraceWriter:
    """Takes all events; keeps the first ones, or with `looked` those of its time and tasks, and the first others."""

    def __init__(
        self, give: Give, looked: Looked | None = None, most: int = MOST_EVENTS, around: int = MOST_AROUND
    ) -> None:
        self._give = give
        self._looked = looked
        self._left = most if looked is None else around
        """How many may still be kept: of all, or of those that are not looked at."""
        self._left_looked = 0 if looked is None else most - around
        self._by_kind: dict[str, int] = {}
        self._events = self._stored = 0
        self._first: int | None = None
        self._last: int | None = None
        self._cut_at: int | None = None
        self._begin()

    def take(self, event: Event) -> None:
        """Take an event, and keep it where there is room."""
        self._events += 1
        self._by_kind[event.KIND] = self._by_kind.get(event.KIND, 0) + 1
        if not self._is_kept(event):
            if self._cut_at is None:
                self._cut_at = event.at
            return
        if self._first is None:
            self._first = event.at
        self._last = event.at
        self._stored += 1
        self._lines.append(event.to_line())
        self._times.append(event.at)
        self._kinds.add(event.KIND)
        self._threads.add(event.thread)
        if isinstance(event, Processed | NodeReached):
            # Most events are of these, and there is a faster way.
            self._names.add(event.task)
            if event.partition is not None:
                self._names.add(event.partition)
            if isinstance(event, NodeReached):
                self._names.add(event.node)
        else:
            self._names.update(names_in(event.to_fields()))
        if len(self._lines) >= IN_A_PIECE:
            self._close()

    def end(self) -> None:
        """Give what is left."""
        if self._lines:
            self._close()

    @property
    def kept(self) -> KeptTrace:
        """Say what is kept."""
        return KeptTrace(
            self._events, dict(sorted(self._by_kind.items())), self._stored, self._first, self._last, self._cut_at
        )

    def _is_kept(self, event: Event) -> bool:
        if self._left_looked and self._is_looked_at(event):
            self._left_looked -= 1
            return True
        if self._left:
            self._left -= 1
            return True
        return False

    def _is_looked_at(self, event: Event) -> bool:
        looked = self._looked
        if looked is None or not looked.since <= event.at < looked.until:
            return False
        task = getattr(event, "task", None)
        return task is None or not looked.tasks or task in looked.tasks

    def _begin(self) -> None:
        self._lines: list[str] = []
        self._times: list[int] = []
        self._kinds: set[str] = set()
        self._threads: set[str] = set()
        self._names: set[str] = set()

    def _close(self) -> None:
        count = len(self._lines)
        head = PieceHead(
            self._stored - count, count, min(self._times), max(self._times),
            tuple(sorted(self._kinds)), tuple(sorted(self._threads)), tuple(sorted(self._names)),
        )  # fmt: skip
        self._give(head, pack(self._lines))
        self._begin()
