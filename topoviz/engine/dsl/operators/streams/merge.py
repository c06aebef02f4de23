"""KStream#merge: let two streams go on as one, in no particular order."""

from __future__ import annotations

from topoviz.engine.dsl.objects import StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.streams.stateless import operator_name
from topoviz.engine.dsl.operators.unknown_stream import stream_argument
from topoviz.engine.logical.nodes import Processor


def apply(call: OperatorCall, stream: StreamValue) -> StreamValue:
    """Add a processor under both streams; it needs a repartition as soon as one of them does."""
    other = stream_argument(call, stream.plan, 0)
    name = stream.plan.name(operator_name(call, stream), "KSTREAM-MERGE-", call.origin)
    node = stream.plan.add(Processor, name, stream.node, other.node, operator="merge", origin=call.origin, merges=True)
    return StreamValue(
        stream.plan,
        name,
        node.id,
        stream.sources | other.sources,
        repartition_required=stream.repartition_required or other.repartition_required,
    )


OPERATORS = (Operator("KStream", "merge", apply),)
