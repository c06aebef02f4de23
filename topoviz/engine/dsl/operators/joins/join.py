"""KStream#join, #leftJoin and #outerJoin: which join it is follows from what the stream is joined with."""

from __future__ import annotations

from topoviz.engine.dsl.objects import GlobalTableValue, StreamValue, TableValue, WindowsValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.joins.global_table_join import join_global_table
from topoviz.engine.dsl.operators.joins.stream_stream_join import join_stream
from topoviz.engine.dsl.operators.joins.stream_table_join import join_table
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.unknown_stream import (
    known_here,
    report_stand_in,
    stand_in_global_table,
    stand_in_stream,
    stand_in_table,
    where_from,
)
from topoviz.engine.dsl.values import BoundMethod, Closure, Unknown, Value


def apply(call: OperatorCall, stream: StreamValue) -> StreamValue:
    """Join with a stream, a table or a global table; an unknown partner is guessed from the other arguments."""
    partner = known_here(call.argument(0), stream.plan)
    match partner:
        case StreamValue():
            return join_stream(call, stream, partner)
        case TableValue():
            return join_table(call, stream, partner)
        case GlobalTableValue():
            return join_global_table(call, stream, partner)
        case _:
            return _join_unknown(call, stream, partner)


def _join_unknown(call: OperatorCall, stream: StreamValue, partner: Value) -> StreamValue:
    key = partner.key if isinstance(partner, Unknown) else call.method
    reason = f"{call.method}() joins with {key}, {where_from(call.argument(0), stream.plan)}."
    report_stand_in(call, reason)
    if _is_global(call, partner):
        return join_global_table(call, stream, stand_in_global_table(stream.plan, key, reason, call.origin))
    if any(isinstance(argument, WindowsValue) for argument in call.arguments) or call.method == "outerJoin":
        return join_stream(call, stream, stand_in_stream(stream.plan, key, reason, call.origin))
    return join_table(call, stream, stand_in_table(stream.plan, key, reason, call.origin))


def _is_global(call: OperatorCall, partner: Value) -> bool:
    """Tell whether an unknown partner is a global table: only such a join takes a function that gives the key."""
    if isinstance(partner, Unknown) and partner.type_name:
        return partner.type_name == "GlobalKTable"
    return all(isinstance(call.argument(index), Closure | BoundMethod) for index in (1, 2))


OPERATORS = tuple(Operator("KStream", method, apply) for method in ("join", "leftJoin", "outerJoin"))
