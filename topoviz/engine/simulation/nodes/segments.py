"""A sub-topology as stretches in which every record takes the same way, so that most nodes cost nothing to follow.

A stretch ends at sinks and at nodes that decide: those that pass on more or fewer records than come in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.simulation.nodes.settings import USUAL, NodeSettings
from topoviz.engine.topology.nodes import SinkNode, SourceNode, Topology

MOST_VISITS: Final = 10_000
"""Nodes that one record may visit in a stretch; where paths part and meet again, they are visited once a path."""


class TooManyVisits(Exception):
    """A topology in which a record visits more nodes than can be followed; the message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Sink:
    """A sink that a record comes to, and whether its key is now the value."""

    node: str
    topic: str | None
    key_is_value: bool


@dataclass(frozen=True, slots=True)
class Decider:
    """A node that decides, by number, and the stretch after it."""

    number: int
    node: str
    settings: NodeSettings
    segment: int


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch: what it costs in microseconds, and the nodes in the order in which a record visits them."""

    cost: int
    steps: tuple[str | Sink | Decider, ...]
    ends: tuple[Sink | Decider, ...]
    sinks: tuple[Sink, ...] | None
    """The ends, where none of them decides."""


@dataclass(frozen=True, slots=True)
class Ways:
    """The stretches of a sub-topology, by number, and the first one of each source topic."""

    segments: tuple[Segment, ...]
    first: Mapping[str, int]
    deciders: tuple[Decider, ...]


def find_ways(topology: Topology, names: Sequence[str], settings: Mapping[str, NodeSettings]) -> Ways:
    """Divide the nodes of a sub-topology; raises TooManyVisits."""
    return _Divider(topology, names, settings).divide()


class _Divider:
    def __init__(self, topology: Topology, names: Sequence[str], settings: Mapping[str, NodeSettings]) -> None:
        mine = set(names)
        self._nodes = {node.name: node for node in topology.nodes if node.name in mine}
        self._children: dict[str, list[str]] = {name: [] for name in mine}
        for node in self._nodes.values():
            for above in node.predecessors:
                self._children[above].append(node.name)
        self._settings = settings
        self._segments: list[Segment] = []
        self._deciders: dict[tuple[str, bool], Decider] = {}
        self._to_do: list[tuple[str, bool, int]] = []

    def divide(self) -> Ways:
        first = {}
        for node in self._nodes.values():
            if isinstance(node, SourceNode):
                first.update(dict.fromkeys(node.topics, len(self._segments)))
                self._segments.append(self._segment([node.name], is_value=False))
        # Deciders come to light while stretches are walked; each reserves the number of the stretch after it.
        done: dict[int, Segment] = {}
        while self._to_do:
            name, is_value, number = self._to_do.pop()
            done[number] = self._segment(list(self._children[name]), is_value=is_value)
        deciders = tuple(sorted(self._deciders.values(), key=lambda one: one.number))
        sources = len(self._segments)
        moved = {one.segment: sources + at for at, one in enumerate(deciders)}
        segments = [*self._segments, *(done[one.segment] for one in deciders)]
        final = {
            (one.node, one.number): Decider(one.number, one.node, one.settings, moved[one.segment]) for one in deciders
        }
        return Ways(tuple(_with(segment, final) for segment in segments), first, tuple(final.values()))

    def _segment(self, starts: list[str], *, is_value: bool) -> Segment:
        cost, steps = 0, list[str | Sink | Decider]()
        to_visit = [(name, is_value) for name in reversed(starts)]
        while to_visit:
            name, has_value = to_visit.pop()
            node = self._nodes[name]
            settings = self._settings.get(name, USUAL)
            cost += settings.micros
            steps.append(name)
            if len(steps) > MOST_VISITS:
                raise TooManyVisits(f"A record visits more than {MOST_VISITS:,} nodes after {starts[0]}, the most.")
            windows = settings.windows
            if windows is not None and windows.size > MOST_VISITS * windows.advance:
                raise TooManyVisits(f"A record is in more than {MOST_VISITS:,} windows of {name}, the most here.")
            after = has_value or settings.key_is_value
            if isinstance(node, SinkNode):
                steps.append(Sink(name, node.topic, has_value))
            elif settings.decides:
                steps.append(self._decider(name, settings, is_value=after))
            else:
                to_visit.extend((child, after) for child in reversed(self._children[name]))
        return _made(cost, steps)

    def _decider(self, name: str, settings: NodeSettings, *, is_value: bool) -> Decider:
        found = self._deciders.get((name, is_value))
        if found is None:
            number = len(self._deciders)
            found = self._deciders[name, is_value] = Decider(number, name, settings, number)
            self._to_do.append((name, is_value, number))
        return found


def _made(cost: int, steps: Sequence[str | Sink | Decider]) -> Segment:
    ends = tuple(step for step in steps if not isinstance(step, str))
    sinks = tuple(end for end in ends if isinstance(end, Sink))
    return Segment(cost, tuple(steps), ends, sinks if len(sinks) == len(ends) else None)


def _with(segment: Segment, deciders: Mapping[tuple[str, int], Decider]) -> Segment:
    return _made(
        segment.cost,
        [deciders[step.node, step.number] if isinstance(step, Decider) else step for step in segment.steps],
    )
