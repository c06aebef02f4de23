"""Holds the engine's nodes against the real driver by made-up records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.oracle.runtime.nodes.asking_engine import answers_of_engine
from tests.oracle.runtime.nodes.generator import make_run
from tests.oracle.runtime.nodes.library import DriverLibrary


@dataclass(frozen=True, slots=True)
class NodeDifference:
    """The first call of a run that is answered otherwise."""

    seed: int
    program: str
    call: int
    real: str
    engine: str


def node_differences(version: str, seeds: Sequence[int]) -> Iterator[NodeDifference]:
    """Make runs with both, and give where they part."""
    runs = [make_run(version, seed) for seed in seeds]
    with DriverLibrary(version) as library:
        said = library.ask(runs)
    for seed, run, real in zip(seeds, runs, said, strict=True):
        engine = answers_of_engine(version, run)
        for at, (one, other) in enumerate(zip(real, engine, strict=True)):
            if one != other:
                yield NodeDifference(seed, run[0], at, one, other)
                break
