"""Streams, tables, builders and topologies that are given to code outside the text, which may add operators to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import InPlan, TopologyValue
from topoviz.engine.dsl.values import Unknown, Value
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree

_RUNNERS: Final = frozenset({"KafkaStreams", "KafkaStreamsNamedTopologyWrapper", "TopologyTestDriver"})
"""Classes of Kafka Streams that take a topology as it is."""

_HOLDERS: Final = frozenset({
    "AbstractMap.SimpleEntry", "AbstractMap.SimpleImmutableEntry", "AtomicReference", "KeyValue", "SimpleEntry",
    "SimpleImmutableEntry", "SoftReference", "ThreadLocal", "WeakReference",
})  # fmt: skip
"""Classes of the JDK and of Kafka Streams that only keep what they are given."""


def is_untouched(topology: TopologyValue) -> bool:
    """Tell whether nothing was added yet: whoever is given an empty Topology is there to fill it."""
    return topology.plan is None and not topology.calls


def report_handed_over(world: World, called: str, span: Span, value: InPlan | TopologyValue) -> None:
    """Doubt what follows when code outside the text is given something that it may add operators to."""
    given = "a topology" if isinstance(value, TopologyValue) else "a stream, table or builder"
    reason = f"{called}() is not in the text and is given {given}: it may add operators."
    if isinstance(value, TopologyValue):
        value.unsure.setdefault("", reason)
    world.unsure(
        "escaped",
        span,
        reason,
        "What it adds is missing; names and numbers from here on are unsure.",
        f"Paste the code of {called}() too.",
    )
    if isinstance(value, InPlan):
        value.plan.doubt(reason)


def known_by_now(world: World, called: str, span: Span, value: Value) -> Value:
    """Give the builder that an unknown turned out to be; if it turns out to be one later, that is told then."""
    if not isinstance(value, Unknown):
        return value
    world.handed_over.setdefault(value.key, (called, span))
    return world.inferred.get(value.key, value)


def note_started(node: tree.New, arguments: Iterable[Value]) -> None:
    """Remember which topologies are given to a class that runs them."""
    if node.type.simple_name in _RUNNERS:
        for argument in arguments:
            if isinstance(argument, TopologyValue):
                argument.is_started = True


def watch_constructor(world: World, node: tree.New, arguments: Iterable[Value]) -> None:
    """Report what the constructor of a class is given that is not in the text."""
    name = node.type.simple_name
    if name in _RUNNERS | _HOLDERS:
        return
    for given in arguments:
        argument = known_by_now(world, name, node.span, given)
        if isinstance(argument, InPlan) or (isinstance(argument, TopologyValue) and is_untouched(argument)):
            report_handed_over(world, name, node.span, argument)
