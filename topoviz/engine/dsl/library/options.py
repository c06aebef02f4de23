"""Consumed, Produced, Materialized, Named and the other classes of options: what they carry.

Some of these classes change in place when a with-method is called, others give a new object; that decides what a
program sees that ignores the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from topoviz.engine.dsl.library.durations import milliseconds
from topoviz.engine.dsl.library.times import refuse_below, time_argument
from topoviz.engine.dsl.objects import OptionsValue, SerdeValue, StoreSupplierValue, StoreTypeValue
from topoviz.engine.dsl.operators.call import LibraryCall, user_text
from topoviz.engine.dsl.operators.serdes import serde_of_instance
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.throws import NO_MESSAGE
from topoviz.engine.dsl.values import (
    Constant,
    Instance,
    MapValue,
    Opaque,
    Text,
    Unknown,
    Value,
    is_null,
    null_type,
    text_of,
)
from topoviz.engine.logical.names import why_illegal
from topoviz.engine.logical.nodes import StoreKind
from topoviz.engine.logical.store_settings import LogConfig
from topoviz.engine.refusal import Refused, Why, topology_exception

KINDS: Final = frozenset({
    "Named", "Consumed", "Produced", "Grouped", "Joined", "StreamJoined", "TableJoined", "Materialized", "Printed",
    "Serialized", "Repartitioned", "Branched",
})  # fmt: skip

_STORE_TYPES: Final = ("StoreType", "DslStoreSuppliers")
_SUPPLIERS: Final = {"InMemoryDslStoreSuppliers": True, "RocksDBDslStoreSuppliers": False}
_CHANGE_IN_PLACE: Final = frozenset({"Produced", "Materialized", "Printed"})


def make_options(call: LibraryCall, kind: str) -> OptionsValue:
    """Call a static method of an options class; raises Refused for what Kafka Streams refuses there."""
    method = call.method
    is_old_consumed = kind == "Consumed" and not call.behaviours.has("copies_consumed")
    options = OptionsValue(kind, changes_in_place=kind in _CHANGE_IN_PLACE or is_old_consumed)
    match kind, method:
        case "Materialized", "as":
            _take_store(call, options)
        case "StreamJoined", "as":
            options.store_name = _text(call, 0, "store name")
        case "Named", "as":
            cannot = "cannot" if call.behaviours.has("says_cannot_be_null") else "can't"
            call.refuse_null(0, f"name {cannot} be null")
            options.name = _checked(call, 0, "name")
        case "Branched", ("as" | "withFunction" | "withConsumer"):
            _take_chain(call, options)
        case "Printed", "toFile":
            _check_file(call)
        case _, ("as" | "named"):
            options.name = _text(call, 0, "name")
        case "TableJoined", "with":
            pass  # partitioners show nowhere
        case _, "with":
            _take_with(call, options)
        case _:
            _set(call, options, method)
    return options


def change_options(call: LibraryCall, options: OptionsValue) -> OptionsValue:
    """Call a with-method; the result may be the same object."""
    changed = options if options.changes_in_place else options.copy()
    match call.method:
        case "withName" if call.arguments:
            if options.kind == "Named" and call.behaviours.has("says_cannot_be_null"):
                call.refuse_null(0, "name cannot be null")
            changed.name = _new_name(call, options.kind)
        case "withStoreName" if call.arguments:
            changed.store_name = _text(call, 0, "store name")
        case "withLoggingDisabled":
            if options.kind == "Materialized":
                refuse_clearing(call, options.log_config_refusal)
            changed.is_logged, changed.log_config = False, ()
        case "withLoggingEnabled":
            changed.is_logged, changed.log_config = True, log_config(call.argument(0))
            changed.log_config_refusal = refusal_to_clear(call.argument(0))
            if is_null(call.argument(0)):
                changed.doubt = changed.doubt or "It is given null for the settings of its changelog."
        case "withRetention":
            _set_retention(call, changed)
        case "withCachingEnabled" | "withCachingDisabled":
            changed.is_cached = call.method == "withCachingEnabled"
        case "withStoreType":
            _check_store_type(call, options)
            _take_store_type(changed, call.argument(0))
        case "withDslStoreSuppliers":
            _take_store_type(changed, call.argument(0))
        case "withLabel":
            call.refuse_null(0, "label can't be null")
        case "withKeyValueMapper":
            call.refuse_null(0, "mapper can't be null")
        case _:
            _set(call, changed, call.method.removeprefix("with"))
    return changed


def _set(call: LibraryCall, options: OptionsValue, what: str) -> None:
    """Set what a method is called after: a serde, a reset policy, a store supplier, a count, a time."""
    name = what[:1].lower() + what[1:]
    if name in _SETTERS and call.arguments:
        _SETTERS[name](options, call.arguments[0])
    elif name in _CARRIED and call.arguments:
        attribute, read = _CARRIED[name]
        setattr(options, attribute, read(call.arguments[0]))


def refusal_to_clear(value: Value) -> str | None:
    """Give what a map says that does not let itself be cleared; an empty one of Java's Collections lets it happen."""
    if not isinstance(value, MapValue) or not value.is_fixed:
        return None
    clears_nothing = value.lets_through and value.is_exact and not value.entries
    return None if clears_nothing else value.refusal or NO_MESSAGE


