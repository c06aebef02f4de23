"""A record on its way through a sub-topology, depth first, as ProcessorContextImpl#forward goes.

What a node with state gives follows from what it keeps. How many records others pass on follows from how many they
have passed: with 0.5, every second one. Nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.simulation.nodes.context import Context, NodeTally, Told
from topoviz.engine.simulation.nodes.moving import Moving, keyed_by_value
from topoviz.engine.simulation.nodes.operators.model import Operator
from topoviz.engine.simulation.nodes.operators.registry import Stores, attach_stores, make_operators
from topoviz.engine.simulation.nodes.segments import Decider, Passage, Sink, Ways
from topoviz.engine.simulation.nodes.stores.cache import Cache
from topoviz.engine.versions import Behaviours

_Step = int | str | Sink | Decider | Iterator[tuple[int, Moving]]
"""A stretch by number, what stands in one, or what a node gives, one after another, each with the stretch after it."""

_NOTHING: Final = Moving(None, 0, None)


@dataclass(slots=True)
class Walked:
    """What came of one record: microseconds, sinks that something reached, and a commit.

    `late` are the nodes for which it was late; something of it `is_held` in caches and buffers.
    """

    cost: int = 0
    sent: list[tuple[Sink, Moving]] = field(default_factory=list)
    late: list[tuple[str, int]] = field(default_factory=list)
    asks_for_commit: bool = False
    is_held: bool = False


class Walker:
    """The nodes of one task, with what they remember."""

    __slots__ = (
        "_context", "_decides", "_flushes", "_hits", "_operators", "_passages", "_passed", "_segments", "_stores",
        "_ways",
    )  # fmt: skip

    def __init__(self, ways: Ways, behaviours: Behaviours, stores: Stores, cache: Cache | None = None) -> None:
        self._ways = ways
        self._segments = ways.segments
        self._stores = stores
        self._context = Context()
        self._hits = [0] * len(ways.segments)
        self._passages: list[Passage] = []
        self._passed = [0] * len(ways.deciders)
        attach_stores(stores, ways.operations.owners, ways.operations, cache, self._context, behaviours)
        operators = make_operators(ways.operations.nodes, stores, self._context, behaviours)
        self._operators: list[Operator | None] = [operators.get(one.node) for one in ways.deciders]
        self._decides = [one.settings.decides for one in ways.deciders]
        deciders = {one.node: one for one in reversed(ways.deciders)}
        self._flushes = [
            (stores.key_values[name], deciders[node])
            for name, node in ways.operations.owners.items()
            if name in stores.key_values and stores.key_values[name].is_cached and node in deciders
        ]
        """Stores with caches, in the order in which they are flushed, and where their updates go on."""

    @property
    def has_to_flush(self) -> bool:
        """Tell whether a commit may let records go on."""
        return bool(self._flushes or self._stores.buffers)

    def passage(self, topic: str) -> Passage | None:
        """Give the way of the records of a source topic, if all that have a key go alike to the end."""
        found = self._ways.passage(topic)
        if found is not None:
            self._passages.append(found)
        return found

    def source_of(self, topic: str) -> str:
        """Name the source node of a topic."""
        first = self._segments[self._ways.first[topic]].steps[0]
        return first if isinstance(first, str) else first.node

    def walk(
        self,
        topic: str,
        record: Moving,
        now: int,
        reached: Callable[[str], None] | None = None,
        told: Told | None = None,
    ) -> Walked:
        """Let a record of a topic travel at a time in ms; `reached` is called with each node, `told` with events."""
        return self._walk(self._ways.first[topic], record, now, reached, told)

    def flush(self, now: int, reached: Callable[[str], None] | None = None, told: Told | None = None) -> Walked:
        """Let all travel on that waits in caches, store by store, as a commit does."""
        all_of_it = Walked()
        for store, decider in self._flushes:
            if not store.flushes_on:
                for _ in store.flush():
                    pass
                continue
            walked = self._walk(_after(decider, store.flush()), _NOTHING, now, reached, told)
            all_of_it.cost += walked.cost
            all_of_it.sent += walked.sent
            all_of_it.late += walked.late
        for buffer in self._stores.buffers.values():
            buffer.commit()
        return all_of_it

    def _walk(
        self, step: _Step, record: Moving, now: int, reached: Callable[[str], None] | None, told: Told | None
    ) -> Walked:
        context, segments = self._context, self._segments
        context.now, context.told, context.is_held, context.late = now, told, False, []
        found = Walked(0, [], context.late)
        to_walk: list[tuple[_Step, Moving]] = []
        while True:
            if isinstance(step, int):
                segment = segments[step]
                self._hits[step] += 1
                found.cost += segment.cost
                ends = segment.ends if reached is None else segment.steps
                if len(ends) == 1:
                    step = ends[0]
                    continue
                to_walk.extend([(one, record) for one in reversed(ends)])
            elif isinstance(step, Decider):
                operator = self._operators[step.number]
                if operator is None:
                    to_walk.extend([(step.segment, record)] * self._share(step, found))
                else:
                    if step.takes_value:
                        record = record._replace(key=keyed_by_value(record))
                    given = operator.process(record)
                    if not given:
                        pass
                    elif self._decides[step.number] or not isinstance(given, tuple):
                        to_walk.append((self._shared(step, given, found), record))
                    else:
                        to_walk.extend([(step.segment, each) for each in reversed(given)])
            elif isinstance(step, Sink):
                found.sent.append((step, record))
            elif isinstance(step, str):
                if reached is not None:
                    reached(step)
            else:
                after = next(step, None)
                if after is not None:
                    to_walk.append((step, record))
                    to_walk.append(after)
            if not to_walk:
                break
            step, record = to_walk.pop()
        found.is_held = context.is_held
        return found

    def hits(self) -> list[int]:
        """Count how often each stretch was walked."""
        found = list(self._hits)
        for passage in self._passages:
            for number in passage.segments:
                found[number] += passage.times
        return found

    def records_by_node(self) -> dict[str, int]:
        """Count how many records each node got."""
        found: dict[str, int] = {}
        for segment, hits in zip(self._segments, self.hits(), strict=True):
            for step in segment.steps:
                if isinstance(step, str):
                    found[step] = found.get(step, 0) + hits
        return found

    def passed_by_node(self) -> dict[str, int]:
        """Count how many records went on from each node that may pass on more or fewer than it gets."""
        found: dict[str, int] = {}
        hits = self.hits()
        for one in self._ways.deciders:
            found[one.node] = found.get(one.node, 0) + hits[one.segment]
        return found

    @property
    def tallies(self) -> Mapping[str, NodeTally]:
        """Give what nodes counted, by name."""
        return self._context.tallies

    def _shared(self, decider: Decider, given: Iterable[Moving], found: Walked) -> Iterator[tuple[int, Moving]]:
        """Give what an operator gives, as often as its node passes records on."""
        for record in given:
            for _ in range(self._share(decider, found)):
                yield decider.segment, record

    def _share(self, decider: Decider, found: Walked) -> int:
        settings, number = decider.settings, decider.number
        before = self._passed[number]
        after = self._passed[number] = before + 1
        if settings.commit_every is not None and not after % settings.commit_every:
            found.asks_for_commit = True
        if settings.passes == 1.0:
            return 1
        return int(after * settings.passes) - int(before * settings.passes)


def _after(decider: Decider, given: Iterable[Moving]) -> Iterator[tuple[int, Moving]]:
    return ((decider.segment, record) for record in given)
