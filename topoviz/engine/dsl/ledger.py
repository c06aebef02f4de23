"""The ledger: every DSL call that stands in the text, and what became of it.

A call is found by looking at the text alone, so that what the interpreter does not reach is still counted. Names that
only Kafka Streams uses are enough; other names (filter, map, to …) count when what they are called on leads back to
such a name, or to something declared with a type of the DSL.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk

DSL_TYPES: Final = frozenset({
    "StreamsBuilder", "KStreamBuilder", "StreamsBuilderFactoryBean", "Topology", "KStream", "KTable", "GlobalKTable",
    "KGroupedStream", "KGroupedTable", "CogroupedKStream", "BranchedKStream", "TimeWindowedKStream",
    "SessionWindowedKStream", "TimeWindowedCogroupedKStream", "SessionWindowedCogroupedKStream",
})  # fmt: skip

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


_FUNCTION_TYPES: Final = frozenset({"Function", "BiFunction", "Consumer", "BiConsumer", "UnaryOperator"})


_TAKING_OUT: Final = frozenset({
    "get", "getOrDefault", "getFirst", "getLast", "first", "last", "next", "getValue", "getKey", "remove", "poll",
    "peek", "pop", "element", "orElse", "orElseThrow", "orElseGet", "put", "computeIfAbsent", "elementAt", "reduce",
    "findFirst", "findAny", "apply", "call", "value", "key", "left", "right", "getLeft", "getRight",
})  # fmt: skip
"""Methods that give an element of a container."""


class Fate(StrEnum):
    """What became of a call."""

    MODELLED = "modelled"
    NOT_REACHABLE = "not reachable"
    REPORTED = "reported"


@dataclass(frozen=True, slots=True)
class Entry:
    """One call of the text: where, which method, its fate, and why if it was not modelled."""

    span: Span
    method: str
    fate: Fate
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """All entries in the order of the text; the three fates add up to the calls seen."""

    entries: tuple[Entry, ...]

    def count(self, fate: Fate) -> int:
        """Count the calls with this fate."""
        return sum(1 for entry in self.entries if entry.fate is fate)


def find_dsl_calls(units: Iterable[tree.Unit]) -> dict[Span, str]:
    """Find the calls that belong to the DSL by the text alone: the method name's span and the method."""
    units = tuple(units)
    nodes = [node for unit in units for node in walk(unit)]
    containers = _names_of_containers(nodes)
    names = _names_of_dsl_type(nodes, containers)
    kotlin_files = {unit.span.file_id for unit in units if unit.language == "kotlin"}
    with_sinks = kotlin_files | {unit.span.file_id for unit in units if _imports_streams(unit)}
    inside = _calls_on_receivers(nodes, names) if kotlin_files else set()
    parameters = _uses_of_parameters(nodes, containers)
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
            or (isinstance(target, tree.Call) and target.name in names)
            or (isinstance(target, tree.Index) and _array_name(target) in names)
            or (isinstance(target, tree.New) and target.type.simple_name in DSL_TYPES)
            or _is_element(target, containers | names, is_dsl)
        )
        # Kotlin's pairs are no calls of `to` any more, and its lambdas seldom say what `it` is.
        is_sink = call.name == "to" and call.span.file_id in with_sinks and _begins_with_variable(target)
        is_decisive = target is not None and (call.name in _DECISIVE or _opens_topic(call))
        is_dsl[id(call)] = leads_back or is_decisive or is_sink or id(call) in inside
        if is_dsl[id(call)] and call.name not in _UNCOUNTED:
            found[call.name_span] = call.name
    return found


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


def _names_of_containers(nodes: list[tree.Node]) -> set[str]:
    """Collect what is declared as a collection, map, optional or supplier of streams, tables or builders."""
    names: set[str] = set()
    for node in nodes:
        match node:
            case tree.Declare(name=name, type=kind) | tree.Parameter(name=name, type=kind):
                pass
            case tree.FunctionDeclaration(name=name, return_type=kind):
                pass
            case _:
                continue
        if kind is not None and (_holds_dsl(kind) or (kind.dimensions and kind.simple_name in DSL_TYPES)):
            names.add(name)
    return names


