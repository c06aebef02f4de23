"""The stores that a processor's supplier brings along (KIP-401)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.engine.dsl.objects import StoreBuilderValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import Instance, ListValue, Opaque, Unknown, Value, is_null
from topoviz.engine.logical.nodes import Store

_SUPPLIERS: Final = frozenset({
    "ConnectedStoreProvider", "FixedKeyProcessorSupplier", "ProcessorSupplier", "Serializable", "Supplier",
    "TransformerSupplier", "ValueTransformerSupplier", "ValueTransformerWithKeySupplier",
})  # fmt: skip
"""What a supplier implements that brings no stores by itself: ConnectedStoreProvider#stores() gives null."""


def supplier_stores(call: OperatorCall, supplier: Value, use: Callable[[UserText], str]) -> tuple[Store, ...]:
    """Give the stores that the supplier's `stores()` gave; versions before 2.6 do not ask for them."""
    if not call.behaviours.has("adds_supplier_stores"):
        return ()
    given = supplier.fields.get("stores()") if isinstance(supplier, Instance) else None
    if given is None:
        missing = _class_left_out(supplier)
        if missing:
            reason = f"{missing} is not in the text, and its stores() may bring stores along."
            _doubt(call, use, reason, "Paste the code of that class too.")
        return ()
    if is_null(given):
        return ()
    builders = given.elements if isinstance(given, ListValue) and given.is_exact else [given]
    if not all(isinstance(one, StoreBuilderValue) for one in builders):
        _doubt(call, use, "The supplier's stores() gives stores that the text does not determine.")
        return ()
    return tuple(one.store(use(one.name)) for one in builders if isinstance(one, StoreBuilderValue))


def _doubt(call: OperatorCall, use: Callable[[UserText], str], reason: str, next_step: str = "") -> None:
    call.warn("unknown-stores", reason, "The processor's stores are missing.", next_step)
    use(UserText("", reason))  # the shape is open: such a store may unite what else is apart


def _class_left_out(supplier: Value) -> str:
    """Name the class, or what gives the object, that the text would need to say which stores there are.

    A lambda and a method reference have the `stores()` of the interface, which gives none.
    """
    match supplier:
        case Instance(info=info):
            known = {one.name for above in info.lineage() for one in above.supertypes} | _SUPPLIERS
            above = (one.simple_name for each in info.lineage() for one in each.declaration.supertypes)
            return next((f"The class {name}" for name in above if name not in known), "")
        case Opaque(type_name=name):
            return f"The class {name}"
        case Unknown(key=key, told=False):
            return key
        case _:
            return ""
