"""Classes for which Kafka has no serde of its own, and serdes that are not whole.

Kafka: org.apache.kafka.common.serialization.Serdes#serdeFrom, and WindowedSerdes, which asks it.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.values import Opaque, is_certainly_null
from topoviz.engine.refusal import Why

_ASKING: Final = {
    "Serdes": ("serdeFrom",),
    "WindowedSerdes": ("timeWindowedSerdeFrom", "sessionWindowedSerdeFrom"),
}
_TOLD: Final = ("String", "Short", "Integer", "Long", "Float", "Double", "ByteArray", "ByteBuffer", "Bytes", "UUID")
_NOT_FINAL: Final = ("Bytes", "Buffer")
"""How the names of classes end that may be below one that has a serde; String and the others have none below them."""


def refuse_serde(call: LibraryCall, owner: str) -> None:
    """Raise what Kafka throws of a class that has no serde, and of half a serde; what is not known is let through."""
    if call.method not in _ASKING.get(owner, ()):
        return
    match call.arguments:
        case (serializer, deserializer) if owner == "Serdes":
            if is_certainly_null(serializer):
                call.refuse(Why.HALF_A_SERDE, "IllegalArgumentException", "serializer must not be null")
            if is_certainly_null(deserializer):
                call.refuse(Why.HALF_A_SERDE, "IllegalArgumentException", "deserializer must not be null")
        case (Opaque(type_name=given), *_):
            _refuse_class(call, given)
        case _:
            pass


def _refuse_class(call: LibraryCall, given: str) -> None:
    told = (*_TOLD, "Boolean") if call.behaviours.has("has_boolean_serde") else _TOLD
    kind, _, name = given.partition(":")
    if kind == "Class" and name not in (*told, "byte[]") and not name.endswith(_NOT_FINAL):
        words = f"Unknown class for built-in serializer. Supported types are: {', '.join(told)}"
        call.refuse(Why.CLASS_WITHOUT_SERDE, "IllegalArgumentException", words, name)
