"""Consumed, Produced, Materialized, Named and the other classes of options: what they carry.

Some of these classes change in place when a with-method is called, others give a new object; that decides what a
program sees that ignores the result.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.objects import OptionsValue, SerdeValue, StoreSupplierValue
from topoviz.engine.dsl.operators.call import user_text
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import Closure, Constant, Opaque, Text, Unknown, Value, is_null
from topoviz.engine.logical.names import why_illegal
from topoviz.engine.refusal import Refusal, Refused, topology_exception
from topoviz.engine.source import Origin
from topoviz.engine.versions import Behaviours

KINDS: Final = frozenset({
    "Named", "Consumed", "Produced", "Grouped", "Joined", "StreamJoined", "TableJoined", "Materialized", "Printed",
    "Serialized",
})  # fmt: skip

_CHANGE_IN_PLACE: Final = frozenset({"Produced", "Materialized", "Printed"})


def make_options(
    kind: str, method: str, arguments: list[Value], origin: Origin, behaviours: Behaviours
) -> OptionsValue:
    """Call a static method of an options class; raises Refused for an illegal name where Kafka checks it."""
    is_old_consumed = kind == "Consumed" and not behaviours.has("copies_consumed")
    options = OptionsValue(kind, changes_in_place=kind in _CHANGE_IN_PLACE or is_old_consumed)
    match kind, method:
        case "Materialized", "as":
            _take_store(options, arguments, origin)
        case "StreamJoined", "as":
            options.store_name = _text(arguments[0], "store name") if arguments else None
        case "Named", "as" if arguments:
            options.name = _checked(_not_null(arguments[0], "name can't be null", origin), "name", origin)
        case _, ("as" | "named"):
            options.name = _text(arguments[0], "name") if arguments else None
        case "Joined", ("keySerde" | "valueSerde" | "otherValueSerde"):
            _set_serde(options, method, arguments)
        case _, ("keySerde" | "valueSerde"):
            _set_serde(options, method, arguments)
        case "TableJoined", "with":
            pass  # partitioners show nowhere
        case _, "with":
            _take_with(options, arguments)
        case _:
            pass
    return options


def change_options(options: OptionsValue, method: str, arguments: list[Value], origin: Origin) -> OptionsValue:
    """Call a with-method; the result may be the same object."""
    changed = options if options.changes_in_place else options.copy()
    first = arguments[0] if arguments else None
    match method:
        case "withName" if first is not None:
            changed.name = _checked(first, "name", origin) if options.kind == "Named" else _text(first, "name")
        case "withStoreName" if first is not None:
            changed.store_name = _text(first, "store name")
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
            changed.suppliers = (*changed.suppliers, first)
        case "withOtherStoreSupplier" if isinstance(first, StoreSupplierValue):
            changed.other_store = first.name
            changed.suppliers = (*changed.suppliers, first)
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
        # Named.validate() asks the name whether it is empty, and that is how Java words it.
        given = _not_null(first, 'Cannot invoke "String.isEmpty()" because "name" is null', origin)
        options.store_name = _checked(given, "store name", origin)


def _take_with(options: OptionsValue, arguments: list[Value]) -> None:
    """Sort the arguments of `with(…)`: serdes in order, a name among them, an offset reset policy."""
    serdes: list[str | None] = []
    suppliers: list[StoreSupplierValue] = []
    for argument in arguments:
        if isinstance(argument, SerdeValue):
            serdes.append(argument.text)
        elif isinstance(argument, StoreSupplierValue):
            suppliers.append(argument)
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
        options.suppliers = tuple(suppliers)
        options.this_store, options.other_store = (*(supplier.name for supplier in suppliers), None)[:2]


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


def _text(value: Value, what: str) -> UserText | None:
    """Give a name; null is as good as none."""
    return None if is_null(value) else user_text(value, what)


def _not_null(value: Value, words: str, origin: Origin) -> Value:
    if is_null(value):
        raise Refused(Refusal("NullPointerException", words), origin)
    return value


def _checked(value: Value, what: str, origin: Origin) -> UserText:
    name = user_text(value, what)
    words = None if name.reason is not None else why_illegal(name.text)
    if words is not None:
        raise Refused(topology_exception(words), origin)
    return name
