"""KStream#transform, #transformValues, #process and their kin: a user's own processor, with the stores it uses.

Kafka: KStreamImpl#flatTransform, #doTransformValues, #process (KIP-820). transform and process take a number only when
the user gives no name; transformValues takes one in any case.
"""

from __future__ import annotations

from topoviz.engine.dsl.objects import OptionsValue, StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall, user_texts
from topoviz.engine.dsl.operators.operator import Operator, refuse_missing
from topoviz.engine.dsl.operators.streams.stateless import go_on
from topoviz.engine.dsl.operators.supplier_stores import supplier_stores
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import NULL, Value
from topoviz.engine.logical.nodes import NO_NAME, StatefulProcessor


def apply_transform(call: OperatorCall, stream: StreamValue) -> StreamValue:
    """Add a processor that may change the key."""
    node = _add(call, stream, "KSTREAM-TRANSFORM-", burns_when_named=False, changes_key=True)
    return go_on(stream, node, keeps_key=False, keeps_value=False)


def apply_transform_values(call: OperatorCall, stream: StreamValue) -> StreamValue:
    """Add a processor that keeps the key."""
    node = _add(call, stream, "KSTREAM-TRANSFORMVALUES-", burns_when_named=True, changes_value=True)
    return go_on(stream, node, keeps_value=False)


def apply_process(call: OperatorCall, stream: StreamValue) -> Value:
    """Add a processor; from 3.3 on the stream goes on behind it, and needs a repartition before it is grouped."""
    changes = stream.plan.follows_processors
    node = _add(call, stream, "KSTREAM-PROCESSOR-", burns_when_named=False, changes_key=changes, changes_value=changes)
    if not call.behaviours.is_since("3.3.0"):
        return NULL
    return go_on(stream, node, keeps_key=False, keeps_value=False)


def apply_process_values(call: OperatorCall, stream: StreamValue) -> StreamValue:
    """Add a processor that keeps the key."""
    changes = stream.plan.follows_processors
    node = _add(call, stream, "KSTREAM-PROCESSVALUES-", burns_when_named=False, changes_value=changes)
    return go_on(stream, node, keeps_value=False)


def _add(
    call: OperatorCall, stream: StreamValue, prefix: str, *, burns_when_named: bool, **fields: bool
) -> StatefulProcessor:
    plan = stream.plan
    rest = call.arguments[1:]
    user_name: UserText | None = None
    if rest and isinstance(rest[0], OptionsValue) and rest[0].kind == "Named":
        refuse_missing(call, f"KStream#{call.method} with Named", since="2.4.0")
        user_name, rest = rest[0].name, rest[1:]
    is_named = len(rest) < len(call.arguments[1:])
    if is_named and not burns_when_named:
        name = NO_NAME if user_name is None else plan.use_name(user_name, call.origin)
    else:
        name = plan.name(user_name, prefix, call.origin)
    stores = tuple(plan.use(text) for text in user_texts(rest, "state store name"))
    return plan.add(
        StatefulProcessor, name, stream.node, operator=call.method, origin=call.origin, store_names=stores,
        supplier_stores=supplier_stores(call, call.argument(0), plan.use), **fields,
    )  # fmt: skip


OPERATORS = (
    Operator("KStream", "transform", apply_transform),
    Operator("KStream", "flatTransform", apply_transform),
    Operator("KStream", "transformValues", apply_transform_values),
    Operator("KStream", "flatTransformValues", apply_transform_values),
    Operator("KStream", "process", apply_process),
    Operator("KStream", "processValues", apply_process_values),
)