def log_config(value: Value) -> LogConfig:
    """Give the settings of a changelog topic that a map holds, None where the text does not say all of them."""
    if not isinstance(value, MapValue) or not value.is_exact:
        return None
    found = [(name, text_of(text)) for name, text in value.entries.items()]
    known = [(name, text) for name, text in found if isinstance(name, str) and text is not None]
    return tuple(sorted(known)) if len(known) == len(found) else None


def refuse_clearing(call: LibraryCall, refusal: str | None) -> None:
    """Raise what Java throws when logging is switched off, which clears the topic's settings as they were given."""
    if refusal is not None:
        call.refuse(Why.FIXED_LOG_SETTINGS, "UnsupportedOperationException", refusal)


def _window_supplier(value: Value) -> StoreSupplierValue | None:
    """Give the supplier of a join's store; one that is not known names its store as nobody knows."""
    if isinstance(value, StoreSupplierValue) or is_null(value):
        return value if isinstance(value, StoreSupplierValue) else None
    return StoreSupplierValue(user_text(value, "store supplier"), StoreKind.WINDOW)


def _set_partitions(options: OptionsValue, value: Value) -> None:
    is_count = isinstance(value, Constant) and isinstance(value.value, int)
    options.partitions = int(str(value.value)) if isinstance(value, Constant) and is_count else None
    options.partitions_reason = None if is_count else "How many partitions it is given is not known."


def _set_grace_period(options: OptionsValue, value: Value) -> None:
    options.has_grace = not is_null(value)
    options.grace = milliseconds(value)


def _set_key_serde(options: OptionsValue, value: Value) -> None:
    options.key_serde = text_of_serde(value)
    if options.kind == "Serialized":  # which forgets the other one
        options.value_serde = None


def _set_value_serde(options: OptionsValue, value: Value) -> None:
    options.value_serde = text_of_serde(value)
    if options.kind == "Serialized":
        options.key_serde = None


_SETTERS: Final[dict[str, Callable[[OptionsValue, Value], None]]] = {
    "keySerde": _set_key_serde,
    "valueSerde": _set_value_serde,
    "numberOfPartitions": _set_partitions,
    "gracePeriod": _set_grace_period,
}


# --- single classes ---------------------------------------------------------------------------------------------------


def _take_store(call: LibraryCall, options: OptionsValue) -> None:
    """Materialized.as: a name, a supplier, or a kind of stores, which shows nowhere."""
    first = call.argument(0)
    if isinstance(first, StoreSupplierValue):
        options.store_name, options.supplier = first.name, first
    elif is_store_type(first):
        _take_store_type(options, first)
    else:
        if null_type(first) not in ("", "String"):
            is_type = null_type(first).endswith(_STORE_TYPES)
            call.refuse_null(0, f"{'store type' if is_type else 'supplier'} can't be null")
        # Named.validate() asks the name whether it is empty, and that is how Java words it.
        call.refuse_null(0, 'Cannot invoke "String.isEmpty()" because "name" is null')
        options.store_name = _checked(call, 0, "store name")
        is_text = isinstance(first, Constant | Text) or (isinstance(first, Unknown) and first.type_name == "String")
        options.has_unknown_supplier = not is_text


def is_store_type(value: Value) -> bool:
    """Tell whether a value chooses between RocksDB and memory, for stores that the library makes."""
    if isinstance(value, Instance):
        return any(supertype.simple_name == "DslStoreSuppliers" for supertype in value.info.declaration.supertypes)
    return isinstance(value, Opaque) and value.type_name.endswith(_STORE_TYPES)


def _take_store_type(options: OptionsValue, value: Value) -> None:
    """Note where stores of such a kind lie, as far as it is one of Kafka's own."""
    options.has_own_store_type = True
    if isinstance(value, StoreTypeValue):
        options.is_in_memory = value.is_in_memory
    elif isinstance(value, Opaque) and value.type_name in _SUPPLIERS:
        options.is_in_memory = _SUPPLIERS[value.type_name]
    else:
        options.is_in_memory = None


def _check_store_type(call: LibraryCall, options: OptionsValue) -> None:
    call.refuse_null(0, "store type can't be null")
    if options.supplier is not None:
        words = "Cannot set store type when store supplier is pre-configured."
        call.refuse(Why.STORE_TYPE_BESIDE_SUPPLIER, "IllegalArgumentException", words)


