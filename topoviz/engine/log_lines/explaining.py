"""What a pasted log says: for each line what printed it, in which versions, what it means, and what is not known.

A log is of one application, and so of one version: the lines together say which ones it may be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.log_lines.exceptions import Mapped, mappings_of
from topoviz.engine.log_lines.finding import Found, find_lines
from topoviz.engine.log_lines.meanings.model import Meaning
from topoviz.engine.log_lines.meanings.registry import meaning_of
from topoviz.engine.log_lines.pasted import MOST_LINES, PastedLine, pasted_lines
from topoviz.engine.log_lines.table import Releases, simulated_releases
from topoviz.engine.versions import KafkaVersion, parse_version

_EXCEPTION: Final = re.compile(r"\b(?:[a-z]\w{0,40}\.){0,12}([A-Z]\w{0,60}(?:Exception|Error))\b", re.ASCII)
_MOST_NAMED: Final = 6


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A pasted line that is known: what may have printed it, or which exceptions it names, or both.

    `found` has more than one where several places print the same text.
    """

    pasted: PastedLine
    found: tuple[Found, ...]
    mapped: tuple[Mapped, ...]

    @property
    def meaning(self) -> Meaning | None:
        """What it means; the same for all places that print it, as far as that is said."""
        return next((one for found in self.found if (one := meaning_of(found.line)) is not None), None)


@dataclass(frozen=True, slots=True)
class ExplainedLog:
    """A log: the lines that are known, the others, and the releases that have most of those that are known."""

    known: tuple[ExplainedLine, ...]
    unknown: tuple[PastedLine, ...]
    fits: Releases | None
    """None where nothing is known, or a version was given."""
    is_cut: bool


def explain_log(text: str, version: KafkaVersion | None = None, most_lines: int = MOST_LINES) -> ExplainedLog:
    """Explain a pasted text; with a version, by what that prints, and where it has no such line by others."""
    pasted, is_cut = pasted_lines(text, most_lines)
    known: list[ExplainedLine] = []
    unknown: list[PastedLine] = []
    at = 0
    while at < len(pasted):
        found = find_lines(pasted, at, version)
        mapped = _mapped(pasted[at].text, version)
        if found or mapped:
            known.append(ExplainedLine(pasted[at], found, mapped))
        else:
            unknown.append(pasted[at])
        at += max((one.lines for one in found), default=1)
    return ExplainedLog(tuple(known), tuple(unknown), _fits(known) if version is None else None, is_cut)


def _mapped(text: str, version: KafkaVersion | None) -> tuple[Mapped, ...]:
    names = dict.fromkeys(match[1] for match in _EXCEPTION.finditer(text))
    return tuple(one for name in list(names)[:_MOST_NAMED] for one in mappings_of(name, version))


def _fits(known: Sequence[ExplainedLine]) -> Releases | None:
    """Give the releases in which most of the lines are."""
    releases = simulated_releases()
    versions = [(release, parse_version(release)) for release in releases]
    having = Counter(
        release
        for one in known
        if one.found
        for release, version in versions
        if any(version in found.line.releases for found in one.found)
    )
    most = max(having.values(), default=0)
    return Releases.of([one for one in releases if having[one] == most], releases) if most else None
