"""Find every call of the DSL by looking at the text alone, so that what is not followed is still counted.

Names that only Kafka Streams uses are enough; other names (filter, map, to …) count when what they are called on leads
back to such a name, or to something declared with a type of the DSL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from topoviz.engine.dsl.held_streams import DSL_TYPES, Holders, is_element, names_of_containers, uses_of_parameters
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk

_DECISIVE: Final = frozenset({
    "globalTable", "selectKey", "mapValues", "flatMapValues", "toStream", "toTable", "through", "groupByKey",
    "windowedBy", "cogroup", "flatTransform", "transformValues", "flatTransformValues", "processValues", "addSource",
    "addProcessor", "addSink", "addStateStore", "addGlobalStore", "addReadOnlyStateStore",
    "connectProcessorAndStateStores", "defaultBranch", "noDefaultBranch", "emitStrategy",
})  # fmt: skip

_POSSIBLE: Final = frozenset({
    "stream", "table", "filter", "filterNot", "map", "flatMap", "peek", "foreach", "print", "merge", "branch", "split",
    "to", "repartition", "groupBy", "count", "reduce", "aggregate", "join", "leftJoin", "outerJoin", "transform",
    "process", "suppress", "build", "describe", "queryableStoreName", "subtract",
})  # fmt: skip

_UNCOUNTED: Final = frozenset({"describe", "queryableStoreName", "build"})
"""Methods of DSL objects that add nothing; they lead back to the DSL but are not counted."""


_MENTION: Final = re.compile(
    rf"kafka\.streams|\b(?:{'|'.join(sorted(DSL_TYPES | _DECISIVE))})\b|\bstream\s*\(\s*[^\s)]|\btable\s*\("
)
"""What stands in every Java text in which a call of the DSL is found."""


def mentions_dsl(text: str) -> bool:
    """Tell whether a Java text may have calls of the DSL, without reading it as Java."""
    return _MENTION.search(text) is not None


def find_dsl_calls(units: Iterable[tree.Unit]) -> dict[Span, str]:
    """Find the calls that belong to the DSL by the text alone: the method name's span and the method."""
    units = tuple(units)
    nodes = [node for unit in units for node in walk(unit)]
    containers = names_of_containers(nodes)
    names = _names_of_dsl_type(nodes, containers)
    kotlin_files = {unit.span.file_id for unit in units if unit.language == "kotlin"}
    with_sinks = kotlin_files | {unit.span.file_id for unit in units if _imports_streams(unit)}
    inside = _calls_on_receivers(nodes, names) if kotlin_files else set()
    parameters = uses_of_parameters(nodes, containers)
    holders = Holders(containers, names)
    functions = {node.name for node in nodes if isinstance(node, tree.FunctionDeclaration)}
    calls = [node for node in nodes if isinstance(node, tree.Call) and node.name in _DECISIVE | _POSSIBLE]
    found: dict[Span, str] = {}
    is_dsl: dict[int, bool] = {}
    # Inner calls first: whether a chain belongs to the DSL follows from where it starts.
    for call in sorted(calls, key=lambda call: (call.span.end - call.span.start, call.span)):
        target = call.target
        leads_back = target is not None and (
            is_dsl.get(id(target), False)
            or (isinstance(target, tree.Name) and (target.text in names or id(target) in parameters))
            or (isinstance(target, tree.Select) and target.name in names)
            or (
                isinstance(target, tree.Call)
                and target.name in names
                and not _opens_collection(target)
                and not _is_of_other_class(target, functions)
            )
            or (isinstance(target, tree.Index) and _array_name(target) in names)
            or (isinstance(target, tree.New) and target.type.simple_name in DSL_TYPES)
            or is_element(target, holders, is_dsl)
        )
        # Kotlin's pairs are no calls of `to` any more, and its lambdas seldom say what `it` is.
        is_sink = call.name == "to" and call.span.file_id in with_sinks and _begins_with_variable(target)
        is_decisive = target is not None and (call.name in _DECISIVE or _opens_topic(call))
        is_dsl[id(call)] = leads_back or is_decisive or is_sink or id(call) in inside
        if is_dsl[id(call)] and call.name not in _UNCOUNTED:
            found[call.name_span] = call.name
        if call.name in _DECISIVE and call.span.file_id not in kotlin_files:
            found |= {before.name_span: before.name for before in _calls_before(call)}
    return found | _references(nodes, names)


def _calls_before(call: tree.Call) -> list[tree.Call]:
    """Give the calls of a chain that begins with a variable, before one that only Kafka Streams has.

    Kotlin's own collections have mapValues() too.
    """
    before: list[tree.Call] = []
    target = call.target
    while isinstance(target, tree.Call) and target.name in _POSSIBLE - _UNCOUNTED:
        before.append(target)
        target = target.target
    return before if isinstance(target, tree.Name) and _begins_with_variable(target) else []


def _is_of_other_class(call: tree.Call, functions: set[str]) -> bool:
    """Tell whether a call such as `Order.builder()` only shares its name with a variable."""
    is_static = isinstance(call.target, tree.Name) and call.target.text[:1].isupper()
    return is_static and not call.arguments and call.name not in functions


