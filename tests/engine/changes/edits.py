"""Makes small edits of random programs, and knows which call of the new program is which of the old one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Final

from tests.oracle.fuzz.generator import make_program
from tests.oracle.fuzz.production import all_productions
from tests.oracle.fuzz.program import Item, Program, Statement, Style, words
from tests.oracle.fuzz.write import renamed, to_java

Numbered = tuple[int, Statement]
"""A statement with the number that stays with it through edits; an inserted one has a number of its own."""


@dataclass(frozen=True, slots=True)
class Edited:
    """A program before and after an edit; each text with the number of the statement in each of its lines."""

    kind: str
    old: str
    new: str
    old_numbers: dict[int, int]
    new_numbers: dict[int, int]


def edited_programs(seed: int, version: str) -> Iterator[Edited]:
    """Give edits without end, the same for the same seed."""
    for number in count():
        random = Random(f"{seed} {number}")  # noqa: S311 - the same edits for the same seed
        program = make_program(seed, number, version, all_productions())
        if program.helpers or not all(isinstance(item, Statement) for item in program.body):
            continue
        program = replace(program, style=Style())
        body = [(place, item) for place, item in enumerate(program.body) if isinstance(item, Statement)]
        kind = random.choice(list(EDITS))
        new = EDITS[kind](body, random)
        if new is not None and len(body) > 2:
            yield Edited(kind, *_written(program, body, new))


def _written(
    program: Program, old: Sequence[Numbered], new: Sequence[Numbered]
) -> tuple[str, str, dict[int, int], dict[int, int]]:
    texts = [to_java(replace(program, body=tuple(one for _, one in side))) for side in (old, new)]
    numbers = []
    for text, side in zip(texts, (old, new), strict=True):
        first = next(
            line for line, found in enumerate(text.splitlines(), 1) if "public static Topology topology" in found
        )
        start = first + len(program.start.splitlines()) + 1
        numbers.append({start + place: number for place, (number, _) in enumerate(side)})
    return texts[0], texts[1], numbers[0], numbers[1]


def _streams(body: Sequence[Numbered]) -> list[int]:
    return [
        place for place, (_, one) in enumerate(body) if one.variable is not None and one.type.startswith("KStream<")
    ]


def _with_step(step: str) -> Callable[[list[Numbered], Random], list[Numbered] | None]:
    """Put a step behind a stream; what used the stream now uses what the step gives."""

    def edit(body: list[Numbered], random: Random) -> list[Numbered] | None:
        places = _streams(body)
        if not places:
            return None
        place = random.choice(places)
        _, one = body[place]
        assert one.variable is not None
        method, _, argument = step.partition(" ")
        fresh = Statement(one.variable, method, (argument,), "", "inserted", one.type)
        rest = [(number, _statement(renamed(item, one.variable, "inserted"))) for number, item in body[place + 1 :]]
        return [*body[: place + 1], (-1, fresh), *rest]

    return edit


def _with_branch(body: list[Numbered], random: Random) -> list[Numbered] | None:
    places = _streams(body)
    if not places:
        return None
    place = random.choice(places)
    _, one = body[place]
    assert one.variable is not None
    grouped = Statement(one.variable, "groupByKey", (), "", "grouped", one.type.replace("KStream", "KGroupedStream", 1))
    counted = Statement("grouped", "count")
    at = random.randint(place + 1, len(body))
    return [*body[:at], (-1, grouped), (-2, counted), *body[at:]]


def _without_one(body: list[Numbered], random: Random) -> list[Numbered] | None:
    place = random.randrange(len(body))
    gone = {body[place][1].variable} - {None}
    kept = list(body[:place])
    for number, one in body[place + 1 :]:
        if gone & set(words(one.expression)):
            gone.add(one.variable)
        else:
            kept.append((number, one))
    return kept if len(kept) > 1 else None


def _swapped(body: list[Numbered], random: Random) -> list[Numbered] | None:
    places = [
        place
        for place in range(len(body) - 1)
        if body[place][1].variable is None or body[place][1].variable not in words(body[place + 1][1].expression)
    ]
    if not places:
        return None
    place = random.choice(places)
    return [*body[:place], body[place + 1], body[place], *body[place + 2 :]]


def _statement(item: Item) -> Statement:
    assert isinstance(item, Statement)
    return item


EDITS: Final[dict[str, Callable[[list[Numbered], Random], list[Numbered] | None]]] = {
    "filter inserted": _with_step("filter (key, value) -> true"),
    "peek inserted": _with_step("peek (key, value) -> { }"),
    "repartition inserted": _with_step('repartition Repartitioned.as("inserted")'),
    "count added": _with_branch,
    "statement removed": _without_one,
    "statements swapped": _swapped,
}
