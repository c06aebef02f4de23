"""KStream#filter and #filterNot: let records through or not."""

from __future__ import annotations

from topoviz.engine.dsl.objects import StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.streams.stateless import add_processor, go_on


def apply(call: OperatorCall, stream: StreamValue) -> StreamValue:
    """Add the filter; key, value and their serdes stay."""
    return go_on(stream, add_processor(call, stream, "KSTREAM-FILTER-"))


OPERATORS = (Operator("KStream", "filter", apply), Operator("KStream", "filterNot", apply))
