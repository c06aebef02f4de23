"""Values that come from outside the text: what a framework, a test or other files would pass in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.engine.dsl.interpreter.handed_over import report_handed_over
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.objects import InPlan, PropertiesValue, TopologyValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.registry import find_operator
from topoviz.engine.dsl.operators.unknown_stream import stand_in_global_table, stand_in_stream, stand_in_table
from topoviz.engine.dsl.plan_builder import PlanBuilder
from topoviz.engine.dsl.scopes import Scope
from topoviz.engine.dsl.values import Constant, ListValue, Text, Unknown, Value, text_of
from topoviz.engine.source import Origin, Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.pieces import STARTS_IN_CHAIN

BUILDERS: Final = frozenset({"StreamsBuilder", "ConfiguredStreamBuilder"})
"""Kafka's own, and Micronaut's subclass of it."""

_BUILDER_METHODS: Final = frozenset({"stream", "table", "globalTable", "addStateStore"})
_TOPOLOGY_METHODS: Final = frozenset({
    "addSource", "addProcessor", "addSink", "connectProcessorAndStateStores", "addReadOnlyStateStore",
})  # fmt: skip
_TOPOLOGYS_GLOBAL_STORE: Final = 7
"""From so many arguments on, addGlobalStore() is a Topology's."""

_TOPOLOGYS_FEWEST: Final = 2
"""A node has a name, and a topic, a supplier or a parent; others call what takes one argument `addSink` too."""

NOWHERE: Final = Span(0, 0, 0)
NOT_SAID: Final = "The text does not say what it is."
FROM_OUTSIDE: Final = "Its value comes from outside the text."
_OF_GROUPS: Final = frozenset({"windowedBy", "cogroup"})
_OF_TABLES: Final = frozenset({"toStream", "suppress"})
_OF_BOTH: Final = frozenset({
    "filter", "filterNot", "mapValues", "transformValues", "groupBy", "join", "leftJoin", "outerJoin",
})  # fmt: skip
_GROUPS: Final = {"KGroupedStream": ("KStream", "groupByKey"), "KGroupedTable": ("KTable", "groupBy")}
"""What stands in for a group: a stream or table that is grouped here."""

_STAND_INS: Final[dict[str, Callable[[PlanBuilder, str, str, Origin], Value]]] = {
    "KStream": stand_in_stream, "KTable": stand_in_table, "GlobalKTable": stand_in_global_table,
}  # fmt: skip


def parameter_from_outside(world: World, parameter: tree.Parameter) -> Value:
    """Make the value of a parameter that nobody in the text provides: builders are made, the rest is unknown."""
    name = parameter.name
    type_name = "" if parameter.type is None else parameter.type.simple_name + "[]" * parameter.type.dimensions
    match type_name:
        case _ if type_name in BUILDERS:
            return world.outer_builder(parameter.span)
        case "Topology":
            return world.new_topology(parameter.span, from_outside=True)
        case "Properties":
            return PropertiesValue(is_exact=False)
        case "KStream" | "KTable" | "GlobalKTable":
            reason = f"{name} comes from outside the text."
            return _stand_in(world, type_name, name, reason, parameter.span)
        case _:
            return world.unknown(name, FROM_OUTSIDE, parameter.span, type_name)


def _stand_in(
    world: World, type_name: str, key: str, reason: str, span: Span, plan: PlanBuilder | None = None
) -> Value:
    """Report a stream or table that the text does not make, and let a source of the outer builder stand in for it."""
    world.unsure(
        "unknown-stream",
        span,
        reason,
        "A source stands in for it; all names and numbers are unsure.",
        "Paste the code that makes it too.",
    )
    origin, plan = world.origin(span), plan or world.outer_builder(span, stands_in=True).plan
    if type_name in _GROUPS:
        made_of, method = _GROUPS[type_name]
        ungrouped = _STAND_INS[made_of](plan, key, reason, origin)
        operator = find_operator(made_of, method)
        assert operator is not None
        function = Unknown(key, reason, span)
        call = OperatorCall(method, (function,) * (method == "groupBy"), origin, world.behaviours, world.report)
        grouped = operator.apply(call, ungrouped)
        assert isinstance(grouped, Value)
        return grouped
    return _STAND_INS[type_name](plan, key, reason, origin)


def _is_undeclared(world: World, node: tree.Call, target: Unknown) -> bool:
    """Tell whether a call of the DSL is made on a name that nothing in the text declares, as in a pasted piece."""
    is_bare = isinstance(node.target, tree.Name) and target.reason == NOT_SAID and not target.type_name
    return (
        is_bare and node.name_span in world.dsl_calls and node.name not in _TOPOLOGY_METHODS and node.name[:1].islower()
    )


