"""Streams that are held in collections or come as parameters of lambdas: where they are taken out and used.

Only the declared types of variables tell, since nothing is followed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk

DSL_TYPES: Final = frozenset({
    "StreamsBuilder", "KStreamBuilder", "StreamsBuilderFactoryBean", "Topology", "KStream", "KTable", "GlobalKTable",
    "KGroupedStream", "KGroupedTable", "CogroupedKStream", "BranchedKStream", "TimeWindowedKStream",
    "SessionWindowedKStream", "TimeWindowedCogroupedKStream", "SessionWindowedCogroupedKStream",
})  # fmt: skip

_FUNCTION_TYPES: Final = frozenset({"Function", "BiFunction", "Consumer", "BiConsumer", "UnaryOperator"})

_TAKING_OUT: Final = frozenset({
    "get", "getOrDefault", "getFirst", "getLast", "first", "last", "next", "getValue", "getKey", "remove", "poll",
    "peek", "pop", "element", "orElse", "orElseThrow", "orElseGet", "put", "computeIfAbsent", "elementAt", "reduce",
    "findFirst", "findAny", "apply", "call", "value", "key", "left", "right", "getLeft", "getRight",
})  # fmt: skip
"""Methods that give an element of a container."""


def names_of_containers(nodes: list[tree.Node]) -> set[str]:
    """Collect what is declared as a collection, map, optional or supplier of streams, tables or builders."""
    names: set[str] = set()
    for node in nodes:
        match node:
            case (
                tree.Declare(name=name, type=kind)
                | tree.Parameter(name=name, type=kind)
                | tree.ForEach(name=name, type=kind)
            ):
                pass
            case tree.FunctionDeclaration(name=name, return_type=kind):
                pass
            case _:
                continue
        if kind is not None and (_holds_dsl(kind) or (kind.dimensions and kind.simple_name in DSL_TYPES)):
            names.add(name)
    return names


class Holders:
    """Sets of names of what holds streams; remembers of each link of a chain whether one of them stands before it."""

    def __init__(self, *names: AbstractSet[str]) -> None:
        self.names = names
        self.known: dict[int, bool] = {}

    def gave(self, node: tree.Node | None) -> bool:
        """Tell whether a chain of calls, indices, fields and casts has one of the names in it."""
        passed: list[int] = []
        found = None
        while found is None:
            found = self.known.get(id(node))
            if found is not None:
                break
            passed.append(id(node))
            match node:
                case tree.Cast(operand=operand):
                    node = operand
                case tree.Call(name=name) | tree.Select(name=name) if self._has(name):
                    found = True
                case tree.Call(target=target) | tree.Select(target=target) | tree.Index(target=target):
                    node = target
                case _:
                    found = isinstance(node, tree.Name) and self._has(node.text)
        self.known.update(dict.fromkeys(passed, found))
        return found

    def _has(self, name: str) -> bool:
        return any(name in names for names in self.names)


def is_element(target: tree.Node | None, holders: Holders, is_dsl: Mapping[int, bool]) -> bool:
    """Tell whether something is taken out of a container, as by `streams.get(name)` or `entry.getValue()`.

    A call of the DSL may give a container too, as `split()` does in the end; `is_dsl` tells which calls are.
    """
    if not isinstance(target, tree.Call) or target.name not in _TAKING_OUT:
        return False
    return is_dsl.get(id(target.target), False) or holders.gave(target)


def uses_of_parameters(nodes: list[tree.Node], containers: set[str]) -> set[int]:
    """Find the uses of lambda parameters that are streams by the type of the function that the lambda is."""
    found: set[int] = set()
    for function, count in _lambdas_of_streams(nodes):
        streams = {parameter.name for parameter in function.parameters[:count]}
        body = function.body
        found.update(id(part) for part in walk(body) if isinstance(part, tree.Name) and part.text in streams)
    for around, streams in _bodies_for_elements(nodes, Holders(containers)):
        found.update(id(part) for part in walk(around) if isinstance(part, tree.Name) and part.text in streams)
    return found


def _holds_dsl(kind: tree.TypeName) -> bool:
    waiting = list(kind.arguments)
    while waiting:
        argument = waiting.pop()
        if argument.simple_name in DSL_TYPES:
            return True
        waiting.extend(argument.arguments)
    return False


def _bodies_for_elements(nodes: list[tree.Node], holders: Holders) -> Iterator[tuple[tree.Node, set[str]]]:
    """Give loops and lambdas that go through a container of streams, with the names of what they get."""
    for node in nodes:
        match node:
            case tree.ForEach(name=name, iterable=iterable, body=body) if holders.gave(iterable):
                yield body, {name}
            case tree.Call(target=target, arguments=arguments) if holders.gave(target):
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
