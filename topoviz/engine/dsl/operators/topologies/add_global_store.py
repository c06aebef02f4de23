"""StreamsBuilder#addGlobalStore: a store that every instance fills from a whole topic, by the user's own processor.

Kafka: InternalStreamsBuilder#addGlobalStore. It switches the logging of the builder's store off.
"""

from __future__ import annotations

from topoviz.engine.dsl.library.stores import switch_logging
from topoviz.engine.dsl.objects import BuilderValue, OptionsValue, StoreBuilderValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options, user_text
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.topologies.add_state_store import store_argument
from topoviz.engine.logical.nodes import GlobalStoreAdded
from topoviz.engine.logical.plan import ROOT


def apply(call: OperatorCall, builder: BuilderValue) -> BuilderValue:
    """Add the store with its source and processor; the older overload names both."""
    call.refuse_null(0, "storeBuilder can't be null")
    names_nodes = len(call.arguments) > 4
    plan = builder.plan
    given = call.argument(0)
    if isinstance(given, StoreBuilderValue):
        switch_logging(call, given, is_on=False)
    store = store_argument(call, builder)
    topic = plan.use(user_text(call.argument(1), "topic"))
    if names_nodes:
        source = plan.use(user_text(call.argument(2), "name"))
        processor = plan.use(user_text(call.argument(4), "name"))
    else:
        source, processor = _names(call, builder)
    plan.add(
        GlobalStoreAdded, store.name, ROOT, operator="addGlobalStore", origin=call.origin, store=store, topic=topic,
        source_name=source, processor_name=processor,
    )  # fmt: skip
    return builder


def _names(call: OperatorCall, builder: BuilderValue) -> tuple[str, str]:
    """Name source and processor as those of a global table."""
    call.refuse_null(2, "consumed can't be null")
    plan = builder.plan
    consumed = take_options(call, plan, 2, "Consumed", last=3).get("Consumed") or OptionsValue("Consumed")
    name = consumed.name if call.behaviours.has("names_global_stores") else None
    if name is not None:
        plan.check(name, call.origin)
    source = plan.suffixed(name, "-source", "KSTREAM-SOURCE-", call.origin)
    return source, plan.name(name, "KTABLE-SOURCE-", call.origin)


OPERATORS = (Operator("StreamsBuilder", "addGlobalStore", apply),)
