"""Refuse a call of the DSL that this version of Kafka Streams has no method for, as the compiler would.

A method is missing when no overload of it that this version has could take the arguments, and one of another version
could. Arguments whose type is not known fit everywhere, so what is refused is certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from topoviz.engine.dsl.library.api import ApiMethod, overloads_of
from topoviz.engine.dsl.objects import (
    BufferConfigValue,
    OptionsValue,
    PropertiesValue,
    StoreSupplierValue,
    WindowedStreamValue,
    WindowKind,
    WindowsValue,
)
from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.operators.operator import refuse_missing
from topoviz.engine.dsl.overloads import DSL_CLASSES
from topoviz.engine.dsl.values import (
    BoundMethod,
    Closure,
    Composed,
    Constant,
    LibraryClass,
    ListValue,
    MapValue,
    Opaque,
    Text,
    Value,
)
from topoviz.engine.logical.nodes import StoreKind
from topoviz.engine.versions import Behaviours, KafkaVersion, parse_version

_FUNCTIONS: Final = {
    "Initializer": 0, "TransformerSupplier": 0, "ValueTransformerSupplier": 0, "ValueTransformerWithKeySupplier": 0,
    "ProcessorSupplier": 0, "api.ProcessorSupplier": 0, "api.FixedKeyProcessorSupplier": 0, "ValueMapper": 1,
    "Function": 1, "Consumer": 1, "Predicate": 2, "KeyValueMapper": 2, "ValueMapperWithKey": 2, "ForeachAction": 2,
    "ValueJoiner": 2, "Reducer": 2, "BiFunction": 2, "TimestampExtractor": 2, "ValueJoinerWithKey": 3, "Aggregator": 3,
    "Merger": 3, "TopicNameExtractor": 3, "StreamPartitioner": 4,
}  # fmt: skip
"""The functions that methods of the DSL take, and how many arguments each has."""

_WINDOWS: Final = {
    WindowKind.TIME: {"Windows"},
    WindowKind.SESSION: {"SessionWindows"},
    WindowKind.SLIDING: {"SlidingWindows"},
    WindowKind.JOIN: {"JoinWindows", "Windows"},
}
_WINDOW_CLASSES: Final = {
    WindowKind.TIME: ("TimeWindows", "UnlimitedWindows"),
    WindowKind.SESSION: ("SessionWindows",),
    WindowKind.SLIDING: ("SlidingWindows",),
    WindowKind.JOIN: ("JoinWindows",),
}
_STORES: Final = {
    StoreKind.KEY_VALUE: {"KeyValueBytesStoreSupplier", "VersionedBytesStoreSupplier"},
    StoreKind.WINDOW: {"WindowBytesStoreSupplier"},
    StoreKind.SESSION: {"SessionBytesStoreSupplier"},
    StoreKind.VERSIONED: {"VersionedBytesStoreSupplier", "KeyValueBytesStoreSupplier"},
}
_CONSTANTS: Final[dict[type, set[str]]] = {bool: {"boolean"}, int: {"int", "long"}, str: {"String"}}
_CLASSES: Final[dict[type[Value], set[str]]] = {
    **{one: {name} for one, name in DSL_CLASSES.items()},
    BufferConfigValue: {"BufferConfig", "StrictBufferConfig", "EagerBufferConfig"},
    PropertiesValue: {"Properties", "Map"},
    MapValue: {"Map"},
    Text: {"String"},
}


def refuse_missing_overload(call: LibraryCall, target: Value, owner: str = "") -> None:
    """Raise Refused when this version lacks the method that is called on an object, or on a class of this name."""
    classes = _classes_of(target, owner)
    present = (overload for one in classes for overload in _present(one, call.method, call.behaviours.version))
    if any(_takes(overload, call.arguments) for overload in present):
        return
    known = [overload for one in classes for overload in overloads_of(one, call.method)]
    fitting = [overload for overload in known if _takes(overload, call.arguments)]
    if not any(_is_in(overload, call.behaviours) for overload in known):
        fitting = fitting or known  # whatever the arguments are
    if not fitting or any(_is_in(overload, call.behaviours) for overload in fitting):
        return
    nearest = _nearest(fitting, call.behaviours)
    has_other = any(_is_in(overload, call.behaviours) for overload in known)
    words = str(nearest) if has_other else nearest.name
    refuse_missing(call, words, since=nearest.since, until=nearest.until)


@lru_cache(maxsize=4096)
def _present(owner: str, method: str, version: KafkaVersion) -> tuple[ApiMethod, ...]:
    behaviours = Behaviours(version)
    return tuple(overload for overload in overloads_of(owner, method) if _is_in(overload, behaviours))


def has_method(owner: str, method: str, behaviours: Behaviours) -> bool:
    """Tell whether a class of this version has any method of a name."""
    return any(_is_in(overload, behaviours) for overload in overloads_of(owner, method))


def _classes_of(target: Value, owner: str) -> tuple[str, ...]:
    """Give the classes of the library that may declare a method of an object."""
    match target:
        case LibraryClass(name=name):
            return (name,)
        case OptionsValue(kind=kind):
            return (kind,)
        case WindowsValue(kind=window):
            return _WINDOW_CLASSES[window]
        case WindowedStreamValue(windows=WindowsValue(kind=WindowKind.SESSION)):
            return ("SessionWindowedKStream",)
        case WindowedStreamValue():
            return ("TimeWindowedKStream",)
        case _:
            return (owner,)


def _is_in(overload: ApiMethod, behaviours: Behaviours) -> bool:
    has_come = not overload.since or behaviours.is_since(overload.since)
    return has_come and not (overload.until and behaviours.is_since(overload.until))


def _nearest(overloads: Sequence[ApiMethod], behaviours: Behaviours) -> ApiMethod:
    """Choose which of some missing methods to name: the first that will come, else the last that was there."""
    to_come = [overload for overload in overloads if overload.since and not behaviours.is_since(overload.since)]
    if to_come:
        return min(to_come, key=lambda overload: parse_version(overload.since))
    return max(overloads, key=lambda overload: parse_version(overload.until))


def _takes(overload: ApiMethod, arguments: Sequence[Value]) -> bool:
    parameters = overload.parameters
    if overload.is_variadic:
        parameters = (*parameters[:-1], *[parameters[-1]] * (len(arguments) - len(parameters) + 1))
    if len(parameters) != len(arguments):
        return False
    return all(_may_be(argument, parameter) for argument, parameter in zip(arguments, parameters, strict=True))


def _may_be(argument: Value, parameter: str) -> bool:
    """Tell whether an argument may have a type; only what certainly has another one may not."""
    types = _types_of(argument)
    if parameter.endswith("...") and isinstance(argument, ListValue):
        return True
    return types is None or parameter.removesuffix("...") in types


def _types_of(argument: Value) -> set[str] | None:
    """Give the types of the DSL's parameters that an argument has, or None when any of them may be its."""
    match argument:
        case Constant(value=value):
            return _CONSTANTS.get(type(value))
        case Closure(node=node):
            count = len(node.parameters)
            # A lambda of Kotlin may leave its only parameter out.
            return {name for name, arity in _FUNCTIONS.items() if arity == count or count == 0}
        case BoundMethod() | Composed():
            return set(_FUNCTIONS)
        case OptionsValue(kind=kind):
            return {kind}
        case WindowsValue(kind=window):
            return _WINDOWS.get(window)
        case StoreSupplierValue(kind=store):
            return _STORES.get(store)
        case ListValue(kind=kind) if kind != "text":
            return {"Collection"}
        case Opaque(type_name=name):
            return _types_of_opaque(name)
        case _:
            return _CLASSES.get(type(argument))


def _types_of_opaque(name: str) -> set[str] | None:
    if name.startswith("Pattern:"):
        return {"Pattern"}
    if name.endswith(("StoreType", "DslStoreSuppliers")):
        return {"DslStoreSuppliers", "Materialized$StoreType"}
    return {"AutoOffsetReset", "Topology$AutoOffsetReset"} if name.startswith("AutoOffsetReset:") else None
