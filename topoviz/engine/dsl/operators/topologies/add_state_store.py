"""StreamsBuilder#addStateStore: make a store known, for processors to be connected to it by name."""

from __future__ import annotations

from topoviz.engine.dsl.objects import BuilderValue, StoreBuilderValue, new_identity
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.values import Unknown
from topoviz.engine.logical.nodes import StateStoreAdded, Store, StoreKind
from topoviz.engine.logical.plan import ROOT


def apply(call: OperatorCall, builder: BuilderValue) -> BuilderValue:
    """Add the store under the root."""
    call.refuse_null(0, "builder can't be null")
    store = store_argument(call, builder)
    builder.plan.add(StateStoreAdded, store.name, ROOT, operator="addStateStore", origin=call.origin, store=store)
    return builder


def store_argument(call: OperatorCall, builder: BuilderValue) -> Store:
    """Give the store that the first argument builds; one that is not known gets an unsure name."""
    given = call.argument(0)
    if isinstance(given, StoreBuilderValue):
        return given.store(builder.plan.use(given.name), builder.plan.draft.unsure)
    key = given.key if isinstance(given, Unknown) else "store"
    name = f"${{{key}}}"
    builder.plan.draft.unsure[name] = "The store's builder is not in the text."
    return Store(name, StoreKind.OTHER, identity=new_identity())


OPERATORS = (Operator("StreamsBuilder", "addStateStore", apply),)
