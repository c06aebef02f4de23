"""The stores that a processor's supplier brings along (KIP-401)."""

from __future__ import annotations

from collections.abc import Callable

from topoviz.engine.dsl.objects import StoreBuilderValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import Instance, ListValue, Value, is_null
from topoviz.engine.logical.nodes import Store


def supplier_stores(call: OperatorCall, supplier: Value, use: Callable[[UserText], str]) -> tuple[Store, ...]:
    """Give the stores that the supplier's `stores()` gave; versions before 2.6 do not ask for them."""
    if not isinstance(supplier, Instance) or not call.behaviours.has("adds_supplier_stores"):
        return ()
    given = supplier.fields.get("stores()")
    if given is None or is_null(given):
        return ()
    builders = given.elements if isinstance(given, ListValue) and given.is_exact else [given]
    if not all(isinstance(one, StoreBuilderValue) for one in builders):
        reason = "The supplier's stores() gives stores that the text does not determine."
        call.warn("unknown-stores", reason, "The processor's stores are missing.")
        use(UserText("", reason))  # the shape is open: such a store may unite what else is apart
        return ()
    return tuple(one.store(use(one.name)) for one in builders if isinstance(one, StoreBuilderValue))
