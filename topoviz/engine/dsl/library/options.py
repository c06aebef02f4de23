"""Consumed, Produced, Grouped, Joined, StreamJoined, Materialized, Named, Printed, Serialized: what they carry.

Some of these classes change in place when a with-method is called, others give a new object; that decides what a
program sees that ignores the result.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.objects import OptionsValue, SerdeValue, StoreSupplierValue
from topoviz.engine.dsl.operators.call import user_text
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import Closure, Constant, Opaque, Text, Unknown, Value
from topoviz.engine.logical.names import why_illegal
from topoviz.engine.refusal import Refused, topology_exception
from topoviz.engine.source import Origin

KINDS: Final = frozenset({
    "Named", "Consumed", "Produced", "Grouped", "Joined", "StreamJoined", "Materialized", "Printed", "Serialized",
})  # fmt: skip

_CHANGE_IN_PLACE: Final = frozenset({"Consumed", "Produced", "Materialized", "Printed"})


def make_options(kind: str, method: str, arguments: list[Value], origin: Origin) -> OptionsValue:
    """Call a static method of an options class; raises Refused for an illegal name where Kafka checks it."""
    options = OptionsValue(kind)
    match kind, method:
        case "Materialized", "as":
            _take_store(options, arguments, origin)
        case "StreamJoined", "as":
            options.store_name = user_text(arguments[0], "store name") if arguments else None
        case "Named", "as":
            options.name = _checked(user_text(arguments[0], "name"), origin) if arguments else None
        case _, ("as" | "named"):
            options.name = user_text(arguments[0], "name") if arguments else None
        case "Joined", ("keySerde" | "valueSerde" | "otherValueSerde"):
            _set_serde(options, method, arguments)
        case _, ("keySerde" | "valueSerde"):
            _set_serde(options, method, arguments)
        case _, "with":
            _take_with(options, arguments)
        case _:
            pass
    return options


def change_options(options: OptionsValue, method: str, arguments: list[Value], origin: Origin) -> OptionsValue:
    """Call a with-method; the result may be the same object."""
    changed = options if options.kind in _CHANGE_IN_PLACE else options.copy()
    first = arguments[0] if arguments else None
    match method:
        case "withName" if first is not None:
            name = user_text(first, "name")
            changed.name = _checked(name, origin) if options.kind == "Named" else name
        case "withStoreName" if first is not None:
            changed.store_name = user_text(first, "store name")
        case "withKeySerde" | "withValueSerde" | "withOtherValueSerde":
            _set_serde(changed, method.removeprefix("with"), arguments)
        case "withLoggingDisabled":
            changed.is_logged = False
        case "withLoggingEnabled":
            changed.is_logged = True
        case "withOffsetResetPolicy" if first is not None:
            changed.reset = _reset(first)
        case "withThisStoreSupplier" if isinstance(first, StoreSupplierValue):
            changed.this_store = first.name
        case "withOtherStoreSupplier" if isinstance(first, StoreSupplierValue):
            changed.other_store = first.name
        case _:
            pass
    return changed


def _take_store(options: OptionsValue, arguments: list[Value], origin: Origin) -> None:
    first = arguments[0] if arguments else None
    if isinstance(first, StoreSupplierValue):
        options.store_name = first.name
    elif isinstance(first, Opaque) and first.type_name.startswith("StoreType"):
        return
    elif first is not None:
        options.store_name = _checked(user_text(first, "store name"), origin)


def _take_with(options: OptionsValue, arguments: list[Value]) -> None:
    """Sort the arguments of `with(…)`: serdes in order, a name among them, an offset reset policy."""
    serdes: list[str | None] = []
    suppliers: list[UserText] = []
    for argument in arguments:
        if isinstance(argument, SerdeValue):
            serdes.append(argument.text)
        elif isinstance(argument, StoreSupplierValue):
            suppliers.append(argument.name)
        elif isinstance(argument, Text) or (isinstance(argument, Constant) and isinstance(argument.value, str)):
            options.name = user_text(argument, "name")
        elif isinstance(argument, Constant) and argument.value is None:
            serdes.append(None)
        elif _reset(argument) is not None:
            options.reset = _reset(argument)
        elif isinstance(argument, Unknown):
            serdes.append(f"{argument.key}?")
        elif not isinstance(argument, Closure):
            serdes.append("?")
    options.key_serde, options.value_serde, options.other_value_serde = (*serdes, None, None, None)[:3]
    if suppliers:
        options.this_store, options.other_store = (*suppliers, None)[:2]


def _set_serde(options: OptionsValue, which: str, arguments: list[Value]) -> None:
    first = arguments[0] if arguments else None
    text = first.text if isinstance(first, SerdeValue) else None if first == Constant(None) else "?"
    match which[:1].lower() + which[1:]:
        case "keySerde":
            options.key_serde = text
        case "valueSerde":
            options.value_serde = text
        case "otherValueSerde":
            options.other_value_serde = text


def _reset(value: Value) -> str | None:
    if isinstance(value, Opaque) and value.type_name.startswith("AutoOffsetReset:"):
        return value.type_name.partition(":")[2]
    return None


def _checked(name: UserText, origin: Origin) -> UserText:
    words = None if name.reason is not None else why_illegal(name.text)
    if words is not None:
        raise Refused(topology_exception(words), origin)
    return name
