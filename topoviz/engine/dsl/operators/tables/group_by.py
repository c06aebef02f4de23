"""KTable#groupBy: say by what to aggregate a table's rows.

Kafka: KTableImpl#groupBy. Aggregations take the old row out before they put the new one in, so the table must send old
values.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import GroupedTableValue, OptionsValue, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.grouped.group_by import grouped_options
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.logical.nodes import TableRepartitionMap


def apply(call: OperatorCall, table: TableValue) -> GroupedTableValue:
    """Add an operator that gives each row its new key; nothing is inherited from the table's serdes."""
    plan = table.plan
    grouped = grouped_options(call, plan, 1, "KTable") or OptionsValue("Grouped")
    user_name = grouped.name if call.behaviours.has("names_operators") else None
    name = plan.name(user_name, "KTABLE-SELECT-", call.origin)
    node = plan.add(TableRepartitionMap, name, table.node, operator="groupBy", origin=call.origin)
    table.send_old_values(call.origin, forces=True)
    return GroupedTableValue(plan, name, node.id, grouped.name, grouped.key_serde, grouped.value_serde)


OPERATORS = (Operator("KTable", "groupBy", apply),)
