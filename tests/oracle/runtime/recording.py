"""What the real task answered, kept in files: a line for each call with its answer, lives parted by empty lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from tests.oracle.runtime.generator import make_life
from tests.oracle.runtime.library import TaskLibrary

FOLDER: Final = Path(__file__).parents[2] / "fixtures" / "runtime"
RECORDED: Final = ("2.5.1", "2.8.2", "3.6.2", "3.9.2", "4.3.1")
LIVES: Final = 36
"""Of each version, every one with a seed of its own."""

Life = list[tuple[str, str]]


def record() -> int:
    """Ask the classes of every recorded version anew; gives how many lives there are."""
    FOLDER.mkdir(exist_ok=True)
    for number, version in enumerate(RECORDED):
        lives = [make_life(seed) for seed in range(number * LIVES, (number + 1) * LIVES)]
        with TaskLibrary(version) as library:
            answers = library.ask(lives)
        text = "\n\n".join(_text(life, said) for life, said in zip(lives, answers, strict=True))
        (FOLDER / f"{version}.txt").write_text(f"{text}\n", encoding="utf-8")
    return len(RECORDED) * LIVES


def recorded(version: str) -> list[Life]:
    """Read the calls and answers of a version."""
    text = (FOLDER / f"{version}.txt").read_text(encoding="utf-8")
    return [[_parted(line) for line in life.splitlines()] for life in text.strip().split("\n\n")]


def _text(calls: Sequence[str], answers: Iterable[str]) -> str:
    return "\n".join(f"{call} => {answer}" for call, answer in zip(calls, answers, strict=False))


def _parted(line: str) -> tuple[str, str]:
    call, _, answer = line.partition(" => ")
    return call, answer
