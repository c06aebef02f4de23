"""KStream#groupBy and #groupByKey: say by what to aggregate. Only groupBy adds an operator.

Kafka: KStreamImpl#groupBy, #groupByKey.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import GroupedStreamValue, OptionsValue, StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.operator import Operator, refuse_missing
from topoviz.engine.dsl.plan_builder import PlanBuilder
from topoviz.engine.logical.nodes import Processor


def apply_group_by(call: OperatorCall, stream: StreamValue) -> GroupedStreamValue:
    """Add an operator that selects the key, so that a repartition becomes necessary."""
    grouped = grouped_options(call, stream.plan, 1)
    name = stream.plan.name(grouped.name if grouped else None, "KSTREAM-KEY-SELECT-", call.origin)
    node = stream.plan.add(Processor, name, stream.node, operator="groupBy", origin=call.origin, changes_key=True)
    serdes = grouped or OptionsValue("Grouped", value_serde=stream.value_serde)
    return GroupedStreamValue(
        stream.plan, name, node.id, stream.sources, repartition_required=True,
        user_name=serdes.name, key_serde=serdes.key_serde, value_serde=serdes.value_serde,
    )  # fmt: skip


def apply_group_by_key(call: OperatorCall, stream: StreamValue) -> GroupedStreamValue:
    """Group as the stream is; the name is for a repartition topic, should one become necessary."""
    grouped = grouped_options(call, stream.plan, 0)
    serdes = grouped or OptionsValue("Grouped", key_serde=stream.key_serde, value_serde=stream.value_serde)
    return GroupedStreamValue(
        stream.plan, stream.name, stream.node, stream.sources, stream.repartition_required,
        user_name=serdes.name, key_serde=serdes.key_serde, value_serde=serdes.value_serde,
    )  # fmt: skip


def grouped_options(call: OperatorCall, plan: PlanBuilder, after: int, owner: str = "KStream") -> OptionsValue | None:
    """Find the Grouped or, before there was one, the Serialized, if the call has either."""
    options = take_options(call, plan, after, "Grouped", "Serialized")
    serialized = options.get("Serialized")
    if serialized is not None:
        refuse_missing(call, f"{owner}#{call.method} with Serialized", until="3.0.0")
    return options.get("Grouped") or serialized


OPERATORS = (
    Operator("KStream", "groupBy", apply_group_by),
    Operator("KStream", "groupByKey", apply_group_by_key),
)
