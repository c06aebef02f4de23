"""What the operators without state have in common: one processor under the stream, and a stream that goes on."""

from __future__ import annotations

from topoviz.engine.dsl.objects import StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.operator import refuse_missing
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.logical.nodes import GraphNode, Processor


def operator_name(call: OperatorCall, stream: StreamValue, after: int = 1) -> UserText | None:
    """Give the name of a Named argument, which operators take from 2.4 on (KIP-307)."""
    name = take_options(call, stream.plan, after, "Named").name()
    if name is not None:
        refuse_missing(call, f"KStream#{call.method} with Named", since="2.4.0")
    return name


def add_processor(call: OperatorCall, stream: StreamValue, prefix: str, **fields: bool) -> GraphNode:
    """Add a processor under a stream."""
    name = stream.plan.name(operator_name(call, stream), prefix, call.origin)
    return stream.plan.add(Processor, name, stream.node, operator=call.method, origin=call.origin, **fields)


def go_on(
    stream: StreamValue,
    node: GraphNode,
    *,
    key_changed: bool = False,
    keeps_key_serde: bool = True,
    keeps_value_serde: bool = True,
) -> StreamValue:
    """Give the stream below a node, with what it inherits."""
    return StreamValue(
        stream.plan,
        node.name,
        node.id,
        stream.sources,
        repartition_required=key_changed or stream.repartition_required,
        key_serde=stream.key_serde if keeps_key_serde else None,
        value_serde=stream.value_serde if keeps_value_serde else None,
    )
