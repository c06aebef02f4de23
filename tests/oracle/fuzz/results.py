"""What a call makes that later calls can use: a stream, the branches of a stream, a store's or a node's name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tests.oracle.fuzz.java_types import VOID, JavaType
from tests.oracle.fuzz.production import Production
from tests.oracle.fuzz.values import Value

_NAMED: Final = {
    "Store": "NewStore",
    "SourceNode": "NewNode",
    "ProcessorNode": "NewNode",
    "SinkNode": "NewNode",
}
_ONE_NODE: Final = frozenset({"filter", "filterNot", "peek", "selectKey", "map", "mapValues", "flatMap"})
_RESULT: Final = "?"
"""Stands for the variable that will hold the result."""


def values_given(
    production: Production, receiver: Value, result: JavaType, made: Mapping[str, str], arguments: int
) -> list[Value]:
    """List the values that a call makes. `made` has the names that its arguments brought."""
    match result.name:
        case "void":
            return []
        case "Branches":
            count = arguments - (production.parameters[0].type.name == "Named")
            stream = JavaType("KStream", result.arguments)
            return [Value(f"{_RESULT}[{index}]", stream) for index in range(count)]
        case "BranchedKStream":
            return [_split(production, receiver, result, made)]
        case "BranchMap":
            keys = _split(production, receiver, result, made).keys
            stream = JavaType("KStream", result.arguments)
            return [Value(_RESULT, result), *(Value(f"{_RESULT}.get({key})", stream) for key in keys)]
        case "Store" | "SourceNode" | "ProcessorNode" | "SinkNode":
            name = made.get(_NAMED[result.name])
            return [] if name is None else [Value("", result, name)]
    values = [Value(_RESULT, result)]
    if production.owner.name == "KStream" and production.method in _ONE_NODE and "NewName" in made:
        values.append(Value("", JavaType("ProcessorNode"), made["NewName"]))
    if result.name == "KTable" and "Materialized" in made and "NewStore" in made:
        values.append(Value("", JavaType("Store"), made["NewStore"]))
    if production.name == "StreamsBuilder.stream" and "NewSource" in made:
        values.append(Value("", JavaType("SourceNode"), made["NewSource"]))
    return values


def held_by(value: Value, variable: str | None) -> Value:
    """Put the variable into what it holds."""
    return value if variable is None else replace(value, expression=value.expression.replace(_RESULT, variable))


def _split(production: Production, receiver: Value, result: JavaType, made: Mapping[str, str]) -> Value:
    """Follow a split stream: the keys of its map are known when both split and branch have names."""
    if production.method == "split":
        return Value(_RESULT, result, made.get("NewName"))
    if production.method == "noDefaultBranch":
        return replace(receiver, expression=_RESULT, type=result)
    count = receiver.count + (production.method == "branch")
    index = receiver.count + 1 if production.method == "branch" else 0
    keys = receiver.keys
    if receiver.name is not None and "consumer" not in made:
        key = f"{receiver.name} + {made.get('NewBranch', f'{chr(34)}{index}{chr(34)}')}"
        keys = (*keys, key)
    return Value(_RESULT, result, receiver.name, keys, count)


NOTHING: Final = Value("", VOID)
