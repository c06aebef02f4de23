"""KTable#join, #leftJoin and #outerJoin: on the tables' own keys, or on a key found in the left table's values.

Kafka: KTableImpl#doJoin, #doJoinOnForeignKey.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import OptionsValue, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.tables.foreign_key_join import join_on_foreign_key
from topoviz.engine.dsl.operators.tables.primary_key_join import join_on_key
from topoviz.engine.dsl.operators.unknown_stream import table_argument
from topoviz.engine.dsl.values import BoundMethod, Closure, Instance, Unknown, Value


def apply(call: OperatorCall, table: TableValue) -> TableValue:
    """Join with another table; a table that is not known is reported and stood in for."""
    other = table_argument(call, table.plan, 0)
    if call.method != "outerJoin" and _has_foreign_key(call, table):
        return join_on_foreign_key(call, table, other)
    return join_on_key(call, table, other)


def _has_foreign_key(call: OperatorCall, table: TableValue) -> bool:
    """Tell the two families of overloads apart: with a foreign key, two functions follow the other table."""
    if len(call.arguments) < 3:
        return False
    known = _is_joiner(call.arguments[2])
    if known is None:
        known = _finds_key(call.arguments[1])
    if known is None:
        reason = f"{call.method}() takes arguments that may be those of a join on a foreign key."
        call.warn("overload", reason, "It is taken for a join on the tables' own keys; all after it is unsure.")
        table.plan.doubt(reason)
    return bool(known)


def _is_joiner(value: Value) -> bool | None:
    match value:
        case OptionsValue() | Unknown(type_name="Named" | "TableJoined" | "Materialized"):
            return False
        case Closure() | BoundMethod() | Instance() | Unknown(type_name="ValueJoiner"):
            return True
        case _:
            return None


def _finds_key(value: Value) -> bool | None:
    """Judge by the first function: a joiner takes two values, and the finding of a key takes one."""
    match value:
        case Closure(node=node):
            return len(node.parameters) < 2
        case Unknown(type_name="Function" | "Function1"):
            return True
        case Unknown(type_name="ValueJoiner"):
            return False
        case _:
            return None


OPERATORS = tuple(Operator("KTable", method, apply) for method in ("join", "leftJoin", "outerJoin"))
