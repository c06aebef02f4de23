"""The pairs of `tests/fixtures/changes`: little programs before and after an edit, written as the diff of it.

A pair is a block of lines, and a blank line ends it:

    # Title, a sentence.
    : version 3.9.2 -> 4.3.1          where it is not 3.9.2 on both sides
    : optimize none -> all            where it is not `none` on both sides
      a line of both programs         behind two blanks
    - a line of the old one
    + a line of the new one
    = old name -> new name            a store that goes on, or a node that does the same, under another name
    = name refilled                   a store that keeps its name and gets what another one got
    = name gone                       a store of the old version whose name another store has now
    ! stop-all because …              what the new version asks for and no recording can show
    ? state-loss because …            what it may ask for

In names, `#7` stands for `0000000007`. What nobody but the author of an edit knows is behind `=`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.oracle.edit_texts import GOES_ON, GONE, SIDES, Half, both_texts, is_of_diff, long_name, numbered_blocks
from tests.oracle.programs import FIXTURES
from tests.oracle.recording import Record, read_recordings

CHANGES: Final = FIXTURES / "changes"
RECORDED: Final = CHANGES / "recorded"

_REFILLED: Final = re.compile(r"= (\S+) refilled")
_SETTING: Final = re.compile(r": (version|optimize) (\S+)(?: -> (\S+))?")
_ASKED: Final = re.compile(r"([!?]) ([a-z-]+) because .+")


@dataclass(frozen=True, slots=True)
class Pair:
    """An edit: both programs, and what its author knows of it."""

    group: str
    number: int
    title: str
    old: Half
    new: Half
    goes_on: dict[str, str]
    gone: frozenset[str]
    refilled: frozenset[str]
    asked: str | None
    feared: str | None

    @property
    def key(self) -> str:
        """Give a short name for it."""
        return f"{self.group}/{self.number}"


def find_pairs(only: str = "") -> tuple[Pair, ...]:
    """All pairs whose key or title contains a text. Raises ValueError at a line that the format does not know."""
    found = (pair for path in sorted(CHANGES.glob("*.txt")) for pair in _pairs(path))
    return tuple(pair for pair in found if only in f"{pair.key} {pair.title}")


def recorded_halves(group: str) -> dict[str, Record]:
    """Give what the library said of the programs of a group, by their keys."""
    path = RECORDED / f"{group}.txt"
    found: dict[str, Record] = {}
    for text in re.split(r"(?m)^(?=# )", path.read_text(encoding="utf-8"))[1:] if path.exists() else ():
        ((recording,),) = (read_recordings(f"{text.rstrip()}\n").values(),)
        ((record,),) = recording.results.values()
        found[recording.program] = record
    return found


def _pairs(path: Path) -> Iterator[Pair]:
    for number, lines in numbered_blocks(path):
        yield _pair(path.stem, number, lines)


def _pair(group: str, number: int, lines: list[str]) -> Pair:
    settings = {"version": ("3.9.2", "3.9.2"), "optimize": ("none", "none")}
    texts = both_texts(lines)
    goes_on: dict[str, str] = {}
    gone: set[str] = set()
    refilled: set[str] = set()
    title = ""
    asked: str | None = None
    feared: str | None = None
    for line in lines:
        if line.startswith("# "):
            title = line.removeprefix("# ")
        elif is_of_diff(line):
            continue
        elif setting := _SETTING.fullmatch(line):
            settings[setting[1]] = (setting[2], setting[3] or setting[2])
        elif pair := GOES_ON.fullmatch(line):
            goes_on[long_name(pair[1])] = long_name(pair[2])
        elif name := GONE.fullmatch(line):
            gone.add(long_name(name[1]))
        elif name := _REFILLED.fullmatch(line):
            refilled.add(name[1])
        elif level := _ASKED.fullmatch(line):
            asked, feared = (level[2], feared) if level[1] == "!" else (asked, level[2])
        else:
            raise ValueError(f"{group}, pair {number}: not a line of a pair: {line}")
    old, new = (
        Half(f"{group}/{number}/{side}", texts[side], settings["version"][place], settings["optimize"][place])
        for place, side in enumerate(SIDES)
    )
    return Pair(group, number, title, old, new, goes_on, frozenset(gone), frozenset(refilled), asked, feared)
