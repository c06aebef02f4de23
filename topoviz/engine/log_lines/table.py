"""The table of lines: who prints what, from which release to which.

`python -m tests.oracle log-lines record` writes it, from the sources of all releases.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Self

from topoviz.engine.log_lines.template import Piece, pieces_to_text, text_to_pieces
from topoviz.engine.versions import KafkaVersion, all_releases, parse_version

TABLE: Final = Path(__file__).with_name("lines.txt")

LEVELS: Final = ("TRACE", "DEBUG", "INFO", "WARN", "ERROR")
"""Levels of loggers; a line of another one is an exception, by its simple name."""

_NOT_READ: Final = (2, 0)
"""The line of releases that is older than what is simulated."""

_ORDER: Final = {release: number for number, release in enumerate(all_releases())}
_NEWEST: Final = len(_ORDER) - 1


def simulated_releases() -> tuple[str, ...]:
    """Give the releases whose lines are known, the oldest first."""
    return tuple(one for one in all_releases() if (parse_version(one).major, parse_version(one).minor) != _NOT_READ)


@dataclass(frozen=True, slots=True)
class Releases:
    """Releases as spans of the list of all, which is in order of their numbers; `2.1.0-2.5.1 3.0.0-`."""

    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, having: Iterable[str], known: Sequence[str]) -> Self:
        """Make spans of the releases that have something; one that is not known does not end a span."""
        places = {release: number for number, release in enumerate(known)}
        spans: list[list[int]] = []
        for number in sorted(places[release] for release in having):
            if spans and spans[-1][1] == number - 1:
                spans[-1][1] = number
            else:
                spans.append([number, number])
        newest = len(known) - 1
        return cls(
            tuple((_ORDER[known[first]], _NEWEST if last == newest else _ORDER[known[last]]) for first, last in spans)
        )

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `str` gives."""
        spans = []
        for span in text.split():
            first, _, last = span.partition("-")
            spans.append((_ORDER[first], _ORDER[last] if last else _NEWEST if span.endswith("-") else _ORDER[first]))
        return cls(tuple(spans))

    def __str__(self) -> str:
        names = list(_ORDER)
        return " ".join(
            names[first] if first == last != _NEWEST else f"{names[first]}-{'' if last == _NEWEST else names[last]}"
            for first, last in self.spans
        )

    def __contains__(self, version: KafkaVersion) -> bool:
        place = _ORDER.get(str(version), -1)
        return any(first <= place <= last for first, last in self.spans)

    @property
    def first(self) -> str:
        """The earliest of them."""
        return list(_ORDER)[self.spans[0][0]]

    @property
    def last(self) -> int:
        """The place of the latest of them among all releases."""
        return self.spans[-1][1]


@dataclass(frozen=True, slots=True)
class Line:
    """A line that a method of a class logs at a level, or the message of an exception that it makes, with holes."""

    of: str
    """The class, with its package: how loggers are named."""
    method: str
    level: str
    pieces: tuple[Piece, ...]
    releases: Releases

    @property
    def text(self) -> str:
        """The template, on one line: `Start processing one record [{record}]`."""
        return pieces_to_text(self.pieces)


_HEADING: Final = "# Below each class: method, level or exception, releases, and the text with its holes."


def table_text(lines: Iterable[Line]) -> str:
    """Write lines as the table has them; those of one class stand together."""
    rows, of = [_HEADING], ""
    for line in lines:
        if line.of != of:
            of = line.of
            rows += ["", f"= {of}"]
        rows.append(f"{line.method} {line.level} {line.releases} | {line.text}")
    return "\n".join(rows) + "\n"


@cache
def all_lines() -> tuple[Line, ...]:
    """Read the table."""
    found: list[Line] = []
    of = ""
    for row in TABLE.read_text(encoding="utf-8").splitlines():
        if row.startswith("= "):
            of = row[2:]
        elif row and not row.startswith("#"):
            place, _, text = row.partition(" | ")
            method, level, releases = place.split(" ", 2)
            found.append(Line(of, method, level, text_to_pieces(text), Releases.read(releases)))
    return tuple(found)
