"""KStream#mapValues and #flatMapValues: change values and keep keys, so that no repartition becomes necessary."""

from __future__ import annotations

from topoviz.engine.dsl.objects import StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.streams.stateless import add_processor, go_on

_PREFIXES = {"mapValues": "KSTREAM-MAPVALUES-", "flatMapValues": "KSTREAM-FLATMAPVALUES-"}


def apply(call: OperatorCall, stream: StreamValue) -> StreamValue:
    """Add the operator; the value's serde is lost."""
    node = add_processor(call, stream, _PREFIXES[call.method], changes_value=True)
    return go_on(stream, node, keeps_value_serde=False)


OPERATORS = (Operator("KStream", "mapValues", apply), Operator("KStream", "flatMapValues", apply))
