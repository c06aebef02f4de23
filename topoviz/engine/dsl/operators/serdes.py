"""Serdes as they print themselves inside exceptions: class name and masked identity hash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.engine.dsl.values import Instance, Opaque, Value
from topoviz.engine.logical.store_settings import DEFAULT_SERDE

MASKED: Final = "@…"
"""What stands for a lambda's class and identity hash, which differ from run to run."""

_COMMON: Final = "org.apache.kafka.common.serialization.Serdes$"
_BUILT_IN: Final = (
    "String", "Long", "Integer", "Short", "Float", "Double", "ByteArray", "ByteBuffer", "Bytes", "UUID", "Void",
    "Boolean",
)  # fmt: skip


def built_in_serde(method: str) -> str | None:
    """Give the text of what `Serdes.method()` makes, or None when there is no such method."""
    return f"{_COMMON}{method}Serde{MASKED}" if method in _BUILT_IN else None


def made_serde(method: str, classes: Sequence[str]) -> str:
    """Give the text of what `Serdes.method(…)` makes of objects, or of one class, as far as these are known."""
    built_in = built_in_serde({"byte[]": "ByteArray"}.get(classes[0], classes[0])) if len(classes) == 1 else None
    given = f"({', '.join(classes)})" if classes and all(classes) else ""
    return built_in or f"{_COMMON}{method}{given}?"


def serde_of_class(name: str, given: Sequence[str] = ()) -> str:
    """Give the text of what `new Name(…)` makes; behind the mark that it is not certain stands what it is made of.

    An empty text is an argument of which nothing is known.
    """
    return f"{name}{MASKED}?" + (f"({', '.join(one or '…' for one in given)})" if given else "")


def serde_of_instance(serde: Instance) -> str:
    """Give the text of a serde of the program's own, with the classes that it holds."""
    held = [one for one in serde.fields.values() if isinstance(one, Opaque) and one.type_name.startswith("Class:")]
    return serde_of_class(serde.info.name, [class_of(one) for one in held])


def class_of(value: Value) -> str:
    """Give the simple name of an object's class, or of a class itself; empty where it is not known."""
    if isinstance(value, Instance):
        return value.info.name
    return value.type_name.rpartition(":")[2].rpartition(".")[2] if isinstance(value, Opaque) else ""


def time_windowed_serde() -> str:
    """The serde of a time-windowed key."""
    return f"org.apache.kafka.streams.kstream.internals.FullTimeWindowedSerde{MASKED}"


def session_windowed_serde() -> str:
    """The serde of a session-windowed key."""
    return f"org.apache.kafka.streams.kstream.WindowedSerdes$SessionWindowedSerde{MASKED}"


def is_windowed_serde(text: str | None) -> bool:
    """Tell whether a serde is one of Kafka's for windowed keys."""
    return text is not None and text.partition("@")[0].endswith("WindowedSerde")


def serde_as_written(text: str | None) -> str | None:
    """Give the class of a serde, or with a question mark the expression that makes it; None is not known."""
    if text is None:
        return DEFAULT_SERDE
    if MASKED in text:
        name, _, given = text.partition(MASKED)
        return name.rpartition(".")[2].rpartition("$")[2] + given.removeprefix("?")
    if text.startswith(_COMMON):
        return text.removeprefix(_COMMON).removesuffix("?") if "(" in text else None
    return None if text in ("", "?") else text


LONG_SERDE: Final = f"{_COMMON}LongSerde{MASKED}"