def _references(nodes: list[tree.Node], names: set[str]) -> dict[Span, str]:
    """Find the references to methods of the DSL, such as `builder::stream`, which stand for calls."""
    return {
        node.span: node.name
        for node in nodes
        if isinstance(node, tree.MethodReference)
        and node.name in (_DECISIVE | _POSSIBLE) - _UNCOUNTED
        and isinstance(node.target, tree.Name)
        and (node.target.text in names or "builder" in node.target.text.lower())
    }


def _begins_with_variable(target: tree.Node | None) -> bool:
    """Tell whether a chain of calls begins with a variable, and with no class or new object."""
    while isinstance(target, tree.Call | tree.Index | tree.Select) and target.target is not None:
        target = target.target
    return (
        target is not None
        and not isinstance(target, tree.New)
        and not (isinstance(target, tree.Name) and target.text[:1].isupper())
    )


def _imports_streams(unit: tree.Unit) -> bool:
    """Tell whether a file imports Kafka Streams, so that `to` is hardly anything else's."""
    return any(
        isinstance(statement, tree.Import) and statement.path.startswith("org.apache.kafka.streams")
        for statement in unit.statements
    )


def _calls_on_receivers(nodes: list[tree.Node], names: set[str]) -> set[int]:
    """Find the bare calls that stand where the DSL is `this`: in extensions of its types, and in `builder.apply { }`.

    What `it` or a parameter stands for in `stream.let { … }` is added to the names.
    """
    functions = {node.name for node in nodes if isinstance(node, tree.FunctionDeclaration) and node.receiver is None}
    candidates = (_DECISIVE | _POSSIBLE) - functions
    found: set[int] = set()
    for region in _regions(nodes, names):
        for part in walk(region):
            if isinstance(part, tree.Call) and part.target is None and part.name in candidates:
                found.add(id(part))
    return found


def _regions(nodes: list[tree.Node], names: set[str]) -> list[tree.Node]:
    regions: list[tree.Node] = []
    for node in nodes:
        match node:
            case tree.FunctionDeclaration(receiver=receiver, body=body) if receiver is not None and body is not None:
                if receiver.simple_name in DSL_TYPES:
                    regions.append(body)
                    names.add("this")
            case tree.Call(name="apply" | "run", target=target, arguments=(tree.Lambda() as function,)):
                if _starts_in_dsl(target, names):
                    regions.append(function)
                    names.add("this")
            case tree.Call(name="with", target=None, arguments=(given, tree.Lambda() as function)):
                if _starts_in_dsl(given, names):
                    regions.append(function)
                    names.add("this")
            case tree.Call(name="let" | "also" | "use", target=target, arguments=(tree.Lambda() as function,)):
                if _starts_in_dsl(target, names):
                    names |= {parameter.name for parameter in function.parameters} or {"it"}
            case _:
                pass
    return regions


def _opens_collection(call: tree.Call) -> bool:
    """Tell whether a call is a collection's `stream()`, also where a function of the text is called so."""
    return call.name == "stream" and call.target is not None and not call.arguments


def _opens_topic(call: tree.Call) -> bool:
    """Tell whether a call reads like `builder.stream("topic")`, whatever the builder is called."""
    if call.name not in ("stream", "table") or not call.arguments:
        return False
    is_text = isinstance(call.arguments[0], tree.Literal) and isinstance(call.arguments[0].value, str)
    return is_text or (isinstance(call.target, tree.Name) and "builder" in call.target.text.lower())


def _array_name(index: tree.Index) -> str:
    return index.target.text if isinstance(index.target, tree.Name) else ""


def _names_of_dsl_type(nodes: list[tree.Node], containers: set[str]) -> set[str]:
    """Collect the variables, fields, parameters and functions that are declared with a type of the DSL."""
    names: set[str] = set()
    untyped: list[tuple[str, tree.Node | None]] = []
    for node in nodes:
        match node:
            case tree.Declare(name=name, type=kind, value=value):
                if kind is not None and kind.simple_name in DSL_TYPES:
                    names.add(name)
                elif kind is None or kind.simple_name in ("var", "val"):
                    untyped.append((name, value))
            case tree.Parameter(name=name, type=kind) | tree.ForEach(name=name, type=kind):
                if kind is not None and kind.simple_name in DSL_TYPES:
                    names.add(name)
            case tree.FunctionDeclaration(name=name, return_type=kind):
                if kind is not None and kind.simple_name in DSL_TYPES:
                    names.add(name)
                elif kind is None:
                    untyped.append((name, _returned(node)))
            case _:
                pass
    changed = True
    while changed:
        more = {
            name
            for name, value in untyped
            if name not in names and (_starts_in_dsl(value, names) or is_element(value, Holders(containers, names), {}))
        }
        names |= more
        changed = bool(more)
    return names


def _returned(function: tree.Node) -> tree.Node | None:
    """Give what a function without a declared type returns, when it is only that."""
    body = function.body if isinstance(function, tree.FunctionDeclaration) else None
    if body is None or len(body.statements) != 1 or not isinstance(body.statements[0], tree.Jump):
        return None
    return body.statements[0].value


def _starts_in_dsl(value: tree.Node | None, names: set[str]) -> bool:
    current = value
    while isinstance(current, tree.Call):
        if current.name in _DECISIVE or (current.target is None and current.name in names) or _opens_topic(current):
            return True
        current = current.target
    if isinstance(current, tree.New):
        return current.type.simple_name in DSL_TYPES
    return isinstance(current, tree.Name) and current.text in names
