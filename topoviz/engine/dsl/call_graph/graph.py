"""The call graph of a program: which parts lead to calls of the DSL, and who runs them.

It is made once from the text alone, and says what may run; what does run, the interpreter finds out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.dsl.call_graph.dsl_calls import find_dsl_calls
from topoviz.engine.dsl.call_graph.parts import Part, Parts, parts_of
from topoviz.engine.dsl.call_graph.static_types import StaticTypes
from topoviz.engine.dsl.call_graph.targets import MAY_RUN, Targets
from topoviz.engine.dsl.classes import ClassInfo, FunctionInfo
from topoviz.engine.dsl.program import DSL_TYPES, Program
from topoviz.engine.source import Span
from topoviz.engine.syntax import tree
from topoviz.engine.syntax.walk import walk

_MAKERS: Final = frozenset({"StreamsBuilder", "Topology"})


@dataclass(eq=False, slots=True)
class CallGraph:
    """What the nodes of a text may run.

    `targets` has the parts that a node may run, by the identity of the node; `leading` the identities of the nodes that
    are calls of the DSL or may lead to one.
    """

    parts: Parts
    dsl_calls: Mapping[Span, str]
    """The calls of the DSL: the span of each method's name, and the method."""
    targets: Mapping[int, tuple[Part, ...]]
    leading: frozenset[int]
    relevant: frozenset[Part]
    callers: Mapping[Part, tuple[Part, ...]]
    runs: Mapping[Part, tuple[Part, ...]]
    _leads: dict[int, bool] = field(default_factory=dict)

    def leads(self, node: tree.Node | None) -> bool:
        """Tell whether a part of the text may add operators, by itself or by what it runs."""
        if node is None:
            return False
        known = self._leads.get(id(node))
        if known is None:
            known = self._leads[id(node)] = any(id(one) in self.leading for one in walk(node))
        return known

    def may_run(self, node: tree.Node) -> bool:
        """Tell whether a node runs something of the text, perhaps."""
        return id(node) in self.targets

    def is_relevant(self, declaration: tree.FunctionDeclaration) -> bool:
        """Tell whether a function leads to calls of the DSL."""
        return self.parts.of_function(declaration) in self.relevant

    def is_called(self, function: FunctionInfo) -> bool:
        """Tell whether another part that leads to the DSL, or that sets something, may run a function."""
        part = self.parts.of_function(function.declaration)
        return part is not None and self._is_run(part)

    def is_made(self, info: ClassInfo) -> bool:
        """Tell whether another part may make an object of a class, or use it so that it is loaded."""
        return any(map(self._is_run, self.parts.making(info)))

    def _is_run(self, part: Part) -> bool:
        by = self.callers.get(part, ())
        return any(one is not part and (one in self.relevant or one.function is None) for one in by)

    def leading_to_makers(self) -> frozenset[Part]:
        """Collect the parts that lead to a new builder or topology."""
        makers = [one for one in self.parts.all() if any(_makes(node) for node in one.walk())]
        return reached(makers, self.callers)

    def behind(self, begins: Iterable[Part]) -> frozenset[Part]:
        """Collect some parts and all that they may run."""
        return reached(begins, self.runs)

    def part_around(self, span: Span) -> Part | None:
        """Give the part in which a span stands."""
        return next((one for one in self.parts.whole if any(node.span.covers(span) for node in one.nodes)), None)


def make_graph(program: Program) -> CallGraph:
    """Make the graph of a program."""
    parts = parts_of(program)
    find = Targets(program, parts)
    targets: dict[int, tuple[Part, ...]] = {}
    dsl_calls: dict[Span, str] = {}
    direct: set[int] = set()
    for part in parts.whole:
        types = StaticTypes(program, part)
        dsl_calls.update(find_dsl_calls(types))
        for node in part.walk():
            if not isinstance(node, MAY_RUN) or (isinstance(node, tree.Name) and node.text not in find.deferred):
                continue
            found = find.of(node, types)
            if found:
                targets[id(node)] = found
            if _is_dsl(program, node, dsl_calls):
                direct.add(id(node))
    callers: dict[Part, dict[Part, None]] = {}
    runs: dict[Part, tuple[Part, ...]] = {}
    begins: list[Part] = []
    for part in parts.all():
        ids = [id(node) for node in part.walk()]
        runs[part] = tuple(dict.fromkeys(one for each in ids if each in targets for one in targets[each]))
        for called in runs[part]:
            callers.setdefault(called, {})[part] = None
        if _takes_dsl(part.declaration) or not direct.isdisjoint(ids):
            begins.append(part)
    relevant = reached(begins, callers)
    leading = direct | {node for node, found in targets.items() if not relevant.isdisjoint(found)}
    called_by = {called: tuple(by) for called, by in callers.items()}
    return CallGraph(parts, dsl_calls, targets, frozenset(leading), relevant, called_by, runs)


def reached(begins: Iterable[Part], onwards: Mapping[Part, Iterable[Part]]) -> frozenset[Part]:
    """Collect some parts and all that lie behind them, along what they run or along what runs them."""
    waiting = list(begins)
    found = set(waiting)
    while waiting:
        more = [one for one in onwards.get(waiting.pop(), ()) if one not in found]
        found.update(more)
        waiting.extend(more)
    return frozenset(found)


def _takes_dsl(declaration: tree.FunctionDeclaration | None) -> bool:
    """Tell whether a method without a body is given objects of the DSL: those that have one may add to them."""
    if declaration is None or declaration.body is not None:
        return False
    return any(one.type is not None and one.type.simple_name in DSL_TYPES for one in declaration.parameters)


def _is_dsl(program: Program, node: tree.Node, dsl_calls: Mapping[Span, str]) -> bool:
    match node:
        case tree.Call(name_span=span):
            return span in dsl_calls or program.hands_on_dsl(node)
        case tree.MethodReference(span=span):
            return span in dsl_calls
        case _:
            return _makes(node)


def _makes(node: tree.Node) -> bool:
    """Tell whether a builder or topology is made here."""
    return isinstance(node, tree.New) and node.type.simple_name in _MAKERS
