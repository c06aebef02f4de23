"""Which calls belong to the DSL, by the type of what they are called on.

Where the text does not say the type, a name that only Kafka Streams uses is enough; other names (filter, map, to …)
count when what they are called on comes from such a call, or is declared somewhere with a type of the DSL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from topoviz.engine.dsl.call_graph.static_types import DECISIVE, OF_THE_DSL, StaticTypes, opens_topic
from topoviz.engine.dsl.library.api import all_methods
from topoviz.engine.dsl.program import DSL_TYPES
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree

_ADDS_NOTHING: Final = frozenset({"describe", "queryableStoreName", "build"})
"""Methods of DSL objects that lead back to the DSL but are not counted."""
_METHODS: Final = frozenset(one.method for one in all_methods() if one.owner in DSL_TYPES) - {"new"}
_COUNTED: Final = _METHODS - _ADDS_NOTHING

_MENTION: Final = re.compile(
    rf"kafka\.streams|\b(?:{'|'.join(sorted({*DSL_TYPES} | DECISIVE))})\b|\bstream\s*\(\s*[^\s)]|\btable\s*\("
)
"""What stands in every Java text in which a call of the DSL is found."""


_NAMING: Final = re.compile(
    r"\b(?:Named|Materialized|Consumed|Produced|Grouped|Joined|StreamJoined|TableJoined|Repartitioned|Branched|Suppressed)\b"
)
_CHAINED: Final = re.compile(r"\.\s*(?:<[^()]{0,200}>\s*)?(\w+)(?:<[^()]{0,200}>)?\s*[({]")
_WORD: Final = re.compile(rb"(\.\s*(?:<[^()]{0,200}>\s*)?)?\b(\w+)\b(\s*\()?")


def mentions_dsl(text: str) -> bool:
    """Tell whether a Java text may have calls of the DSL, without reading it as Java."""
    return _MENTION.search(text) is not None


def may_call_dsl(text: str) -> bool:
    """Tell by names alone whether a piece of code may have a call of the DSL in a chain, or an argument that names."""
    return _NAMING.search(text) is not None or any(name[1] in _COUNTED for name in _CHAINED.finditer(text))


def find_names(data: bytes, start: int, end: int, own: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Find where a piece of a text may call a method of the DSL in a chain, or one of its `own` functions.

    A bracket may be missing behind the name, and what stood in it be glued to it: such a word stands nowhere else.
    """
    of_dsl, of_text = tuple(_COUNTED), tuple(own)
    for found in _WORD.finditer(data, start, end):
        name = found[2].decode("utf-8", "replace")
        is_named = name in _COUNTED if found[1] else name in own and not found[3]
        is_glued = not found[3] and name.startswith(of_dsl if found[1] else of_text) and data.count(found[2]) == 1
        if is_named or is_glued:
            yield found.span(2)


def find_dsl_calls(types: StaticTypes) -> Iterator[tuple[Span, str]]:
    """Find the calls of the DSL in one part of a text: the span of each method's name and the method."""
    leading_back: set[int] = set()
    # Inner calls first: whether a chain belongs to the DSL may follow from where it starts.
    for node in reversed(types.part.walk()):
        match node:
            case tree.Call(name=name) if name in _METHODS and _belongs(node, types, leading_back):
                leading_back.add(id(node))
                if name in _COUNTED:
                    yield node.name_span, name
                if name in DECISIVE and not _is_kotlin(node, types):
                    yield from _calls_before(node, types)
            case tree.MethodReference(name=name, target=tree.Node() as target) if name in _COUNTED:
                if _is_of_dsl(target, types, leading_back) or "builder" in _name_of(target).lower():
                    yield node.span, name
            case _:
                pass


def _belongs(call: tree.Call, types: StaticTypes, leading_back: set[int]) -> bool:
    target = call.target
    if target is None:
        receiver = types.receivers.get(id(call))
        return receiver is not None and receiver.simple_name in DSL_TYPES
    if types.is_of_other_class(call):
        return False
    if _is_of_dsl(target, types, leading_back):
        return True
    # Kotlin's pairs are no calls of `to` any more, and its lambdas seldom say what `it` is.
    is_sink = call.name == "to" and _is_with_streams(call, types) and _begins_with_variable(target)
    return is_sink or call.name in DECISIVE or opens_topic(call)


def _is_of_dsl(target: tree.Node, types: StaticTypes, leading_back: set[int]) -> bool:
    """Tell whether an expression has a type of the DSL; where no type is said, whether it is called like one."""
    while isinstance(target, tree.Index) and types.of(target) is None:
        target = target.target
    kind = types.of(target)
    if kind is not None and (kind.simple_name in OF_THE_DSL or kind.dimensions):
        return kind.simple_name in DSL_TYPES and not kind.dimensions
    return id(target) in leading_back or _name_of(target) in types.program.names_of_dsl


def _name_of(node: tree.Node) -> str:
    """Give the name by which an expression ends: of a variable, a field, or a function of no other class."""
    match node:
        case tree.Call(target=tree.Name(text=text)) if text[:1].isupper():
            return ""
        case tree.Call(name="stream", arguments=()):
            return ""
        case tree.Name(text=name) | tree.Select(name=name) | tree.Call(name=name):
            return name
        case _:
            return ""


def _is_kotlin(node: tree.Node, types: StaticTypes) -> bool:
    return types.program.units[node.span.file_id].language == "kotlin"


def _is_with_streams(node: tree.Node, types: StaticTypes) -> bool:
    """Tell whether a file imports Kafka Streams, so that `to` is hardly anything else's."""
    imports = types.program.imports_of(node.span.file_id)
    paths = (*imports.classes.values(), *imports.packages)
    return _is_kotlin(node, types) or any(path.startswith("org.apache.kafka.streams") for path in paths)


def _calls_before(call: tree.Call, types: StaticTypes) -> Iterator[tuple[Span, str]]:
    """Give the calls of a chain that begins with a variable, before one that only Kafka Streams has.

    Kotlin's own collections have mapValues() too.
    """
    before: list[tree.Call] = []
    target = call.target
    while isinstance(target, tree.Call) and target.name in _COUNTED - DECISIVE:
        before.append(target)
        target = target.target
    if isinstance(target, tree.Name) and _begins_with_variable(target) and types.of(target) is None:
        yield from ((one.name_span, one.name) for one in before)


def _begins_with_variable(target: tree.Node | None) -> bool:
    """Tell whether a chain of calls begins with a variable, and with no class or new object."""
    while isinstance(target, tree.Call | tree.Index | tree.Select) and target.target is not None:
        target = target.target
    return (
        target is not None
        and not isinstance(target, tree.New)
        and not (isinstance(target, tree.Name) and target.text[:1].isupper())
    )
