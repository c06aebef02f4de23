"""Refuse topologies whose records come back to where they were, and never become fewer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from topoviz.engine.simulated.bad_configuration import BadConfiguration
from topoviz.engine.simulation.nodes.segments import Decider, Sink, Ways
from topoviz.engine.simulation.plan import SimulationPlan
from topoviz.engine.simulation.world import Endless

_ALMOST: Final = 1e-9

Shares = dict[str, float]
"""How many records come to topics of one record, on average."""


def refuse_circles(plan: SimulationPlan, lines: Mapping[str, int]) -> None:
    """Refuse a topology in which, of one record of a topic, one or more come back to it on average.

    Every node passes on what the configuration says, or each record. `lines` are those of nodes in the configuration.
    Raises Endless, or BadConfiguration where a node there makes more of records.
    """
    readers = {one.topic: task.id.sub_topology_id for task in plan.tasks.values() for one in task.partitions}
    shares = {
        topic: {to: many for to, many in found.items() if to in readers}
        for ways in plan.ways.values()
        for topic, found in _sent(ways).items()
    }
    circle = _circle(shares)
    if circle is None:
        return
    topic, back = circle
    around = _around(shares, topic)
    groups = sorted({readers[one] for one in around})
    makes_more = [
        (one.settings.passes, one.node)
        for group in groups
        for one in plan.ways[group].deciders
        if one.settings.passes > 1 and one.node in lines
    ]
    if makes_more:
        passes, node = max(makes_more)
        raise BadConfiguration(
            lines[node],
            f"has {node} make {passes:g} records of one: of one that comes to {topic}, {back:.4g} come back to it on "
            "average, so it would never end. Let a node on this way pass on fewer (passes, below 1).",
        )
    which, them = ("sub-topology", "it") if len(groups) == 1 else ("sub-topologies", "them")
    names = ", ".join(map(str, groups))
    raise Endless(
        f"Records of {which} {names} come back to {them} through topics, again and again without an end: of one "
        f"that comes to {topic}, {back:.4g} come back to it on average. Say how many of them a node lets through: "
        "passes, of a node in the configuration, below 1."
    )


def _sent(ways: Ways) -> Mapping[str, Shares]:
    """Say of each source topic how many records come to topics, of one of its own."""
    found: dict[int, Shares] = {}
    to_do = list(ways.first.values())
    while to_do:
        number = to_do[-1]
        ends = ways.segments[number].ends
        missing = [one.segment for one in ends if isinstance(one, Decider) and one.segment not in found]
        if missing:
            to_do += missing
        else:
            found[to_do.pop()] = _added(ends, found)
    return {topic: found[number] for topic, number in ways.first.items()}


def _added(ends: Iterable[Sink | Decider], found: Mapping[int, Shares]) -> Shares:
    shares: Shares = {}
    for one in ends:
        if isinstance(one, Decider):
            for topic, many in found[one.segment].items():
                shares[topic] = shares.get(topic, 0.0) + many * one.settings.passes
        elif one.topic is not None:
            shares[one.topic] = shares.get(one.topic, 0.0) + 1.0
    return shares


def _circle(shares: Mapping[str, Shares]) -> tuple[str, float] | None:
    """Find a topic to which one or more records come back of one; None where all of them become fewer.

    Topics are taken out one by one, with their records sent on to where theirs would come in the end. That is how a
    system of linear equations is solved; a share of 1 or more is one that has no end.
    """
    left = {topic: {to: many for to, many in found.items() if many > 0} for topic, found in shares.items()}
    for topic in list(left):
        own = left.pop(topic)
        back = own.pop(topic, 0.0)
        if back >= 1 - _ALMOST:
            return topic, back
        for others in left.values():
            times = others.pop(topic, 0.0) / (1 - back)
            if times:
                for to, many in own.items():
                    others[to] = others.get(to, 0.0) + times * many
    return None


def _around(shares: Mapping[str, Shares], topic: str) -> set[str]:
    """Give all topics on ways from a topic back to itself."""
    before: dict[str, list[str]] = {}
    for one, found in shares.items():
        for to, many in found.items():
            if many > 0:
                before.setdefault(to, []).append(one)
    after = {one: [to for to, many in found.items() if many > 0] for one, found in shares.items()}
    return _reached(topic, after) & _reached(topic, before)


def _reached(first: str, follows: Mapping[str, Iterable[str]]) -> set[str]:
    found: set[str] = set()
    to_do = [first]
    while to_do:
        new = set(follows.get(to_do.pop(), ())) - found
        found |= new
        to_do += new
    return found
