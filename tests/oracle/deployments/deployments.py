"""The deployments of `tests/fixtures/deployments`: what is running, the edit, and how the new version is brought in.

One is a block of lines, and a blank line ends it:

    # Title, a sentence.
    : version 3.9.2 -> 4.3.1          where it is not 3.9.2 on both sides
    : guarantee exactly_once_v2       where it is not at_least_once; `A -> B` too
    : protocol classic -> streams     where it is not classic on both sides
    : optimize none -> all            where it is not `none` on both sides
    : topics orders counts customers/compact
    : sends orders a=1 b=2@60000      what is sent before; key, value, and a time where one matters
    : then orders a=3                 what is sent once the new version runs
    : left app-x-repartition a=1      put there after the old version stopped, as if it had just written it
      a line of both programs         behind two blanks
    - a line of the old one
    + a line of the new one
    = old name -> new name            a store that goes on under another name
    = name gone                       a store of the old version that is given up, or whose name another has now
    ~ rolling                         also rolling, where stopping all at once is not good already
    ~ copied                          also with the changelogs of renamed stores copied while all are stopped

Each is carried out in several ways: once without the edit, for comparison; with all stopped before the new version
starts, then without local state, then back to the old version; and, where that loses nothing, rolling with an old and
with a new member as the leader of the group. Topics have two partitions. In names, `#7` stands for `0000000007`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.oracle.edit_texts import GOES_ON, GONE, SIDES, Half, both_texts, is_of_diff, long_name, numbered_blocks
from tests.oracle.programs import FIXTURES

DEPLOYMENTS: Final = FIXTURES / "deployments"

_SETTING: Final = re.compile(r": (version|guarantee|protocol|optimize) (\S+)(?: -> (\S+))?")
_DEFAULTS: Final = {"version": "3.9.2", "guarantee": "at_least_once", "protocol": "classic", "optimize": "none"}
_SENT: Final = re.compile(r": (sends|then|left) (\S+) (.+)")
_TOPICS: Final = re.compile(r": topics (.+)")
_ALSO: Final = re.compile(r"~ (rolling|copied)")

Sent = tuple[tuple[str, tuple[str, ...]], ...]
"""Topics, and the records for each."""


@dataclass(frozen=True, slots=True)
class Version(Half):
    """One of the two versions of an application, and the settings that it runs with."""

    guarantee: str
    protocol: str


@dataclass(frozen=True, slots=True)
class Deployed:
    """A deployment: both versions, what is sent, and what its author knows of the edit."""

    group: str
    number: int
    title: str
    old: Version
    new: Version
    topics: tuple[str, ...]
    sends: Sent
    then: Sent
    left: Sent
    goes_on: Mapping[str, str]
    gone: frozenset[str]
    also: frozenset[str]

    @property
    def key(self) -> str:
        """Give a short name for it."""
        return f"{self.group}/{self.number}"


def find_deployments(only: str = "") -> tuple[Deployed, ...]:
    """All deployments whose key or title contains a text. Raises ValueError at a line that the format does not know."""
    found = (one for path in sorted(DEPLOYMENTS.glob("*.txt")) for one in _read(path))
    return tuple(one for one in found if only in f"{one.key} {one.title}")


def _read(path: Path) -> Iterator[Deployed]:
    for number, lines in numbered_blocks(path):
        yield _deployed(path.stem, number, lines)


def _deployed(group: str, number: int, lines: Sequence[str]) -> Deployed:
    settings = {name: (value, value) for name, value in _DEFAULTS.items()}
    texts = both_texts(lines)
    sent: dict[str, list[tuple[str, tuple[str, ...]]]] = {"sends": [], "then": [], "left": []}
    topics: tuple[str, ...] = ()
    goes_on: dict[str, str] = {}
    gone: set[str] = set()
    also: set[str] = set()
    title = ""
    for line in lines:
        if line.startswith("# "):
            title = line.removeprefix("# ")
        elif is_of_diff(line):
            continue
        elif setting := _SETTING.fullmatch(line):
            settings[setting[1]] = (setting[2], setting[3] or setting[2])
        elif records := _SENT.fullmatch(line):
            sent[records[1]].append((long_name(records[2]), tuple(records[3].split())))
        elif named := _TOPICS.fullmatch(line):
            topics = tuple(named[1].split())
        elif pair := GOES_ON.fullmatch(line):
            goes_on[long_name(pair[1])] = long_name(pair[2])
        elif name := GONE.fullmatch(line):
            gone.add(long_name(name[1]))
        elif way := _ALSO.fullmatch(line):
            also.add(way[1])
        else:
            raise ValueError(f"{group}, deployment {number}: not a line of a deployment: {line}")
    old, new = (
        Version(
            f"{group}/{number}/{side}",
            texts[side],
            *(settings[name][place] for name in ("version", "optimize", "guarantee", "protocol")),
        )
        for place, side in enumerate(SIDES)
    )
    sends, then, left = (tuple(sent[name]) for name in ("sends", "then", "left"))
    return Deployed(
        group, number, title, old, new, topics, sends, then, left, goes_on, frozenset(gone), frozenset(also)
    )
