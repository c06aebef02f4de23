"""The operators without state, and what others have in common with them: a processor, and a stream that goes on.

KStream#filter, #map, #mapValues, #selectKey, #peek, #foreach and their kin; #print is one with options of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.dsl.objects import StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.operator import Operator, refuse_missing
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import NULL, Value
from topoviz.engine.logical.nodes import GraphNode, Processor


@dataclass(frozen=True, slots=True)
class _Kind:
    """What an operator's processor is called, and of what the stream below still has the serdes."""

    prefix: str
    keeps_key: bool = True
    keeps_value: bool = True


_KINDS: Final = {
    "filter": _Kind("FILTER"),
    "filterNot": _Kind("FILTER"),
    "map": _Kind("MAP", keeps_key=False, keeps_value=False),
    "flatMap": _Kind("FLATMAP", keeps_key=False, keeps_value=False),
    "mapValues": _Kind("MAPVALUES", keeps_value=False),
    "flatMapValues": _Kind("FLATMAPVALUES", keeps_value=False),
    "selectKey": _Kind("KEY-SELECT", keeps_key=False),
    "peek": _Kind("PEEK"),
    "foreach": _Kind("FOREACH"),
}


def apply(call: OperatorCall, stream: StreamValue) -> Value:
    """Add the operator; nothing follows a foreach()."""
    kind = _KINDS[call.method]
    name = stream.plan.name(operator_name(call, stream), f"KSTREAM-{kind.prefix}-", call.origin)
    node = stream.plan.add(
        Processor, name, stream.node, operator=call.method, origin=call.origin, changes_key=not kind.keeps_key,
        changes_value=kind.keeps_key and not kind.keeps_value,
    )  # fmt: skip
    return NULL if call.method == "foreach" else go_on(stream, node, kind.keeps_key, kind.keeps_value)


def apply_print(call: OperatorCall, stream: StreamValue) -> Value:
    """Add a processor named after its Printed, if that has a name; nothing follows it."""
    user_name = take_options(call, stream.plan, 0, "Printed").name("Printed")
    name = stream.plan.name(user_name, "KSTREAM-PRINTER-", call.origin)
    stream.plan.add(Processor, name, stream.node, operator="print", origin=call.origin)
    return NULL


def operator_name(call: OperatorCall, stream: StreamValue, after: int = 1) -> UserText | None:
    """Give the name of a Named argument, which operators take from 2.4 on (KIP-307)."""
    name = take_options(call, stream.plan, after, "Named").name()
    if name is not None:
        refuse_missing(call, f"KStream#{call.method} with Named", since="2.4.0")
    return name


def go_on(stream: StreamValue, node: GraphNode, keeps_key: bool = True, keeps_value: bool = True) -> StreamValue:
    """Give the stream below a node, with what it inherits; one with new keys is repartitioned before it is grouped."""
    return StreamValue(
        stream.plan,
        node.name,
        node.id,
        stream.sources,
        repartition_required=not keeps_key or stream.repartition_required,
        key_serde=stream.key_serde if keeps_key else None,
        value_serde=stream.value_serde if keeps_value else None,
    )


OPERATORS = (*(Operator("KStream", method, apply) for method in _KINDS), Operator("KStream", "print", apply_print))
