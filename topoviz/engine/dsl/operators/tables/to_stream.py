"""KTable#toStream: turn updates into records; with a mapper, select a key as well.

Kafka: KTableImpl#toStream.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import OptionsValue, StreamValue, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.tables.table_name import table_name
from topoviz.engine.dsl.values import Unknown
from topoviz.engine.logical.nodes import Processor


def apply(call: OperatorCall, table: TableValue) -> StreamValue:
    """Add the operator; the selecting of a key that follows it has a number of its own, named or not."""
    plan = table.plan
    has_mapper = _has_mapper(call, table)
    name = plan.name(
        table_name(call, take_options(call, plan, 1 if has_mapper else 0, "Named")), "KTABLE-TOSTREAM-", call.origin
    )
    node = plan.add(Processor, name, table.node, operator="toStream", origin=call.origin)
    stream = StreamValue(plan, name, node.id, table.sources, key_serde=table.key_serde, value_serde=table.value_serde)
    return _select_key(call, stream) if has_mapper else stream


def _has_mapper(call: OperatorCall, table: TableValue) -> bool:
    """Tell whether the first argument selects a key; one that is not known may as well be a Named."""
    first = call.arguments[0] if call.arguments else None
    if first is None or isinstance(first, OptionsValue):
        return False
    if not isinstance(first, Unknown) or len(call.arguments) > 1:
        return True
    if first.type_name == "":
        reason = f"toStream() takes {first.key}, which may select a key or name the operator."
        call.warn("overload", reason, "It is taken to select a key; names and numbers from here on are unsure.")
        table.plan.doubt(reason)
    return first.type_name != "Named"


def _select_key(call: OperatorCall, stream: StreamValue) -> StreamValue:
    name = stream.plan.new_name("KSTREAM-KEY-SELECT-")
    node = stream.plan.add(Processor, name, stream.node, operator="selectKey", origin=call.origin, changes_key=True)
    return StreamValue(
        stream.plan, name, node.id, stream.sources, repartition_required=True, value_serde=stream.value_serde
    )


OPERATORS = (Operator("KTable", "toStream", apply),)
