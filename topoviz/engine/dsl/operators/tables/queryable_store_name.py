"""KTable#queryableStoreName and GlobalKTable#queryableStoreName: the name of the store that holds a table, or null."""

from __future__ import annotations

import re

from topoviz.engine.dsl.objects import GlobalTableValue, TableValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import NULL, Constant, Text, Unknown, Value

_OPEN = re.compile(r"\$\{(.*?)\}")


def apply_table(call: OperatorCall, table: TableValue) -> Value:
    """Give a table's name; that of a join may be numbered, and a number may be unsure."""
    if table.queryable_name is None:
        return NULL
    return _text(UserText(table.queryable_name, table.plan.draft.unsure.get(table.queryable_name)), call)


def apply_global_table(call: OperatorCall, table: GlobalTableValue) -> Value:
    """Give a global table's name: the user's, or from 4.0 on a number where nothing was said of the store."""
    return NULL if table.queryable_name is None else _text(table.queryable_name, call)


def _text(name: UserText, call: OperatorCall) -> Value:
    """Give the name as it was given: unknown parts stay unknown, and a number that is unsure is unknown as a whole."""
    reason = name.reason
    if reason is None:
        return Constant(name.text)
    pieces = _OPEN.split(name.text)
    if len(pieces) == 1:
        return Unknown(name.text, reason, call.origin.span, "String")
    parts = (
        Unknown(piece, reason, call.origin.span, "String") if index % 2 else piece for index, piece in enumerate(pieces)
    )
    return Text(tuple(part for part in parts if part))


OPERATORS = (
    Operator("KTable", "queryableStoreName", apply_table),
    Operator("GlobalKTable", "queryableStoreName", apply_global_table),
)
