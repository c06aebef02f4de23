"""KStream#peek, #foreach and #print: look at records; the last two end the stream."""

from __future__ import annotations

from topoviz.engine.dsl.objects import StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.streams.stateless import add_processor, go_on
from topoviz.engine.dsl.values import NULL, Constant
from topoviz.engine.logical.nodes import Processor


def apply_peek(call: OperatorCall, stream: StreamValue) -> StreamValue:
    """Add the operator; everything stays as it is."""
    return go_on(stream, add_processor(call, stream, "KSTREAM-PEEK-"))


def apply_foreach(call: OperatorCall, stream: StreamValue) -> Constant:
    """Add a processor that nothing follows."""
    add_processor(call, stream, "KSTREAM-FOREACH-")
    return NULL


def apply_print(call: OperatorCall, stream: StreamValue) -> Constant:
    """Add a processor named after its Printed, if that has a name."""
    name = stream.plan.name(
        take_options(call, stream.plan, 0, "Printed").name("Printed"), "KSTREAM-PRINTER-", call.origin
    )
    stream.plan.add(Processor, name, stream.node, operator="print", origin=call.origin)
    return NULL


OPERATORS = (
    Operator("KStream", "peek", apply_peek),
    Operator("KStream", "foreach", apply_foreach),
    Operator("KStream", "print", apply_print),
)
