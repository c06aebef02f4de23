"""Make random programs: the same for the same seed and number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Final

from tests.oracle.fuzz.draft import Draft, usable
from tests.oracle.fuzz.java_types import JavaType, unify
from tests.oracle.fuzz.production import Production
from tests.oracle.fuzz.program import Helper, Item, Loop, Program, Statement, Style
from tests.oracle.fuzz.values import Scope, Value, spelled
from tests.oracle.fuzz.wishes import Wish

_BUILDER: Final = Value("builder", JavaType("StreamsBuilder"))
_TOPOLOGY: Final = Value("topology", JavaType("Topology"))
_TAGS: Final = ('"north"', '"south"', '"east"', '"west"')
_PASSED: Final = frozenset({"KStream", "KTable"})
_WEIGHTS: Final = {
    "groupBy": 2.0, "groupByKey": 3.0, "join": 2.0, "merge": 2.0, "windowedBy": 2.0, "addProcessor": 3.0, "stream": 2.0,
    "to": 0.5, "print": 0.5, "foreach": 0.5, "addStateStore": 0.5, "addGlobalStore": 0.3, "globalTable": 0.5,
    "addReadOnlyStateStore": 0.5,
}  # fmt: skip
"""What is called more or less often than the rest."""


def programs(seed: int, version: str, productions: Sequence[Production]) -> Iterator[Program]:
    """Make programs without end."""
    chosen = usable([one for one in productions if one.exists_at(version)])
    for number in count():
        yield make_program(seed, number, version, chosen)


def make_program(seed: int, number: int, version: str, productions: Sequence[Production]) -> Program:
    """Make one program of what a version has."""
    random = Random(f"{seed} {number}")  # noqa: S311
    wish = Wish(productions[number % len(productions)], productions)
    draft = Draft(random, version, productions, wish, is_careless=random.random() < 0.12)
    return _Author(draft).program(f"Fuzz{number:05}")


class _Author:
    """Writes a program into a draft."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._random = draft.random
        self._helpers: list[Helper] = []
        self._tastes: dict[str, float] = {}

    def program(self, name: str) -> Program:
        """Write a program of the DSL, of the Processor API, or of both."""
        draft, random = self._draft, self._random
        kinds = ("dsl", "both", "topology") if draft.methods_of("Topology") else ("dsl",)
        kind = random.choices(kinds, (80, 8, 12)[: len(kinds)])[0]
        base = _TOPOLOGY if kind == "topology" else _BUILDER
        start = "Topology topology = new Topology();" if base is _TOPOLOGY else _start_of_builder(random)
        draft.scope.add(base)
        self._fill(base, _steps(random), nests=True)
        if kind == "both":
            draft.block.append(Statement("builder", "build", ("config",), "", "topology", "Topology"))
            nodes = [value for value in draft.scope.values if value.type.name in ("SourceNode", "ProcessorNode")]
            draft.scope = Scope()
            for value in (_TOPOLOGY, *nodes):
                draft.scope.add(value)
            self._fill(_TOPOLOGY, random.randint(1, 4), nests=False)
        style = Style(random.random() < 0.6, random.random() < 0.2, random.random() < 0.15)
        answer = "builder.build(config)" if kind == "dsl" else "topology"
        constants = tuple(draft.names.constants.items())
        return Program(
            name, start, tuple(draft.block), answer, tuple(self._helpers), constants, style, frozenset(draft.used)
        )

    def _fill(self, base: Value, steps: int, *, nests: bool) -> None:
        for _ in range(steps):
            chance = self._random.random()
            if nests and chance < 0.05:
                self._add_helper(base)
            elif nests and chance < 0.1:
                self._add_loop(base)
            else:
                self._add_call(base)

    def _add_call(self, base: Value) -> None:
        for _ in range(20):
            receiver = self._receiver(base)
            methods = self._draft.methods_of(receiver.type.name)
            production = self._choose(methods)
            bindings = unify(production.owner, receiver.type, {}) if production is not None else None
            if production is None or bindings is None:
                continue
            if self._draft.call(production, receiver, bindings) is not None:
                return

    def _choose(self, overloads: Sequence[Production]) -> Production | None:
        """Choose a method first and then an overload, so that those with many overloads come no more often."""
        wish = self._draft.wish
        methods: dict[str, list[Production]] = defaultdict(list)
        for one in overloads:
            methods[one.method].append(one)
        if not methods:
            return None
        weights = [max(map(wish.weight, found)) * self._weight(name) for name, found in methods.items()]
        method = self._random.choices(list(methods), weights)[0]
        return self._random.choices(methods[method], [wish.weight(one) for one in methods[method]])[0]

    def _weight(self, method: str) -> float:
        """Say how often this program calls a method: each has its own taste, so that rare mixtures come too."""
        if method not in self._tastes:
            self._tastes[method] = self._random.choice((0.1, 1.0, 1.0, 5.0)) * _WEIGHTS.get(method, 1.0)
        return self._tastes[method]

    def _receiver(self, base: Value) -> Value:
        others = frozenset(
            value.type.name for value in self._draft.scope.values if self._can_go_on(value.type.name)
        ) - {base.type.name}
        share = 0.6 if base is _TOPOLOGY else 0.2
        if not others or self._random.random() < share:
            return base
        wish = self._draft.wish
        return self._draft.scope.receiver(self._random, others, lambda value: wish.distance(value.type))

    def _can_go_on(self, name: str) -> bool:
        return name in _GO_ON and bool(self._draft.methods_of(name))

    def _add_helper(self, base: Value) -> None:
        """Write a method that adds a part of the topology, and call it some times with another tag each."""
        draft, random = self._draft, self._random
        number = draft.number("helper")
        passed = [value for value in draft.scope.values if value.type.name in _PASSED]
        given = random.choice(passed) if passed and random.random() < 0.7 else None
        tag, inner = f"tag{number}", f"in{number}"
        outer_scope, outer_block = draft.scope, draft.block
        draft.scope, draft.block = Scope(tag=tag), []
        draft.scope.add(base)
        if given is not None:
            draft.scope.add(Value(inner, given.type))
        known = set(draft.scope.values)
        self._fill(base, random.randint(1, 4), nests=False)
        made = [value for value in draft.scope.values if value not in known and value.type.name in _PASSED]
        result = made[-1] if made and random.random() < 0.7 else None
        parameters = [(spelled(base.type), base.expression), ("String", tag)]
        if given is not None:
            parameters.append((spelled(given.type), inner))
        helper = Helper(
            f"add{number}", tuple(parameters), tuple(draft.block),
            result.expression if result is not None else None, spelled(result.type) if result is not None else "void",
        )  # fmt: skip
        draft.scope, draft.block = outer_scope, outer_block
        if helper.body:
            self._helpers.append(helper)
            self._call_helper(helper, base, given, result)

    def _call_helper(self, helper: Helper, base: Value, given: Value | None, result: Value | None) -> None:
        draft, random = self._draft, self._random
        for tag in random.sample(_TAGS, random.randint(1, 3)):
            arguments = [base.expression, tag]
            if given is not None:
                fitting = [value for value, _ in draft.scope.fitting(given.type, {})]
                arguments.append(random.choice(fitting).expression)
            variable = f"k{draft.number('variable')}" if result is not None else None
            draft.block.append(Statement("", helper.name, tuple(arguments), "", variable, helper.type))
            if result is not None and variable is not None:
                draft.scope.add(Value(variable, result.type))

    def _add_loop(self, base: Value) -> None:
        """Write a loop over constants, or over the branches of a stream."""
        draft, random = self._draft, self._random
        maps = [value for value in draft.scope.values if value.type.name == "BranchMap"]
        number = draft.number("loop")
        variable = f"each{number}"
        outer_scope, outer_block = draft.scope, draft.block
        if maps and random.random() < 0.7:
            over = random.choice(maps)
            stream = JavaType("KStream", over.type.arguments)
            header, first = f"for ({spelled(stream)} {variable} : {over.expression}.values())", ""
            draft.scope, draft.block = Scope(outer_scope), []
            draft.scope.add(Value(variable, stream))
            kind = spelled(stream)
        else:
            header, kind, first = _constants(random, variable)
            draft.scope, draft.block = Scope(outer_scope, variable, tag_changes=kind == "int"), []
        self._fill(base, random.randint(1, 3), nests=False)
        body: tuple[Item, ...] = tuple(draft.block)
        draft.scope, draft.block = outer_scope, outer_block
        if body:
            draft.block.append(Loop(header, variable, kind, first, body))


