"""Holds the engine's task against the real one by made-up lives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tests.oracle.runtime.asking_engine import answers_of_engine
from tests.oracle.runtime.generator import make_life
from tests.oracle.runtime.library import TaskLibrary


@dataclass(frozen=True, slots=True)
class Difference:
    """The first call of a life that is answered otherwise."""

    seed: int
    call: str
    real: str | None
    engine: str | None


def differences(version: str, seeds: Sequence[int]) -> Iterator[Difference]:
    """Live through lives with both, and give where they part."""
    lives = [make_life(seed) for seed in seeds]
    with TaskLibrary(version) as library:
        said = library.ask(lives)
    for seed, life, real in zip(seeds, lives, said, strict=True):
        engine = answers_of_engine(version, life)
        for call, one, other in zip_longest(life, real, engine):
            if one != other:
                yield Difference(seed, call, one, other)
                break
