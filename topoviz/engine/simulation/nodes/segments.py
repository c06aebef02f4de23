"""A sub-topology as stretches in which every record takes the same way, so that most nodes cost nothing to follow.

A stretch ends at sinks and at nodes that decide: those that pass on more or fewer records than come in, or other ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from topoviz.engine.simulation.nodes.operations import (
    NO_OPERATIONS,
    DropsNullKeys,
    Operations,
    TableRepartition,
    WindowedAggregate,
)
from topoviz.engine.simulation.nodes.settings import USUAL, NodeSettings
from topoviz.engine.topology.nodes import SinkNode, SourceNode, Topology

MOST_VISITS: Final = 10_000
"""Nodes that one record may visit in a stretch; where paths part and meet again, they are visited once a path."""


class TooManyVisits(Exception):
    """A topology in which a record visits more nodes than can be followed; the message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Sink:
    """A sink that a record comes to, whether its key is now the value, and whether it left its window on the way."""

    node: str
    topic: str | None
    key_is_value: bool
    leaves_window: bool = False


@dataclass(frozen=True, slots=True)
class Decider:
    """A node that decides, by number, and the stretch after it; `takes_value` where the value is the key by then."""

    number: int
    node: str
    settings: NodeSettings
    segment: int
    takes_value: bool = False


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch: what it costs in microseconds, and the nodes in the order in which a record visits them."""

    cost: int
    steps: tuple[str | Sink | Decider, ...]
    ends: tuple[Sink | Decider, ...]


@dataclass(slots=True)
class Passage:
    """The way of records that all go alike to the end: what it costs, its stretches, and the sinks at its end.

    Where a filter before a repartition topic stands on it, only those go alike that have a key. `times` counts those
    that went.
    """

    cost: int
    segments: tuple[int, ...]
    sinks: tuple[Sink, ...]
    needs_key: bool
    times: int = 0


@dataclass(frozen=True, slots=True)
class Ways:
    """The stretches of a sub-topology, by number, and the first one of each source topic."""

    segments: tuple[Segment, ...]
    first: Mapping[str, int]
    deciders: tuple[Decider, ...]
    operations: Operations = NO_OPERATIONS
    """What nodes of this sub-topology do, and its stores."""

    def passage(self, topic: str) -> Passage | None:
        """Give the way of the records of a source topic, if all that have a key go alike to the end."""
        cost, walked, sinks, needs_key = 0, list[int](), list[Sink](), False
        to_walk: list[Sink | Decider | int] = [self.first[topic]]
        while to_walk:
            step = to_walk.pop()
            if isinstance(step, int):
                walked.append(step)
                cost += self.segments[step].cost
                to_walk.extend(reversed(self.segments[step].ends))
            elif isinstance(step, Sink):
                sinks.append(step)
            elif step.settings.decides or step.takes_value or not self._drops_null_keys(step):
                return None
            else:
                needs_key = True
                to_walk.append(step.segment)
        return Passage(cost, tuple(walked), tuple(sinks), needs_key)

    def _drops_null_keys(self, decider: Decider) -> bool:
        return isinstance(self.operations.nodes.get(decider.node), DropsNullKeys)


def find_ways(
    topology: Topology,
    names: Sequence[str],
    settings: Mapping[str, NodeSettings],
    operations: Operations = NO_OPERATIONS,
) -> Ways:
    """Divide the nodes of a sub-topology; raises TooManyVisits."""
    return _Divider(topology, names, settings, operations).divide()


@dataclass(frozen=True, slots=True)
class _Came:
    """What became of the key on the way here."""

    is_value: bool = False
    left_window: bool = False


class _Divider:
    def __init__(
        self,
        topology: Topology,
        names: Sequence[str],
        settings: Mapping[str, NodeSettings],
        operations: Operations,
    ) -> None:
        mine = set(names)
        self._nodes = {node.name: node for node in topology.nodes if node.name in mine}
        self._children: dict[str, list[str]] = {name: [] for name in mine}
        for node in self._nodes.values():
            for above in node.predecessors:
                self._children[above].append(node.name)
        self._settings = settings
        self._segments: list[Segment] = []
        self._operations = operations.within(self._nodes)
        self._deciders: dict[tuple[str, _Came, bool], Decider] = {}
        self._to_do: list[tuple[str, _Came, int]] = []

    def divide(self) -> Ways:
        first = {}
        for node in self._nodes.values():
            if isinstance(node, SourceNode):
                first.update(dict.fromkeys(node.topics, len(self._segments)))
                self._segments.append(self._segment([node.name], _Came()))
        # Deciders come to light while stretches are walked; each reserves the number of the stretch after it.
        done: dict[int, Segment] = {}
        while self._to_do:
            name, came, number = self._to_do.pop()
            done[number] = self._segment(list(self._children[name]), came)
        deciders = tuple(sorted(self._deciders.values(), key=lambda one: one.number))
        sources = len(self._segments)
        moved = {one.segment: sources + at for at, one in enumerate(deciders)}
        segments = [*self._segments, *(done[one.segment] for one in deciders)]
        final = {(one.node, one.number): replace(one, segment=moved[one.segment]) for one in deciders}
        walked = tuple(_with(segment, final) for segment in segments)
        return Ways(walked, first, tuple(final.values()), self._operations)

    def _segment(self, starts: list[str], came: _Came) -> Segment:
        cost, steps = 0, list[str | Sink | Decider]()
        to_visit = [(name, came) for name in reversed(starts)]
        while to_visit:
            name, before = to_visit.pop()
            node = self._nodes[name]
            settings = self._settings.get(name, USUAL)
            cost += settings.micros
            steps.append(name)
            if len(steps) > MOST_VISITS:
                raise TooManyVisits(f"A record visits more than {MOST_VISITS:,} nodes after {starts[0]}, the most.")
            operation = self._operations.nodes.get(name)
            # What has state looks at the key; after it, the key is what it says.
            takes_value = before.is_value and operation is not None
            is_value = settings.key_is_value and not isinstance(operation, TableRepartition)
            left_window = name in self._operations.changes_key
            after = _Came(is_value or (before.is_value and not takes_value), before.left_window or left_window)
            if isinstance(operation, WindowedAggregate) and operation.size > MOST_VISITS * operation.advance:
                raise TooManyVisits(f"A record is in more than {MOST_VISITS:,} windows of {name}, the most here.")
            if isinstance(node, SinkNode):
                steps.append(Sink(name, node.topic, before.is_value, before.left_window))
            elif settings.decides or operation is not None:
                steps.append(self._decider(name, settings, after, takes_value=takes_value))
            else:
                to_visit.extend((child, after) for child in reversed(self._children[name]))
        return _made(cost, steps)

    def _decider(self, name: str, settings: NodeSettings, came: _Came, *, takes_value: bool) -> Decider:
        found = self._deciders.get((name, came, takes_value))
        if found is None:
            number = len(self._deciders)
            found = self._deciders[name, came, takes_value] = Decider(number, name, settings, number, takes_value)
            self._to_do.append((name, came, number))
        return found


def _made(cost: int, steps: Sequence[str | Sink | Decider]) -> Segment:
    return Segment(cost, tuple(steps), tuple(step for step in steps if not isinstance(step, str)))


def _with(segment: Segment, deciders: Mapping[tuple[str, int], Decider]) -> Segment:
    return _made(
        segment.cost,
        [deciders[step.node, step.number] if isinstance(step, Decider) else step for step in segment.steps],
    )