def _holds_dsl(kind: tree.TypeName) -> bool:
    waiting = list(kind.arguments)
    while waiting:
        argument = waiting.pop()
        if argument.simple_name in DSL_TYPES:
            return True
        waiting.extend(argument.arguments)
    return False


def _is_element(target: tree.Node | None, containers: set[str], is_dsl: Mapping[int, bool]) -> bool:
    """Tell whether something is taken out of a container, as by `streams.get(name)` or `entry.getValue()`.

    A call of the DSL may give a container too, as `split()` does in the end.
    """
    if not isinstance(target, tree.Call) or target.name not in _TAKING_OUT:
        return False
    return is_dsl.get(id(target.target), False) or _comes_from(target, containers)


def _comes_from(node: tree.Node | None, containers: set[str]) -> bool:
    while isinstance(node, tree.Call | tree.Index | tree.Select | tree.Cast):
        if isinstance(node, tree.Cast):
            node = node.operand
            continue
        if not isinstance(node, tree.Index) and node.name in containers:
            return True
        node = node.target
    return isinstance(node, tree.Name) and node.text in containers


def _uses_of_parameters(nodes: list[tree.Node], containers: set[str]) -> set[int]:
    """Find the uses of lambda parameters that are streams by the type of the function that the lambda is."""
    found: set[int] = set()
    for function, count in _lambdas_of_streams(nodes):
        streams = {parameter.name for parameter in function.parameters[:count]}
        body = function.body
        found.update(id(part) for part in walk(body) if isinstance(part, tree.Name) and part.text in streams)
    for around, streams in _bodies_for_elements(nodes, containers):
        found.update(id(part) for part in walk(around) if isinstance(part, tree.Name) and part.text in streams)
    return found


def _bodies_for_elements(nodes: list[tree.Node], containers: set[str]) -> Iterator[tuple[tree.Node, set[str]]]:
    """Give loops and lambdas that go through a container of streams, with the names of what they get."""
    for node in nodes:
        match node:
            case tree.ForEach(name=name, iterable=iterable, body=body) if _comes_from(iterable, containers):
                yield body, {name}
            case tree.Call(target=target, arguments=arguments) if _comes_from(target, containers):
                for argument in arguments:
                    if isinstance(argument, tree.Lambda):
                        yield argument.body, {parameter.name for parameter in argument.parameters}
            case _:
                pass


def _lambdas_of_streams(nodes: list[tree.Node]) -> Iterator[tuple[tree.Lambda, int]]:
    """Give lambdas with how many of their first parameters are streams: given to Branched, or declared as functions."""
    for node in nodes:
        match node:
            case tree.Call(name="withFunction" | "withConsumer", arguments=(tree.Lambda() as function, *_)):
                yield function, 1
            case tree.Declare(type=kind, value=tree.Lambda() as function) if kind is not None:
                yield from _curried(function, kind)
            case tree.FunctionDeclaration(return_type=kind, body=body) if kind is not None and body is not None:
                for part in walk(body):
                    match part:
                        case tree.Jump(kind=tree.JumpKind.RETURN, value=tree.Lambda() as function):
                            yield from _curried(function, kind)
                        case _:
                            pass
            case _:
                pass


def _curried(function: tree.Lambda, kind: tree.TypeName) -> Iterator[tuple[tree.Lambda, int]]:
    """Follow `a -> b -> …` along its type, as far as streams are given."""
    current: tree.Node = function
    while isinstance(current, tree.Lambda):
        count = 2 if kind.simple_name.startswith("Bi") else 1
        streams = [one.simple_name in DSL_TYPES for one in kind.arguments[:count]]
        if kind.simple_name not in _FUNCTION_TYPES or not any(streams):
            return
        yield current, len(streams)
        if len(kind.arguments) <= count:
            return
        kind = kind.arguments[count]
        current = _only_value(current.body)


def _only_value(body: tree.Node) -> tree.Node:
    """Give what a block returns, if it does nothing else."""
    if isinstance(body, tree.Block) and len(body.statements) == 1 and isinstance(body.statements[0], tree.Jump):
        return body.statements[0].value or body
    return body


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
            if name not in names and (_starts_in_dsl(value, names) or _is_element(value, containers | names, {}))
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
