"""Made-up records for a program, with commits and the clock between them; the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from tests.oracle.runtime.nodes.programs import PROGRAMS, programs_of

MOST_CALLS: Final = 50


def make_run(version: str, seed: int) -> list[str]:
    """Make the calls of one run."""
    return list(_calls(random.Random(seed), version))  # noqa: S311 - the same for the same seed


def _calls(chance: random.Random, version: str) -> Iterator[str]:
    name = chance.choice(programs_of(version))
    yield f"program {name} {chance.choice((0, 10_485_760, 10_485_760))}"
    topics = PROGRAMS[name].topics
    step = chance.choice((5, 20, 60, 2_000))
    nulls, without_key = chance.choice((0, 0.2)), chance.choice((0, 0.1))
    now = chance.choice((0, 0, 1_000, 100_000))
    for _ in range(chance.randint(5, MOST_CALLS)):
        draw = chance.random()
        if draw < 0.12:
            yield "commit"
        elif draw < 0.2:
            yield f"wall {chance.choice((1, 400, 1_000, 2_500))}"
        else:
            now += chance.choice((0, 1, step // 2, step))
            time = max(0, now - chance.choice((0, 0, 0, step, 3 * step)))
            key = "-" if chance.random() < without_key else chance.choice("abc")
            value = "-" if chance.random() < nulls else chance.choice("xyz")
            yield f"put {chance.choice(topics)} {key} {time} {value}"
    yield "commit"