def _set_retention(call: LibraryCall, options: OptionsValue) -> None:
    options.retention = time_argument(call, 0, "retention")
    options.has_retention = True
    refuse_below(call, options.retention, 0, "Retention must not be negative.")


def _take_chain(call: LibraryCall, options: OptionsValue) -> None:
    """Branched: a name, or a function or consumer with a name that may be missing."""
    match call.method:
        case "as":
            call.refuse_null(0, "name cannot be null")
            options.name = _text(call, 0, "name")
            return
        case "withFunction":
            call.refuse_null(0, "chain function cannot be null")
            options.function = call.argument(0)
        case _:
            call.refuse_null(0, "chain consumer cannot be null")
            options.consumer = call.argument(0)
    options.name = _text(call, 1, "name") if len(call.arguments) > 1 else None


def _check_file(call: LibraryCall) -> None:
    call.refuse_null(0, "filePath can't be null")
    first = call.argument(0)
    if isinstance(first, Constant) and isinstance(first.value, str) and not first.value.strip():
        raise Refused(topology_exception(Why.NO_FILE, "filePath can't be an empty string"), call.origin)


def _new_name(call: LibraryCall, kind: str) -> UserText | None:
    if kind == "Branched":
        call.refuse_null(0, "name cannot be null")
    return _checked(call, 0, "name") if kind == "Named" else _text(call, 0, "name")


# --- with(…) ----------------------------------------------------------------------------------------------------------


def _take_with(call: LibraryCall, options: OptionsValue) -> None:
    """Sort the arguments of `with(…)`, which are told apart by what they are and where they stand."""
    arguments = list(call.arguments)
    if options.kind == "StreamJoined" and len(arguments) == 2:
        options.this_supplier, options.other_supplier = map(_window_supplier, arguments)
        return
    if len(arguments) == 1:
        if is_store_type(arguments[0]):
            _take_store_type(options, arguments[0])
        options.reset = _reset(arguments[0])  # a timestamp extractor and a kind of stores show nowhere
        return
    if options.kind == "Grouped" and len(arguments) == 3:
        options.name = _text(call, 0, "name")
        arguments = arguments[1:]
    serdes = [text_of_serde(argument) for argument in arguments[:3]]
    options.key_serde, options.value_serde = (*serdes, None, None)[:2]
    if options.kind in ("Joined", "StreamJoined"):
        options.other_value_serde = serdes[2] if len(serdes) > 2 else None
    if options.kind == "Produced" and len(arguments) > 2:
        options.has_partitioner = not is_null(arguments[2])
    if options.kind == "Consumed" and len(arguments) > 3:
        options.reset = _reset(arguments[3])
    if options.kind == "Joined" and len(arguments) > 3:
        options.name = _text(call, 3, "name")
    if options.kind == "Joined" and len(arguments) > 4:
        _set_grace_period(options, arguments[4])


def text_of_serde(value: Value) -> str | None:
    """Give a serde as exceptions show it, with a question mark where that is not certain; None is no serde."""
    if isinstance(value, SerdeValue):
        return value.text
    if is_null(value):
        return None
    if isinstance(value, Instance) and value.info.name.isidentifier():
        return serde_of_instance(value)
    return f"{value.key}?" if isinstance(value, Unknown) else "?"


def _reset(value: Value) -> str | None:
    if isinstance(value, Opaque) and value.type_name.startswith("AutoOffsetReset:"):
        return value.type_name.partition(":")[2]
    return None


_CARRIED: Final[dict[str, tuple[str, Callable[[Value], object]]]] = {
    "otherValueSerde": ("other_value_serde", text_of_serde),
    "streamPartitioner": ("has_partitioner", lambda value: not is_null(value)),
    "offsetResetPolicy": ("reset", _reset),
    "thisStoreSupplier": ("this_supplier", _window_supplier),
    "otherStoreSupplier": ("other_supplier", _window_supplier),
}
"""What is set and nothing else: where it is kept, and how it is read."""


# --- names ------------------------------------------------------------------------------------------------------------


def _text(call: LibraryCall, index: int, what: str) -> UserText | None:
    """Give a name; null is as good as none."""
    if index >= len(call.arguments) or is_null(call.arguments[index]):
        return None
    return user_text(call.arguments[index], what)


def _checked(call: LibraryCall, index: int, what: str) -> UserText | None:
    name = _text(call, index, what)
    words = None if name is None or name.reason is not None else why_illegal(name.text)
    if words is not None:
        raise Refused(topology_exception(Why.ILLEGAL_NAME, words, name.text if name else ""), call.origin)
    return name
