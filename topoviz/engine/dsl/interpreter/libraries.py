"""Which calls certainly leave alone what they are given, by the class they are made on: its import says which it is.

A class of the program itself that is not in the text may do anything, whatever its methods are called. Loggers, metrics
and tests do nothing to what they are given; nor does Kafka Streams itself, but for the calls that are modelled.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from topoviz.engine.dsl.frameworks import annotated
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.library.atomics import AtomicValue
from topoviz.engine.dsl.objects import OptionsValue, PropertiesValue
from topoviz.engine.dsl.values import Constant, ListValue, MapValue, Text, Unknown, Value
from topoviz.engine.syntax import tree

_FLUENT: Final = (
    "ch.qos.logback.", "com.codahale.metrics.", "com.google.common.flogger.", "io.github.microutils.",
    "io.github.oshai.", "io.micrometer.", "io.opentelemetry.", "io.prometheus.", "io.quarkus.logging.",
    "java.io.PrintStream", "java.lang.System", "java.util.logging.", "junit.", "lombok.", "mu.",
    "org.apache.commons.logging.", "org.apache.log4j.", "org.apache.logging.", "org.assertj.", "org.hamcrest.",
    "org.jboss.logging.", "org.junit.", "org.mockito.", "org.slf4j.",
)  # fmt: skip
"""Classes whose methods give objects of the same kind, such as loggers."""

_HARMLESS: Final = (
    "com.fasterxml.jackson.", "com.google.common.base.Preconditions", "com.google.gson.", "io.confluent.",
    "java.lang.Boolean", "java.lang.Byte", "java.lang.Character", "java.lang.Class", "java.lang.Double",
    "java.lang.Enum", "java.lang.Float", "java.lang.Integer", "java.lang.Long", "java.lang.Math", "java.lang.Runtime",
    "java.lang.Short", "java.lang.String", "java.math.", "java.nio.file.", "java.text.", "java.time.",
    "java.util.Base64", "java.util.Locale", "java.util.Objects", "java.util.UUID", "java.util.concurrent.TimeUnit",
    "org.apache.avro.", "org.apache.commons.lang3.", "org.apache.kafka.", "org.springframework.util.",
    "com.google.protobuf.",
)  # fmt: skip

_LANGUAGE: Final = frozenset({
    "Boolean", "Byte", "Character", "Class", "Double", "Enum", "Float", "Integer", "Long", "Math", "Runtime", "Short",
    "String", "StringBuilder", "StringBuffer", "System", "Thread",
})  # fmt: skip
"""Classes of java.lang, which nobody imports."""

_SHOWN_WITHOUT_IMPORT: Final = {
    "Logger": "org.slf4j.Logger", "LoggerFactory": "org.slf4j.LoggerFactory", "Objects": "java.util.Objects",
    "Duration": "java.time.Duration", "UUID": "java.util.UUID", "TimeUnit": "java.util.concurrent.TimeUnit",
    "KafkaStreams": "org.apache.kafka.streams.KafkaStreams", "Assertions": "org.junit.Assertions",
    "TopologyTestDriver": "org.apache.kafka.streams.TopologyTestDriver", "Assert": "org.junit.Assert",
}  # fmt: skip
"""What a piece of a program means that is pasted without its imports."""

_BY_WILDCARD: Final = frozenset({
    "Admin", "AdminClient", "Assert", "Assertions", "BigDecimal", "BigInteger", "Duration", "Files", "Instant",
    "KafkaConsumer", "KafkaProducer", "KafkaStreams", "LocalDate", "LocalDateTime", "Log", "LogFactory", "LogManager",
    "Logger", "LoggerFactory", "MDC", "Metrics", "NewTopic", "ObjectMapper", "Objects", "Path", "Paths",
    "ProducerRecord", "StreamsConfig", "TestInputTopic", "TestOutputTopic", "TimeUnit", "TopologyTestDriver", "UUID",
})  # fmt: skip
"""What is taken to be of a library when all of its package is imported; of other names there may be own classes."""

_LOGS_OF_LOMBOK: Final = (
    "Slf4j", "XSlf4j", "Log", "Log4j", "Log4j2", "CommonsLog", "Flogger", "JBossLog", "CustomLog",
)  # fmt: skip
_IN_KOTLIN: Final = frozenset({
    "check", "checkNotNull", "error", "exitProcess", "maxOf", "minOf", "print", "println", "require", "requireNotNull",
})  # fmt: skip

READING: Final = frozenset({
    "abs", "asList", "charAt", "contains", "containsKey", "containsValue", "endsWith", "equals", "format", "get",
    "getClass", "getProperty", "hashCode", "indexOf", "isEmpty", "lastIndexOf", "length", "max", "min", "size",
    "startsWith", "toString",
})  # fmt: skip
"""Methods of Java's own objects that change neither these nor what they are given."""

ANSWERING: Final = READING - {"asList", "format", "get", "getProperty", "max", "min"}
"""Those of them that give a number, a text or a yes, and nothing of what the object holds."""

JAVAS_OWN: Final = (Constant, Text, ListValue, MapValue, PropertiesValue, AtomicValue, OptionsValue)


