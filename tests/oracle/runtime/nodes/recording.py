"""What the real driver gave, kept in files: a line for each call with its answer, runs parted by empty lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

from tests.oracle.runtime.nodes.generator import make_run
from tests.oracle.runtime.nodes.library import NODE_VERSIONS, DriverLibrary
from tests.oracle.runtime.nodes.programs import programs_of

FOLDER: Final = Path(__file__).parents[3] / "fixtures" / "runtime" / "nodes"
_IN_ALL: Final = ("streams", "sessions", "on_close", "closing", "regrouped")
"""How the programs begin that are recorded of each version; of the others each is recorded of one."""

Run = list[tuple[str, str]]


def record_nodes() -> int:
    """Ask the driver of every version anew; gives how many runs there are."""
    FOLDER.mkdir(exist_ok=True, parents=True)
    total = 0
    for version in NODE_VERSIONS:
        runs = list(_runs(version))
        with DriverLibrary(version) as library:
            answers = library.ask(runs)
        texts = (
            "\n".join(f"{call} => {answer}" for call, answer in zip(run, said, strict=True))
            for run, said in zip(runs, answers, strict=True)
        )
        (FOLDER / f"{version}.txt").write_text("\n\n".join(texts) + "\n", encoding="utf-8")
        total += len(runs)
    return total


def recorded_nodes(version: str) -> list[Run]:
    """Read the calls and answers of a version."""
    text = (FOLDER / f"{version}.txt").read_text(encoding="utf-8")
    return [[_parted(line) for line in run.splitlines()] for run in text.strip().split("\n\n")]


def _runs(version: str) -> Iterator[list[str]]:
    number = NODE_VERSIONS.index(version)
    wanted = {
        name
        for at, name in enumerate(programs_of(version))
        if name.startswith(_IN_ALL) or at % len(NODE_VERSIONS) == number
    }
    for seed in count():
        if not wanted:
            return
        run = make_run(version, seed)
        name = run[0].split(" ")[1]
        if name in wanted and len(run) > 20:
            wanted.remove(name)
            yield run


def _parted(line: str) -> tuple[str, str]:
    call, _, answer = line.partition(" => ")
    return call, answer
