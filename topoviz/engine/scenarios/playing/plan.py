"""What is planned: events at their moments, and those that wait until the ones before them are over."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from topoviz.engine.scenarios.events.event import Event, Happening, When


@dataclass(order=True, slots=True)
class Due:
    """What happens at a moment; what was planned first comes first. `event` is None for what follows from one."""

    at_ms: int
    place: int
    happening: Happening = field(compare=False)
    line: int | None = field(compare=False)
    event: Event | None = field(compare=False, default=None)


@dataclass(slots=True)
class Plan:
    """All that has not happened yet. `waiting` are the first event that waits for rest, and all after it."""

    due: list[Due] = field(default_factory=list)
    waiting: deque[Event] = field(default_factory=deque)
    last_ms: int = 0
    planned: int = 0

    def add(self, events: Iterable[Event]) -> None:
        """Plan the events of a scenario."""
        for event in events:
            if self.waiting or event.when is not When.AT:
                self.waiting.append(event)
            else:
                self.put(event.at_ms, event.happening, event.line, event)

    def put(self, at_ms: int, happening: Happening, line: int | None, event: Event | None = None) -> None:
        """Plan something for a moment."""
        self.planned += 1
        self.last_ms = max(self.last_ms, at_ms)
        heapq.heappush(self.due, Due(at_ms, self.planned, happening, line, event))

    def next_ms(self) -> int | None:
        """Say when something is next due."""
        return self.due[0].at_ms if self.due else None

    def take(self) -> Due:
        """Take what is next, and plan the event that comes so long after it."""
        found = heapq.heappop(self.due)
        follows = self.waiting[0] if self.waiting else None
        if found.event is not None and follows is not None and follows.when is When.AFTER:
            self._put_first(found.at_ms + follows.at_ms)
        return found

    def rest(self, now: int) -> bool:
        """Plan what waited for rest, now that it has come; tells whether anything did."""
        if not self.waiting:
            return False
        self._put_first(now)
        return True

    def missed(self) -> list[Event]:
        """List the events of the scenario that have not happened."""
        return [*(one.event for one in sorted(self.due) if one.event is not None), *self.waiting]

    def _put_first(self, at_ms: int) -> None:
        event = self.waiting.popleft()
        self.put(at_ms, event.happening, event.line, event)
