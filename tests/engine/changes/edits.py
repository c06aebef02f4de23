"""Makes small edits of random programs, and knows which call of the new program is which of the old one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Final

from tests.oracle.fuzz.generator import make_program
from tests.oracle.fuzz.production import all_productions
from tests.oracle.fuzz.program import Item, Loop, Program, Statement, Style, words
from tests.oracle.fuzz.write import renamed, to_java

Numbered = tuple[int, Item]
"""An item of the body with the number that stays with it through edits; an inserted one has a negative number."""

EDITS_OF_PROGRAM: Final = 4


@dataclass(frozen=True, slots=True)
class Edited:
    """A program before and after an edit; each text with the number of the statement in each of its lines.

    In statement `swapped`, left and right are exchanged: what was the first of two is the second one.
    """

    kind: str
    old: str
    new: str
    old_numbers: Mapping[int, int]
    new_numbers: Mapping[int, int]
    swapped: int | None = None


def edited_programs(seed: int, version: str) -> Iterator[Edited]:
    """Give edits without end, the same for the same seed: several of each program, one after the other."""
    for number in count():
        random = Random(f"{seed} {number}")  # noqa: S311 - the same edits for the same seed
        program = replace(make_program(seed, number, version, all_productions()), style=Style())
        body: list[Numbered] = list(enumerate(program.body))
        if len(body) < 3:
            continue
        old, old_numbers = _written(program, body)
        for kind in random.sample(list(EDITS), EDITS_OF_PROGRAM):
            edited = EDITS[kind](body, random)
            if edited is None or edited == body:
                continue
            new, new_numbers = _written(program, edited)
            is_same = [number for number, _ in edited] == [number for number, _ in body]
            changed = next((one for (one, item), (_, was) in zip(edited, body, strict=False) if item != was), None)
            swapped = changed if kind == "join sides swapped" and is_same else None
            yield Edited(kind, old, new, old_numbers, new_numbers, swapped)


def _written(program: Program, body: Sequence[Numbered]) -> tuple[str, dict[int, int]]:
    """Write the program, and say which statement stands in each line; those of helpers and loops have numbers too."""
    text = to_java(replace(program, body=tuple(item for _, item in body)))
    lines = text.splitlines()
    numbers: dict[int, int] = {}
    start = next(place for place, line in enumerate(lines, 1) if "public static Topology topology" in line)
    place = start + len(program.start.splitlines()) + 1
    for number, item in body:
        place = _number(item, number, place, numbers)
    for which, helper in enumerate(program.helpers, 1):
        heading = f" {helper.name}("
        place = 1 + next(at for at, line in enumerate(lines, 1) if line.startswith("    private") and heading in line)
        for inner, item in enumerate(helper.body):
            place = _number(item, which * 1_000_000 + inner * 1_000, place, numbers)
    return text, numbers


def _number(item: Item, number: int, place: int, numbers: dict[int, int]) -> int:
    numbers[place] = number
    place += 1
    if isinstance(item, Loop):
        for inner, one in enumerate(item.body, 1):
            place = _number(one, number * 1_000 + inner, place, numbers)
        place += 1
    return place


def _variable(item: Item) -> str | None:
    return item.variable if isinstance(item, Statement) else None


def _used(item: Item) -> set[str]:
    if isinstance(item, Loop):
        return set(words(item.header)).union(*(_used(one) for one in item.body))
    return set(words(item.expression))


def _streams(body: Sequence[Numbered]) -> list[tuple[int, Statement]]:
    return [
        (place, one)
        for place, (_, one) in enumerate(body)
        if isinstance(one, Statement) and one.variable is not None and one.type.startswith("KStream<")
    ]


Edit = Callable[[list[Numbered], Random], list[Numbered] | None]


def _with_step(step: str) -> Edit:
    """Put a step behind a stream; what used the stream now uses what the step gives."""

    def edit(body: list[Numbered], random: Random) -> list[Numbered] | None:
        streams = _streams(body)
        if not streams:
            return None
        place, one = random.choice(streams)
        assert one.variable is not None
        method, _, argument = step.partition(" ")
        fresh = Statement(one.variable, method, (argument,) if argument else (), "", "inserted", one.type)
        rest = [(number, renamed(item, one.variable, "inserted")) for number, item in body[place + 1 :]]
        return [*body[: place + 1], (-1, fresh), *rest]

    return edit


def _with_end(step: str, *, where: str) -> Edit:
    """Put a step behind a stream from which nothing goes on: right there, or at the very end."""

    def edit(body: list[Numbered], random: Random) -> list[Numbered] | None:
        streams = _streams(body)
        if not streams:
            return None
        place, one = random.choice(streams)
        method, _, argument = step.partition(" ")
        fresh: Numbered = (-1, Statement(one.variable or "", method, (argument,)))
        return [*body, fresh] if where == "end" else [*body[: place + 1], fresh, *body[place + 1 :]]

    return edit


def _with_chain(*, where: str) -> Edit:
    """Add a stream of its own, before all others or behind them."""

    def edit(body: list[Numbered], random: Random) -> list[Numbered] | None:
        del random
        chain: list[Numbered] = [
            (
                -1,
                Statement("builder", "stream", ('"added-in"',), "<String, String>", "added", "KStream<String, String>"),
            ),
            (-2, Statement("added", "to", ('"added-out"',))),
        ]
        return [*chain, *body] if where == "first" else [*body, *chain]

    return edit


def _with_count(body: list[Numbered], random: Random) -> list[Numbered] | None:
    streams = _streams(body)
    if not streams:
        return None
    place, one = random.choice(streams)
    grouped = Statement(
        one.variable or "", "groupByKey", (), "", "grouped", one.type.replace("KStream", "KGroupedStream", 1)
    )
    at = random.randint(place + 1, len(body))
    return [*body[:at], (-1, grouped), (-2, Statement("grouped", "count")), *body[at:]]


def _in_branch(body: list[Numbered], random: Random) -> list[Numbered] | None:
    """What is behind a stream goes through a branch of a split."""
    streams = _streams(body)
    if not streams:
        return None
    place, one = random.choice(streams)
    assert one.variable is not None
    split = f'{one.variable}.split(Named.as("wrap-")).branch((key, value) -> true, Branched.as("in"))'
    parts = Statement(split, "noDefaultBranch", (), "", "parts", f"Map<String, {one.type}>")
    inner = Statement("parts", "get", ('"wrap-in"',), "", "inserted", one.type)
    rest = [(number, renamed(item, one.variable, "inserted")) for number, item in body[place + 1 :]]
    return [*body[: place + 1], (-1, parts), (-2, inner), *rest]


def _through_topic(body: list[Numbered], random: Random) -> list[Numbered] | None:
    """A chain is cut in two by a topic."""
    streams = _streams(body)
    if not streams:
        return None
    place, one = random.choice(streams)
    assert one.variable is not None
    there = Statement(one.variable, "to", ('"between"',))
    back = Statement("builder", "stream", ('"between"',), one.type.removeprefix("KStream"), "inserted", one.type)
    rest = [(number, renamed(item, one.variable, "inserted")) for number, item in body[place + 1 :]]
    return [*body[: place + 1], (-1, there), (-2, back), *rest]


def _without_one(body: list[Numbered], random: Random) -> list[Numbered] | None:
    place = random.randrange(len(body))
    gone = {_variable(body[place][1])} - {None}
    kept = list(body[:place])
    for number, one in body[place + 1 :]:
        if gone & _used(one):
            gone.add(_variable(one))
        else:
            kept.append((number, one))
    return kept if len(kept) > 1 else None


def _without_step(body: list[Numbered], random: Random) -> list[Numbered] | None:
    """Take a step out of a chain; what used it uses what was before it."""
    steps = [
        (place, one)
        for place, one in _streams(body)
        if one.method in _STEPS and any(before.variable == one.receiver for _, before in _streams(body[:place]))
    ]
    if not steps:
        return None
    place, one = random.choice(steps)
    assert one.variable is not None
    rest = [(number, renamed(item, one.variable, one.receiver)) for number, item in body[place + 1 :]]
    return [*body[:place], *rest]


def _duplicated(body: list[Numbered], random: Random) -> list[Numbered] | None:
    statements = [(place, one) for place, (_, one) in enumerate(body) if isinstance(one, Statement) and one.method]
    if not statements:
        return None
    place, one = random.choice(statements)
    copy = replace(one, variable=None if one.variable is None else "copied")
    at = random.randint(place + 1, len(body))
    return [*body[:at], (-1, copy), *body[at:]]


def _moved(*, far: bool) -> Edit:
    def edit(body: list[Numbered], random: Random) -> list[Numbered] | None:
        place = random.randrange(len(body))
        number, one = body[place]
        variable, used = _variable(one), _used(one)
        first = 1 + max((at for at, (_, item) in enumerate(body[:place]) if _variable(item) in used), default=-1)
        uses = (
            at for at, (_, item) in enumerate(body) if at > place and variable is not None and variable in _used(item)
        )
        last = next(uses, len(body)) - 1
        places = [at for at in range(first, last + 1) if at != place]
        if not places:
            return None
        target = max(places, key=lambda at: abs(at - place)) if far else min(places, key=lambda at: abs(at - place))
        rest = [*body[:place], *body[place + 1 :]]
        return [*rest[:target], (number, one), *rest[target:]]

    return edit


def _changed(change: Callable[[Statement], Statement | None]) -> Edit:
    """Change one statement, which stays the same one."""

    def edit(body: list[Numbered], random: Random) -> list[Numbered] | None:
        found = [
            (place, changed)
            for place, (_, one) in enumerate(body)
            if isinstance(one, Statement) and (changed := change(one)) is not None
        ]
        if not found:
            return None
        place, changed = random.choice(found)
        return [*body[:place], (body[place][0], changed), *body[place + 1 :]]

    return edit


_STEPS: Final = frozenset({"filter", "filterNot", "peek", "mapValues", "selectKey", "map", "flatMap", "flatMapValues"})
_AGGREGATES: Final = {"count": 0, "reduce": 1}
_TOPIC: Final = re.compile(r'"[\w.-]+"')


def _named(one: Statement) -> Statement | None:
    if one.method not in _STEPS or len(one.arguments) != 1:
        return None
    return replace(one, arguments=(*one.arguments, 'Named.as("fresh-name")'))


def _store_named(one: Statement) -> Statement | None:
    if _AGGREGATES.get(one.method) != len(one.arguments):
        return None
    return replace(one, arguments=(*one.arguments, 'Materialized.as("fresh-store")'))


def _store_unnamed(one: Statement) -> Statement | None:
    if one.method not in _AGGREGATES or not one.arguments or not one.arguments[-1].startswith("Materialized."):
        return None
    return replace(one, arguments=one.arguments[:-1])


def _other_topic(one: Statement) -> Statement | None:
    if one.method not in ("to", "stream", "table") or not one.arguments or not _TOPIC.fullmatch(one.arguments[0]):
        return None
    return replace(one, arguments=(f'{one.arguments[0][:-1]}-next"', *one.arguments[1:]))


def _sides_swapped(one: Statement) -> Statement | None:
    is_join = one.method in ("join", "outerJoin") and any("Windows" in argument for argument in one.arguments)
    if not is_join or not one.arguments[0].isidentifier() or one.arguments[0] == one.receiver:
        return None
    return replace(one, receiver=one.arguments[0], arguments=(one.receiver, *one.arguments[1:]))


EDITS: Final[dict[str, Edit]] = {
    "filter inserted": _with_step("filter (key, value) -> true"),
    "peek inserted": _with_step("peek (key, value) -> { }"),
    "named filter inserted": _with_step('filter (key, value) -> true, Named.as("fresh-filter")'),
    "repartition inserted": _with_step('repartition Repartitioned.as("inserted")'),
    "repartition without a name": _with_step("repartition"),
    "step that ends there": _with_end("peek (key, value) -> { }", where="there"),
    "step at the very end": _with_end("peek (key, value) -> { }", where="end"),
    "sink at the very end": _with_end('to "added-out"', where="end"),
    "stream added first": _with_chain(where="first"),
    "stream added last": _with_chain(where="last"),
    "count added": _with_count,
    "put into a branch": _in_branch,
    "cut by a topic": _through_topic,
    "statement removed": _without_one,
    "step removed": _without_step,
    "statement duplicated": _duplicated,
    "statement moved": _moved(far=False),
    "statement moved far": _moved(far=True),
    "operator named": _changed(_named),
    "store named": _changed(_store_named),
    "store not named": _changed(_store_unnamed),
    "topic changed": _changed(_other_topic),
    "join sides swapped": _changed(_sides_swapped),
}
