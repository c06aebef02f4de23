"""A record on its way through a sub-topology, depth first, as ProcessorContextImpl#forward goes.

How many records a node passes on follows from how many it has passed: with 0.5, every second one. Nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from topoviz.engine.simulation.nodes.segments import Decider, Segment, Sink, Ways
from topoviz.engine.simulation.nodes.settings import TimeWindows


@dataclass(slots=True)
class Walked:
    """What came of one record: microseconds, sinks that it reached, nodes for which it was late, and a commit."""

    cost: int = 0
    sinks: list[Sink] = field(default_factory=list)
    late: list[tuple[str, int]] = field(default_factory=list)
    asks_for_commit: bool = False


class Walker:
    """The nodes of one task, with what they remember."""

    __slots__ = ("_passed", "_segments", "_stream_times", "_ways", "hits", "late")

    def __init__(self, ways: Ways) -> None:
        self._ways = ways
        self._segments = ways.segments
        self.hits = [0] * len(ways.segments)
        """How often each stretch was walked."""
        self.late: dict[str, int] = {}
        """Records that came too late, by node."""
        self._passed = [0] * len(ways.deciders)
        self._stream_times = [-1] * len(ways.deciders)

    def same_always(self, topic: str) -> Segment | None:
        """Give the stretch of a source topic, if every record of it goes the same way to the end."""
        segment = self._segments[self._ways.first[topic]]
        return None if segment.sinks is None else segment

    def count(self, topic: str) -> None:
        """Count a record that went the same way as all."""
        self.hits[self._ways.first[topic]] += 1

    def walk(self, topic: str, timestamp: int, reached: Callable[[str], None] | None = None) -> Walked:
        """Let a record of a topic travel; `reached` is called with each node."""
        found = Walked()
        to_walk: list[Sink | Decider | str | int] = [self._ways.first[topic]]
        while to_walk:
            step = to_walk.pop()
            if isinstance(step, int):
                segment = self._segments[step]
                self.hits[step] += 1
                found.cost += segment.cost
                to_walk.extend(reversed(segment.ends if reached is None else segment.steps))
            elif isinstance(step, Sink):
                found.sinks.append(step)
            elif isinstance(step, Decider):
                to_walk.extend([step.segment] * self._decide(step, timestamp, found))
            elif reached is not None:
                reached(step)
        return found

    def records_by_node(self) -> dict[str, int]:
        """Count how many records each node got."""
        found: dict[str, int] = {}
        for segment, hits in zip(self._segments, self.hits, strict=True):
            for step in segment.steps:
                if isinstance(step, str):
                    found[step] = found.get(step, 0) + hits
        return found

    def _decide(self, decider: Decider, timestamp: int, found: Walked) -> int:
        settings, number = decider.settings, decider.number
        times = 1
        if settings.windows is not None:
            times = self._open_windows(number, settings.windows, timestamp)
            if not times:
                closed = self._stream_times[number] - settings.windows.grace
                found.late.append((decider.node, closed))
                self.late[decider.node] = self.late.get(decider.node, 0) + 1
                return 0
        before = self._passed[number]
        after = self._passed[number] = before + times
        if settings.commit_every is not None and before // settings.commit_every != after // settings.commit_every:
            found.asks_for_commit = True
        if settings.passes == 1.0:
            return times
        return int(after * settings.passes) - int(before * settings.passes)

    def _open_windows(self, number: int, windows: TimeWindows, timestamp: int) -> int:
        """Count the windows of a time that still take it (KStreamWindowAggregate)."""
        observed = self._stream_times[number] = max(self._stream_times[number], timestamp)
        closed = observed - windows.grace
        last = timestamp - timestamp % windows.advance
        first = max(0, timestamp - windows.size + windows.advance)
        first -= first % windows.advance
        # A window that ends at the time that is closed, or before, takes nothing any more.
        least = closed - windows.size + 1
        if least > first:
            first = least + -least % windows.advance
        return max(0, (last - first) // windows.advance + 1)