def _likely_type(method: str, name: str) -> str:
    """Guess what has such a method, or where several have, is so called."""
    if method in _OF_GROUPS:
        return "KGroupedStream"
    if method in _OF_TABLES or (method in _OF_BOTH and "table" in name.lower()):
        return "KTable"
    return "KStream"


def recognize(world: World, node: tree.Call, target: Value, arguments: list[Value], scope: Scope) -> Value:
    """See a builder or Topology in an unknown on which only such a thing's methods can be called.

    A pasted fragment begins with `builder.stream("orders")` and nothing says what `builder` is; what it is called like
    says it, and from there on the name stands for that builder.
    """
    if isinstance(target, Unknown) and isinstance(node.target, tree.Unknown) and node.target.reason == STARTS_IN_CHAIN:
        return _builder_of_chain(world, node, target, arguments)
    if not isinstance(target, Unknown) or not isinstance(node.target, tree.Name | tree.Select):
        return target
    made: Value | None = world.inferred.get(target.key)
    if made is not None:
        return made
    if target.type_name == "StreamsBuilder" or _looks_like_builder(node, target, arguments):
        made = world.new_builder(node.target.span, from_outside=bool(target.type_name))
        if target.reason != NOT_SAID:
            world.tell_handed_in(made, node.target.span)
    elif target.type_name == "Topology" or (not target.type_name and _is_topologys(node, arguments)):
        made = world.new_topology(node.target.span, from_outside=True)
    elif target.type_name in _STAND_INS or target.type_name in _GROUPS:
        made = _stand_in(world, target.type_name, target.key, target.reason, target.span or node.span)
    elif _is_undeclared(world, node, target):
        likely = _likely_type(node.name, target.key)
        made = _stand_in(world, likely, target.key, target.reason, target.span or node.span)
    if made is None:
        return target
    world.inferred[target.key] = made
    if target.key in world.handed_over and isinstance(made, InPlan | TopologyValue):
        report_handed_over(world, *world.handed_over[target.key], made)
    return made


def recognize_argument(world: World, target: Value, argument: Value) -> Value:
    """See a stream or table in an unknown that is declared as one, and given to a stream or table of the text."""
    if not isinstance(argument, Unknown) or argument.type_name not in _STAND_INS or not isinstance(target, InPlan):
        return argument
    made = world.inferred.get(argument.key)
    if isinstance(made, InPlan) and made.plan is target.plan:
        return made
    span = argument.span or NOWHERE
    made = _stand_in(world, argument.type_name, argument.key, argument.reason, span, target.plan)
    world.inferred[argument.key] = made
    return made


def builder_of_reference(world: World, name: str, target: Unknown) -> Value | None:
    """See a builder in the unknown before `builder::stream`, as in a call of its methods."""
    known = world.inferred.get(target.key)
    if known is not None:
        return known
    is_builder = target.type_name == "StreamsBuilder" or (not target.type_name and "builder" in target.key.lower())
    if name not in _BUILDER_METHODS or not is_builder:
        return None
    made = world.inferred[target.key] = world.new_builder(target.span or NOWHERE)
    return made


def _builder_of_chain(world: World, node: tree.Call, target: Unknown, arguments: list[Value]) -> Value:
    """See the builder that the first call of a chain must be made on; what it held before is not known."""
    if not _looks_like_builder(node, target, arguments):
        return target
    builder = world.new_builder(node.name_span, from_outside=True)
    reason = "The text starts in the middle of a chain of calls."
    world.unsure(
        "starts-in-chain", node.name_span, reason, "What stands before it may add operators: numbers are unsure."
    )
    builder.plan.doubt(reason)
    return builder


def _is_topologys(node: tree.Call, arguments: list[Value]) -> bool:
    is_named = bool(arguments) and (not isinstance(arguments[0], Constant) or isinstance(arguments[0].value, str))
    has_most = node.name == "addGlobalStore" and len(arguments) >= _TOPOLOGYS_GLOBAL_STORE
    return has_most or (node.name in _TOPOLOGY_METHODS and len(arguments) >= _TOPOLOGYS_FEWEST and is_named)


def _looks_like_builder(node: tree.Call, target: Unknown, arguments: list[Value]) -> bool:
    if target.type_name or not arguments:
        return node.name == "build" and not target.type_name and "builder" in target.key.lower()
    if node.name == "addGlobalStore":
        return len(arguments) < _TOPOLOGYS_GLOBAL_STORE
    if node.name not in _BUILDER_METHODS:
        return False
    first = arguments[0]
    return text_of(first) is not None or isinstance(first, ListValue | Text) or "builder" in target.key.lower()
