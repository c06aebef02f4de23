"""A random program while it is being written: what it holds, and how a call gets its arguments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Final

from tests.oracle.fuzz.arguments import LEAVES
from tests.oracle.fuzz.java_types import (
    LONG,
    STRING,
    VOID,
    JavaType,
    substitute,
    unify,
    variables_of,
)
from tests.oracle.fuzz.names import Names
from tests.oracle.fuzz.nulls import null_of
from tests.oracle.fuzz.production import Parameter, Production
from tests.oracle.fuzz.program import Item, Statement
from tests.oracle.fuzz.results import NOTHING, held_by, values_given
from tests.oracle.fuzz.values import Scope, Value, spelled
from tests.oracle.fuzz.wishes import Wish
from tests.oracle.versions import is_within

FROM_SCOPE: Final = frozenset({"KStream", "KTable", "GlobalKTable", "KGroupedStream", "Store", "ProcessorNode"})
_NAMES: Final = frozenset({
    "NewName", "NewSource", "NewNode", "NewStore", "NewTopic", "NewBranch", "SourceTopic", "TableTopic", "SinkTopic",
})  # fmt: skip
_ROOTS: Final = {
    "KStream": "StreamsBuilder.stream",
    "KTable": "StreamsBuilder.table",
    "GlobalKTable": "StreamsBuilder.globalTable",
    "KGroupedStream": "KStream.groupByKey",
    "Store": "StreamsBuilder.addStateStore",
}
"""What makes an object that a call needs and that is not there yet."""

_HELD: Final = frozenset(
    {"Grouped", "Materialized", "Named", "Joined", "StreamJoined", "JoinWindows", "TimeWindows", "StoreBuilder"}
)
"""Options that a program may hold in a variable and use again."""

_NULL: Final = 0.01
"""How often a careless program gives null for an argument that is no name."""


def usable(productions: Sequence[Production]) -> list[Production]:
    """Leave out what needs something that none of the productions gives."""
    chosen = list(productions)
    while True:
        given = {*_NAMES, *FROM_SCOPE, *LEAVES, *(one.result.name for one in chosen)}
        left = [one for one in chosen if all(parameter.type.name in given for parameter in one.parameters)]
        if len(left) == len(chosen):
            return left
        chosen = left


class Draft:
    """A program's statements so far, and what they made."""

    def __init__(
        self, random: Random, version: str, productions: Sequence[Production], wish: Wish, *, is_careless: bool
    ) -> None:
        self.random = random
        self.wish = wish
        self.is_careless = is_careless
        self.names = Names(random, is_careless=is_careless)
        self.scope = Scope()
        self.block: list[Item] = []
        self.made: dict[str, str] = {}
        self.used: set[str] = set()
        self._version = version
        self._productions = tuple(productions)
        self._counts: dict[str, int] = {}

    def name(self, kind: str) -> str:
        """Make a name, and remember it for the call that it is for."""
        self.made[kind] = self.names.new(kind, self.scope.tag)
        return self.made[kind]

    def pattern(self) -> str:
        """Make a pattern that matches no topic of another source, as a rule."""
        number = self.number("pattern")
        prefix = "orders-" if self.is_careless and self.random.random() < 0.3 else f"p{number}-"
        return f'"{prefix}.*"' if self.scope.tag is None else f'{self.scope.tag} + "-{prefix}.*"'

    def is_since(self, version: str) -> bool:
        """Whether the program is for a version or a later one."""
        return is_within(self._version, version, None)

    def text_of(self, kind: str) -> str:
        """Give the text of another argument of the call."""
        return self.made.get(kind, "")

    def number(self, prefix: str) -> int:
        """Count things of a kind."""
        self._counts[prefix] = self._counts.get(prefix, 0) + 1
        return self._counts[prefix]

    def methods_of(self, owner: str) -> Sequence[Production]:
        """List what can be called on an object of a class."""
        return _methods(self._productions).get(owner, [])

    def call(self, production: Production, receiver: Value, bindings: dict[str, JavaType]) -> Value | None:
        """Add a call to the program, unless what it needs is not there; give the first value it makes."""
        self.made = {}
        arguments = self._arguments(production, bindings)
        if arguments is None:
            return None
        self._bind(production, bindings)
        witness = ", ".join(str(substitute(one, bindings)) for one in production.witness)
        result = substitute(production.result, bindings)
        values = values_given(production, receiver, result, self.made, len(arguments))
        variable = None
        if result != VOID and result.name not in ("Store", "SourceNode", "ProcessorNode", "SinkNode"):
            variable = f"{result.name[0].lower()}{self.number('variable')}"
        self.block.append(
            Statement(
                receiver.expression, production.method, tuple(arguments), f"<{witness}>" if witness else "", variable,
                spelled(result),
            )
        )  # fmt: skip
        if result.name in ("BranchedKStream", "BranchMap"):
            self.scope.forget(receiver)
        named = [held_by(value, variable) for value in values]
        for value in named:
            self.scope.add(value)
        return named[0] if named else NOTHING

    def option(self, wanted: JavaType, bindings: dict[str, JavaType]) -> str:
        """Write an expression for an object that configures an operator: a factory and what is changed on it."""
        kind = substitute(wanted, bindings)
        held = [value for value in self.scope.values if value.type == kind]
        if held and self.random.random() < 0.3:
            value = self.random.choice(held)
            self.made[kind.name] = value.name or ""
            self.made.update(zip(("NewStore",), value.keys, strict=False))
            return value.expression
        text = self._configured(kind)
        self.made[kind.name] = text
        if kind.name in _HELD and self.random.random() < (0.15 if self.is_careless else 0.05):
            return self._hold(kind, text)
        return text

    def branch_chain(self, types: tuple[JavaType, ...]) -> str:
        """Write what the function of a branch does to its stream."""
        kind = JavaType("KStream", types)
        text, tag = "ks", self.scope.tag
        if self.scope.tag_changes:  # which a lambda may not hold
            self.scope.tag = None
        steps = [
            one for one in self.methods_of("KStream") if one.method in ("filter", "filterNot", "peek", "repartition")
        ]
        for _ in range(self.random.randint(0, 2)):
            step = self.random.choice(steps)
            arguments = self._arguments(step, unify(step.owner, kind, {}) or {})
            text += f".{step.method}({', '.join(arguments or ())})"
        self.scope.tag = tag
        return text

    def _arguments(self, production: Production, bindings: dict[str, JavaType]) -> list[str] | None:
        texts: list[str] = []
        for parameter in production.parameters:
            given = self._given(parameter, bindings)
            if given is None:
                return None
            texts.extend(given)
        self.used.add(production.line)
        return texts

    def _given(self, parameter: Parameter, bindings: dict[str, JavaType]) -> list[str] | None:
        wanted = parameter.least
        while wanted < parameter.most and self.random.random() < 0.4:
            wanted += 1
        texts: list[str] = []
        for _ in range(wanted):
            text = self._argument(parameter.type, bindings)
            if text is not None and (text not in texts or self.is_careless):
                texts.append(text)
        return texts if len(texts) >= parameter.least else None

    def _argument(self, kind: JavaType, bindings: dict[str, JavaType]) -> str | None:
        if kind.name in _NAMES:
            return self.name(kind.name)
        if self.is_careless and self.random.random() < _NULL:
            self._bind_type(kind, bindings)
            null = null_of(substitute(kind, bindings))
            if null is not None:
                return null
        if kind.name in FROM_SCOPE:
            return self._from_scope(kind, bindings)
        self._bind_type(kind, bindings)
        maker = LEAVES.get(kind.name)
        if maker is not None:
            return maker(self, tuple(substitute(one, bindings) for one in kind.arguments))
        return self.option(kind, bindings)

    def _from_scope(self, kind: JavaType, bindings: dict[str, JavaType]) -> str | None:
        found = self.scope.fitting(kind, bindings)
        if not found or (self.random.random() < 0.15 and kind.name != "Store"):
            root = self._root(kind, bindings)
            found = [root] if root is not None else found
        if not found:
            return None
        value, bound = self.random.choice(found)
        bindings.update(bound)
        return value.name or value.expression

    def _root(self, kind: JavaType, bindings: dict[str, JavaType]) -> tuple[Value, dict[str, JavaType]] | None:
        """Make an object that is needed, of the types that are known already."""
        made = self.made
        choices = [one for one in self._productions if one.name == _ROOTS.get(kind.name)]
        wanted = dict(bindings)
        self._bind_type(kind, wanted)
        ground = substitute(kind, wanted)
        value: Value | None = None
        if choices:
            production = self.random.choice(choices)
            bound = unify(production.result, ground, {}) or {}
            receiver = self._receiver_of_root(production, bound)
            value = self.call(production, receiver, bound) if receiver is not None else None
        self.made = made
        return (value, wanted) if value is not None and value is not NOTHING else None

    def _receiver_of_root(self, production: Production, bindings: dict[str, JavaType]) -> Value | None:
        found = self.scope.fitting(production.owner, bindings)
        if found:
            return self.random.choice(found)[0]
        root = self._root(production.owner, bindings) if production.owner.name in _ROOTS else None
        return root[0] if root is not None else None

    def _configured(self, kind: JavaType) -> str:
        found = _makers(self._productions, kind.name)
        makers = [(one, bound) for one in found if (bound := unify(one.result, kind, {})) is not None]
        weights = [self._weight(one) for one, _ in makers]
        production, bindings = self.random.choices(makers, weights)[0]
        if production.is_static:
            text = f"{production.owner.name}.{self._written(production, bindings)}"
        else:
            text = f"{self._configured(substitute(production.owner, bindings))}.{self._written(production, bindings)}"
        changes = [one for one in self.methods_of(kind.name) if one.result.name == kind.name]
        while changes and self.random.random() < 0.35:
            change = self.random.choices(changes, [self._weight(one) for one in changes])[0]
            text += f".{self._written(change, unify(change.owner, kind, {}) or {})}"
        return text

    def _weight(self, production: Production) -> float:
        return self.wish.weight(production) * (0.05 if production.is_rare else 1.0)

    def _written(self, production: Production, bindings: dict[str, JavaType]) -> str:
        arguments = self._arguments(production, bindings) or []
        self._bind(production, bindings)
        witness = ", ".join(str(substitute(one, bindings)) for one in production.witness)
        return f"{f'<{witness}>' if witness else ''}{production.method}({', '.join(arguments)})"

    def _hold(self, kind: JavaType, text: str) -> str:
        variable = f"{kind.name[0].lower()}{self.number('variable')}"
        self.block.append(Statement(text, "", (), "", variable, spelled(kind)))
        store = self.made.get("NewStore")
        self.scope.add(Value(variable, kind, text, () if store is None else (store,)))
        return variable

    def _bind(self, production: Production, bindings: dict[str, JavaType]) -> None:
        for kind in (*production.witness, production.result):
            self._bind_type(kind, bindings)

    def _bind_type(self, kind: JavaType, bindings: dict[str, JavaType]) -> None:
        for name in variables_of(kind):
            if name not in bindings:
                bindings[name] = self.random.choice((STRING, LONG))


_MADE_BY_CALLS: Final = frozenset(
    {"StreamsBuilder", "Topology", "KStream", "KTable", "KGroupedStream", "KGroupedTable"}
)
"""Classes whose methods give objects of the program, never options."""


@cache
def _methods(productions: tuple[Production, ...]) -> Mapping[str, Sequence[Production]]:
    """List by class what can be called on its objects."""
    found: dict[str, list[Production]] = defaultdict(list)
    for one in productions:
        if not one.is_static:
            found[one.owner.name].append(one)
    return dict(found)


@cache
def _makers(productions: tuple[Production, ...], name: str) -> Sequence[Production]:
    """List what may make an option of a class out of something else."""
    return [
        one
        for one in productions
        if (one.result.is_variable or one.result.name == name)
        and (one.is_static or not (one.owner.name == name or one.owner.name in _MADE_BY_CALLS))
    ]
