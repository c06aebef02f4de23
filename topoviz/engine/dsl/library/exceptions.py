"""The exceptions of the JDK and of Kafka as objects: of which class they are, and what they tell.

java.lang.Throwable; java.lang.AssertionError takes any object as its message; Kafka's TopologyException puts two words
before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.dsl.values import (
    NULL,
    Constant,
    Instance,
    ListValue,
    Text,
    Unknown,
    Value,
    is_null,
    join_text,
    text_of,
)

_LANG: Final = "java.lang"
_UTIL: Final = "java.util"
_STREAMS: Final = "org.apache.kafka.streams.errors"
_COMMON: Final = "org.apache.kafka.common.errors"

_BELOW: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    (_LANG, ""): ("Throwable",),
    (_LANG, "Throwable"): ("Exception", "Error"),
    (_LANG, "Exception"): (
        "RuntimeException", "CloneNotSupportedException", "InterruptedException", "ReflectiveOperationException",
    ),
    (_LANG, "RuntimeException"): (
        "IllegalArgumentException", "IllegalStateException", "UnsupportedOperationException", "NullPointerException",
        "ClassCastException", "ArithmeticException", "ArrayStoreException", "NegativeArraySizeException",
        "SecurityException", "IndexOutOfBoundsException",
    ),
    (_LANG, "IllegalArgumentException"): ("NumberFormatException",),
    ("kotlin", "Error"): ("NotImplementedError",),
    (_LANG, "IndexOutOfBoundsException"): ("ArrayIndexOutOfBoundsException", "StringIndexOutOfBoundsException"),
    (_LANG, "ReflectiveOperationException"): (
        "ClassNotFoundException", "NoSuchFieldException", "NoSuchMethodException",
    ),
    (_LANG, "Error"): ("AssertionError", "LinkageError", "VirtualMachineError"),
    (_LANG, "LinkageError"): ("ExceptionInInitializerError", "NoClassDefFoundError"),
    (_LANG, "VirtualMachineError"): ("StackOverflowError", "OutOfMemoryError"),
    (_UTIL, "RuntimeException"): (
        "NoSuchElementException", "ConcurrentModificationException", "MissingResourceException",
    ),
    ("java.util.regex", "IllegalArgumentException"): ("PatternSyntaxException",),
    ("java.time", "RuntimeException"): ("DateTimeException",),
    ("java.time.format", "DateTimeException"): ("DateTimeParseException",),
    ("java.util.concurrent", "Exception"): ("ExecutionException",),
    ("java.io", "Exception"): ("IOException",),
    ("java.io", "IOException"): ("FileNotFoundException",),
    ("java.io", "RuntimeException"): ("UncheckedIOException",),
    ("org.apache.kafka.common", "RuntimeException"): ("KafkaException",),
    ("org.apache.kafka.common.config", "KafkaException"): ("ConfigException",),
    (_COMMON, "KafkaException"): ("SerializationException", "ApiException"),
    (_COMMON, "ApiException"): ("InvalidTopicException",),
    (_STREAMS, "KafkaException"): ("StreamsException",),
    (_STREAMS, "StreamsException"): (
        "TopologyException", "ProcessorStateException", "TaskAssignmentException", "InvalidStateStoreException",
    ),
}  # fmt: skip
"""Classes by their simple names, below a package and a superclass."""

_CLASSES: Final = {name: above for above, names in _BELOW.items() for name in names}
"""Package and superclass of each class by its simple name."""

_TAKES_ANYTHING: Final = frozenset({"AssertionError"})
_TOPOLOGY_WORDS: Final = Constant("Invalid topology: ")


@dataclass(eq=False, slots=True)
class ExceptionValue(Value):
    """An exception; one of the text's own classes has it as what stands behind it, with the name of its class."""

    type_name: str
    message: Value = NULL
    cause: Value = NULL
    binary_name: str = ""
    suppressed: list[Value] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What Class#getName gives."""
        return self.binary_name or f"{_CLASSES[self.type_name][0]}.{self.type_name}"


def is_known_exception(type_name: str) -> bool:
    """Tell whether a class of the libraries is an exception that is known here, by its simple name."""
    return type_name in _CLASSES


def superclasses(type_name: str) -> Iterator[str]:
    """Give a class's simple name and those of its superclasses, as far as they are known here."""
    while type_name:
        yield type_name
        type_name = _CLASSES[type_name][1] if type_name in _CLASSES else ""


def make_exception(type_name: str, arguments: Sequence[Value], binary_name: str = "") -> ExceptionValue:
    """Make an exception by its constructor; what a constructor does that is not known leaves the message open."""
    made = ExceptionValue(type_name, binary_name=binary_name)
    match list(arguments):
        case []:
            pass
        case [message] | [message, _] if _is_text(message) or (len(arguments) == 2 and is_null(message)):
            made.message = message
            made.cause = arguments[1] if len(arguments) == 2 else NULL
        case [cause] if _is_throwable(cause):
            made.cause = cause
            told = exception_text(cause) if isinstance(cause, ExceptionValue) else None
            made.message = told if told is not None else _open_message(type_name)
        case [anything] if type_name in _TAKES_ANYTHING and text_of(anything) is not None:
            made.message = Constant(text_of(anything))
        case _:
            made.message = _open_message(type_name)
    if type_name == "TopologyException" and not is_null(made.message):
        made.message = join_text(_TOPOLOGY_WORDS, made.message)
    return made


def call_exception(exception: ExceptionValue, method: str, arguments: Sequence[Value]) -> Value | None:
    """Call a method of an exception; None for what is not known here."""
    match method, list(arguments):
        case (("getMessage" | "getLocalizedMessage"), []):
            return exception.message
        case "getCause", []:
            return exception.cause
        case "toString", []:
            return exception_text(exception)
        case "getSuppressed", []:
            return ListValue(list(exception.suppressed), kind="array")
        case "addSuppressed", [other]:
            exception.suppressed.append(other)
            return NULL
        case "initCause", [cause]:
            exception.cause = cause
            return exception
        case "printStackTrace", _:
            return NULL
        case _:
            return None


def exception_text(exception: ExceptionValue, message: Value | None = None) -> Value:
    """Give what Throwable#toString gives; a class of the text may give the message itself."""
    told = exception.message if message is None else message
    return Constant(exception.name) if is_null(told) else join_text(Constant(f"{exception.name}: "), told)


def _open_message(type_name: str) -> Value:
    return Unknown(f"{type_name}.getMessage()", "What this constructor makes of it is not known.", None, "String")


def _is_text(value: Value) -> bool:
    if isinstance(value, Constant):
        return isinstance(value.value, str) and not value.kind
    return isinstance(value, Text) or (isinstance(value, Unknown) and value.type_name == "String")


def _is_throwable(value: Value) -> bool:
    return isinstance(value, ExceptionValue) or (isinstance(value, Instance) and "super" in value.fields)
