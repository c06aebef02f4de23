"""Streams, tables, builders and topologies that are given to code outside the text, which may add operators to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import InPlan, TopologyValue
from topoviz.engine.dsl.values import Unknown, Value
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree

RUNNERS: Final = frozenset({"KafkaStreams", "KafkaStreamsNamedTopologyWrapper", "TopologyTestDriver"})
"""Classes of Kafka Streams that take a topology as it is."""

HOLDERS: Final = frozenset({
    "AbstractMap.SimpleEntry", "AbstractMap.SimpleImmutableEntry", "AtomicReference", "KeyValue", "SimpleEntry",
    "SimpleImmutableEntry", "SoftReference", "ThreadLocal", "WeakReference",
})  # fmt: skip
"""Classes of the JDK and of Kafka Streams that only keep what they are given."""


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
    if node.type.simple_name in RUNNERS:
        for argument in arguments:
            if isinstance(argument, TopologyValue):
                argument.is_started = True
