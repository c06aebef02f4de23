"""KStream#selectKey: give records a new key."""

from __future__ import annotations

from topoviz.engine.dsl.objects import StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.streams.stateless import add_processor, go_on


def apply(call: OperatorCall, stream: StreamValue) -> StreamValue:
    """Add the operator; the key's serde is lost."""
    node = add_processor(call, stream, "KSTREAM-KEY-SELECT-", changes_key=True)
    return go_on(stream, node, key_changed=True, keeps_key_serde=False)


OPERATORS = (Operator("KStream", "selectKey", apply),)
