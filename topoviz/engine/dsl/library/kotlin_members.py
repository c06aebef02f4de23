"""Which functions belong to what is `this` in Kotlin: those of its type, and those that Kotlin's library adds to it."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.values import Constant, ListValue, MapValue, Text, Value

OUTSIDE_OBJECTS: Final = frozenset({
    "print", "println", "readln", "error", "require", "check", "TODO", "thread", "synchronized", "measureTimeMillis",
    "measureNanoTime", "lazyOf", "generateSequence", "sequence", "iterator", "runBlocking", "launch", "async",
    "exitProcess", "maxOf", "minOf", "compareBy", "compareByDescending", "assert",
})  # fmt: skip
"""Functions that stand outside all classes, so that a bare call is not one of an object round it."""

_OF_COLLECTIONS: Final = frozenset({
    "add", "addAll", "clear", "contains", "containsAll", "get", "indexOf", "isEmpty", "iterator", "lastIndexOf",
    "listIterator", "remove", "removeAll", "removeAt", "removeIf", "replaceAll", "retainAll", "set", "subList",
    "addFirst", "addLast", "removeFirst", "removeLast", "forEach",
})  # fmt: skip
_OF_TEXT_BUILDERS: Final = frozenset({
    "append", "appendLine", "clear", "delete", "deleteCharAt", "get", "insert", "replace", "reverse", "set",
    "setCharAt", "setLength", "setRange", "substring",
})  # fmt: skip
_OF_MAPS: Final = frozenset({
    "clear", "compute", "computeIfAbsent", "computeIfPresent", "containsKey", "containsValue", "get", "getOrDefault",
    "getOrPut", "getValue", "isEmpty", "merge", "put", "putAll", "putIfAbsent", "remove", "replace", "replaceAll",
    "set",
})  # fmt: skip
_OF_PROPERTIES: Final = frozenset({"setProperty", "getProperty", "load"})
_OF_TEXTS: Final = frozenset({"compareTo", "equals", "get", "hashCode", "length", "plus", "subSequence", "toString"})


_ADDED_TO_TEXTS: Final = frozenset({
    "capitalize", "contains", "drop", "dropLast", "endsWith", "filter", "first", "format", "isBlank", "isEmpty",
    "isNotBlank", "isNotEmpty", "last", "lines", "lowercase", "map", "padEnd", "padStart", "prependIndent",
    "removePrefix", "removeSuffix", "replace", "replaceFirstChar", "reversed", "split", "startsWith", "substring",
    "substringAfter", "substringBefore", "take", "takeLast", "toInt", "toLong", "trim", "trimEnd", "trimIndent",
    "trimStart", "uppercase",
})  # fmt: skip
_ADDED_TO_COLLECTIONS: Final = frozenset({
    "all", "any", "associate", "count", "distinct", "drop", "fill", "filter", "find", "first", "firstOrNull",
    "flatMap", "fold", "forEachIndexed", "getOrNull", "groupBy", "isNotEmpty", "joinToString", "last", "map",
    "minus", "none", "plus", "reduce", "reverse", "reversed", "shuffle", "single", "sort", "sortBy",
    "sortDescending", "sorted", "sortedBy", "sum", "take", "toList", "toSet", "zip",
})  # fmt: skip
"""What Kotlin's library adds, which goes before the functions of what stands round it."""


def has_member(value: Value, name: str) -> bool:
    """Tell whether a library object that is `this` takes a bare call of this name for itself."""
    if isinstance(value, ListValue | MapValue) and name in _ADDED_TO_COLLECTIONS:
        return True
    is_text = isinstance(value, Text) or (isinstance(value, Constant) and isinstance(value.value, str))
    return (is_text and name in _ADDED_TO_TEXTS | _OF_TEXTS) or _has_own(value, name)


def _has_own(value: Value, name: str) -> bool:
    match value:
        case PropertiesValue():
            return name in _OF_PROPERTIES | _OF_MAPS
        case ListValue(kind="text"):
            return name in _OF_TEXT_BUILDERS
        case ListValue():
            return name in _OF_COLLECTIONS
        case MapValue():
            return name in _OF_MAPS
        case _:
            return False


def is_own_member(value: Value, name: str) -> bool:
    """Tell whether a value's type has a method of a name itself, which goes before what the program adds to it."""
    if isinstance(value, Constant | Text):
        return name in _OF_TEXTS
    return name not in _ADDED_BY_KOTLIN and _has_own(value, name)


_ADDED_BY_KOTLIN: Final = frozenset({"appendLine", "clear", "getOrPut", "getValue", "set", "setRange"})
