"""Repartition a stream for a join, after an operator that changes the key.

Kafka: KStreamImpl#repartitionForJoin; KAFKA-9298 made joins of one stream share the node.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.source_names import SourceNames
from topoviz.engine.logical.nodes import Repartition


def repartition_for_join(
    call: OperatorCall,
    stream: StreamValue,
    prefix: str,
    key_serde: str | None,
    value_serde: str | None,
    *,
    is_named: bool,
) -> StreamValue:
    """Give the stream behind a repartition topic named after the prefix.

    Three numbers are taken even when the node of an earlier join is used again; then the new source name appears
    nowhere but in the copartition group.
    """
    plan = stream.plan
    key_serde, value_serde = key_serde or stream.key_serde, value_serde or stream.value_serde
    names = plan.repartition_names(prefix, is_named=is_named)
    may_share = call.behaviours.has("shares_join_repartition") and stream.name == prefix
    if stream.join_repartition is None or not may_share:
        node = plan.add(
            Repartition, names.source, stream.node, operator="repartition", origin=call.origin, topic=names.topic,
            sink_name=names.sink, filter_name=names.filter, key_serde=key_serde, value_serde=value_serde,
        )  # fmt: skip
        stream.join_repartition = node.id
    return StreamValue(
        plan, names.source, stream.join_repartition, SourceNames(names.source),
        key_serde=key_serde, value_serde=value_serde,
    )  # fmt: skip