def leaves_alone(world: World, node: tree.Call, target: Value | None) -> bool:
    """Tell whether a call whose method is not followed certainly changes nothing that it is given."""
    if node.target is None:
        return is_harmless_function(world, node)
    if isinstance(target, JAVAS_OWN) and not (isinstance(target, ListValue) and target.kind == "text"):
        return node.name in READING
    if isinstance(target, Unknown) and target.type_name in _LANGUAGE:
        return True
    return is_harmless_on(world, node.target)


def is_harmless_function(world: World, node: tree.Call) -> bool:
    """Tell whether a function without an object is one of a library that changes nothing: imported, or Kotlin's own."""
    if world.is_kotlin(node.span) and node.name in _IN_KOTLIN:
        return True
    paths = world.program.imports_of(node.span.file_id).static_owners(node.name)
    return bool(paths) and all(_is_of(path, _HARMLESS + _FLUENT) for path in paths)


def is_harmless_on(world: World, target: tree.Node) -> bool:
    """Tell whether methods change nothing that they are given when they are called on what an expression says."""
    paths = classes_behind(world, target)
    return paths is not None and all(_is_of(path, _HARMLESS + _FLUENT) for path in paths)


def path_of(world: World, name: str, file_id: int) -> str | None:
    """Give the whole name of a class of a library as a file means it; None when it may be one of the program."""
    first, _, rest = name.partition(".")
    if rest and first.islower():
        return name
    if first in world.program.classes:
        return None
    imports = world.program.imports_of(file_id)
    known = imports.classes.get(first)
    if known is None and first in _LANGUAGE:
        known = f"java.lang.{first}"
    if known is None and world.program.imports_nothing(file_id):
        known = _SHOWN_WITHOUT_IMPORT.get(first)
    if known is None and first in _BY_WILDCARD:
        by_star = (f"{package}.{first}" for package in imports.packages)
        known = next((path for path in by_star if _is_of(path, _HARMLESS + _FLUENT)), None)
    return known


def classes_behind(world: World, node: tree.Node | None, depth: int = 0) -> frozenset[str] | None:
    """Name the classes of libraries that an expression may be an object of, or be itself; None when that is not known.

    What is declared under a name counts wherever it is declared, for names are not resolved here.
    """
    if depth > _DEEPEST:
        return None
    match node:
        case tree.Name(text="this"):
            return None
        case tree.Name(text=name) | tree.Select(target=tree.Name(text="this"), name=name):
            if name in world.program.declarations:
                return _of_name(world, name, depth)
            is_piece = world.program.imports_nothing(node.span.file_id)
            if name.lower() in ("log", "logger") and (is_piece or _is_logged_by_lombok(world)):
                return frozenset({"lombok.Log"})
            path = path_of(world, name, node.span.file_id) if name[:1].isupper() else None
            return None if path is None else frozenset({path})
        case tree.Select(target=target, name=name):
            whole = _dotted(node)
            if whole is not None and whole[:1].islower() and name[:1].isupper():
                return frozenset({whole})
            return _if_fluent(classes_behind(world, target, depth + 1))
        case tree.Call(target=target) if target is not None:
            return _if_fluent(classes_behind(world, target, depth + 1))
        case tree.New(type=made, body=None):
            path = path_of(world, made.name, node.span.file_id)
            return None if path is None else frozenset({path})
        case _:
            return None


_DEEPEST: Final = 12


def _of_name(world: World, name: str, depth: int) -> frozenset[str] | None:
    if name in world.behind:
        return world.behind[name]
    world.behind[name] = None  # what refers to itself says nothing
    found: set[str] = set()
    for one in world.program.declarations[name]:
        paths = _of_declaration(world, one, depth)
        if paths is None:
            return None
        found |= paths
    world.behind[name] = frozenset(found)
    return world.behind[name]


def _of_declaration(world: World, node: tree.Declare | tree.Parameter, depth: int) -> frozenset[str] | None:
    if node.type is not None and node.type.simple_name not in ("var", "val"):
        path = path_of(world, node.type.name, node.span.file_id)
        return None if path is None else frozenset({path})
    return classes_behind(world, node.value, depth + 1) if isinstance(node, tree.Declare) else None


def _if_fluent(paths: frozenset[str] | None) -> frozenset[str] | None:
    return paths if paths and all(_is_of(path, _FLUENT) for path in paths) else None


def _dotted(node: tree.Node) -> str | None:
    parts: list[str] = []
    while isinstance(node, tree.Select):
        parts.append(node.name)
        node = node.target
    return ".".join([node.text, *reversed(parts)]) if isinstance(node, tree.Name) else None


def _is_logged_by_lombok(world: World) -> bool:
    return any(annotated.has(one.declaration.annotations, *_LOGS_OF_LOMBOK) for one in world.program.all_classes)


@lru_cache(maxsize=4096)
def _is_of(path: str, prefixes: tuple[str, ...]) -> bool:
    return any(path.startswith(prefix) if prefix.endswith(".") else path == prefix for prefix in prefixes)
