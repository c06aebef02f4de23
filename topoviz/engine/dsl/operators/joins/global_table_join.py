"""Join a stream with a global table: no repartition, no copartitioning, and the same prefix for both kinds.

Kafka: KStreamImpl#globalTableJoin.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import GlobalTableValue, StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.streams.stateless import go_on, operator_name
from topoviz.engine.logical.nodes import StreamTableJoin


def join_global_table(call: OperatorCall, stream: StreamValue, table: GlobalTableValue) -> StreamValue:
    """Add the join under the stream; the global store is not connected to it."""
    name = stream.plan.name(operator_name(call, stream, after=3), "KSTREAM-LEFTJOIN-", call.origin)
    node = stream.plan.add(
        StreamTableJoin, name, stream.node, operator=call.method, origin=call.origin,
        accepts_null_keys=call.method == "leftJoin",
    )  # fmt: skip
    return go_on(stream, node, keeps_value=False)
