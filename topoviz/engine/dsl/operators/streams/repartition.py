"""KStream#repartition: write a stream through a topic of its own, with a partition count if one is given.

Kafka: KStreamImpl#doRepartition (KIP-221). The optimizer leaves such a topic alone.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import OptionsValue, StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.plan_builder import PlanBuilder
from topoviz.engine.dsl.source_names import SourceNames
from topoviz.engine.logical.nodes import Repartition


def apply(call: OperatorCall, stream: StreamValue) -> StreamValue:
    """Add the topic; a name for it saves the number that a generated one takes."""
    plan = stream.plan
    given = take_options(call, plan, 0, "Repartitioned").get("Repartitioned") or OptionsValue("Repartitioned")
    prefix = plan.new_name("KSTREAM-REPARTITION-") if given.name is None else plan.use(given.name)
    names = plan.repartition_names(prefix, is_named=given.name is not None)
    _doubt_count(plan, given, names.topic)
    value_serde = given.value_serde or stream.value_serde
    node = plan.add(
        Repartition, names.source, stream.node, operator="repartition", origin=call.origin, topic=names.topic,
        sink_name=names.sink, filter_name=names.filter, key_serde=given.key_serde, value_serde=value_serde,
        partitions=given.partitions, is_optimizable=False,
    )  # fmt: skip
    return StreamValue(
        plan, names.source, node.id, SourceNames(names.source),
        key_serde=given.key_serde or stream.key_serde, value_serde=value_serde,
    )  # fmt: skip


def _doubt_count(plan: PlanBuilder, given: OptionsValue, topic: str) -> None:
    """A count that is set and not known makes the topic unsure."""
    if given.partitions_reason is not None:
        plan.draft.unsure.setdefault(topic, given.partitions_reason)


OPERATORS = (Operator("KStream", "repartition", apply),)
