"""Classes for which Kafka has no serde of its own.

Kafka: org.apache.kafka.common.serialization.Serdes#serdeFrom, and WindowedSerdes, which asks it.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.operators.call import LibraryCall
from topoviz.engine.dsl.values import Opaque

_ASKING: Final = {
    "Serdes": ("serdeFrom",),
    "WindowedSerdes": ("timeWindowedSerdeFrom", "sessionWindowedSerdeFrom"),
}
_TOLD: Final = ("String", "Short", "Integer", "Long", "Float", "Double", "ByteArray", "ByteBuffer", "Bytes", "UUID")
_NOT_FINAL: Final = ("Bytes", "Buffer")
"""How the names of classes end that may be below one that has a serde; String and the others have none below them."""


def refuse_class(call: LibraryCall, owner: str) -> None:
    """Raise what Kafka throws of a class that has no serde; one that is not known is let through."""
    given = call.arguments[0] if call.arguments else None
    if call.method not in _ASKING.get(owner, ()) or not isinstance(given, Opaque):
        return
    told = (*_TOLD, "Boolean") if call.behaviours.has("has_boolean_serde") else _TOLD
    kind, _, name = given.type_name.partition(":")
    if kind == "Class" and name not in (*told, "byte") and not name.endswith(_NOT_FINAL):
        words = f"Unknown class for built-in serializer. Supported types are: {', '.join(told)}"
        call.refuse("IllegalArgumentException", words)