_GO_ON: Final = frozenset({
    "KStream", "KTable", "KGroupedStream", "KGroupedTable", "TimeWindowedKStream", "SessionWindowedKStream",
    "CogroupedKStream", "TimeWindowedCogroupedKStream", "SessionWindowedCogroupedKStream", "BranchedKStream",
})  # fmt: skip
"""The classes of objects that a program calls something on, beside what it begins with."""


def _steps(random: Random) -> int:
    """Say how long a program is to be: a few are so long that hash tables grow and names collide."""
    return random.randint(20, 60) if random.random() < 0.1 else random.randint(2, 9) + random.randint(0, 9)


def _constants(random: Random, variable: str) -> tuple[str, str, str]:
    """Give the head of a loop over constants, the type of what it counts, and the first of it."""
    if random.random() < 0.3:
        return f"for (int {variable} = 0; {variable} < {random.randint(2, 3)}; {variable}++)", "int", "0"
    tags = random.sample(_TAGS, random.randint(2, 3))
    listed = random.choice(("Arrays.asList({})", "List.of({})", "new String[] {{{}}}")).format(", ".join(tags))
    return f"for (String {variable} : {listed})", "String", tags[0]


def _start_of_builder(random: Random) -> str:
    return random.choice(
        ("StreamsBuilder builder = new StreamsBuilder();", "final StreamsBuilder builder = new StreamsBuilder();")
    )
