"""The fixtures of edits: blocks of text with both programs as a diff, and what their author knows of the names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.oracle.programs import Program

SIDES: Final = ("old", "new")
GOES_ON: Final = re.compile(r"= (\S+) -> (\S+)")
GONE: Final = re.compile(r"= (\S+) gone")

_SHORT: Final = re.compile(r"#(\d+)")


@dataclass(frozen=True, slots=True)
class Half:
    """One of the two programs of an edit: a fragment, and the settings that it runs with."""

    key: str
    text: str
    version: str
    optimize: str

    @property
    def program(self) -> Program:
        """Give it as the oracle takes programs."""
        group, name = self.key.split("/", 1)
        return Program("java", group, name.replace("/", "-"), self.text, self.key)


def numbered_blocks(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Give the lines of each edit of a file with its number."""
    blocks = re.split(r"\n{2,}", path.read_text(encoding="utf-8").strip())
    return ((number, block.splitlines()) for number, block in enumerate(blocks, start=1))


def is_of_diff(line: str) -> bool:
    """Tell whether a line belongs to the programs."""
    return line.startswith(("  ", "- ", "+ "))


def both_texts(lines: Sequence[str]) -> Mapping[str, str]:
    """Give the program of each side."""
    diff = [line for line in lines if is_of_diff(line)]
    return {
        side: "\n".join(line[2:] for line in diff if line[0] in (" ", sign))
        for side, sign in zip(SIDES, "-+", strict=True)
    }


def long_name(name: str) -> str:
    """Write a name with the ten digits that Kafka Streams gives a number."""
    return _SHORT.sub(lambda number: f"{int(number[1]):010}", name)
