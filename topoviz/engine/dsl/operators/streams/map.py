"""KStream#map and #flatMap: make new keys and values, so that the stream must be repartitioned before it is grouped."""

from __future__ import annotations

from topoviz.engine.dsl.objects import StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.streams.stateless import add_processor, go_on

_PREFIXES = {"map": "KSTREAM-MAP-", "flatMap": "KSTREAM-FLATMAP-"}


def apply(call: OperatorCall, stream: StreamValue) -> StreamValue:
    """Add the operator; both serdes are lost."""
    node = add_processor(call, stream, _PREFIXES[call.method], changes_key=True)
    return go_on(stream, node, key_changed=True, keeps_key_serde=False, keeps_value_serde=False)


OPERATORS = (Operator("KStream", "map", apply), Operator("KStream", "flatMap", apply))
