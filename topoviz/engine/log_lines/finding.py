"""Which lines of Kafka a pasted line may be: templates whose words stand in it, in order, up to its end.

A hole takes any text, so the earliest place of each next literal is as good as any other: no backtracking, and the time
is linear in the line for each template. What has the most words of its own comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from topoviz.engine.log_lines.loggers import may_be_logged_by
from topoviz.engine.log_lines.pasted import PastedLine, level_of, said_before
from topoviz.engine.log_lines.table import LEVELS, Line, all_lines
from topoviz.engine.log_lines.template import Hole
from topoviz.engine.versions import KafkaVersion

_MOST_FOUND: Final = 8
_MOST_MESSAGE_LINES: Final = 12
_MOST_LINES_IN_HOLES: Final = 8
_LONGEST_WORD: Final = 200
_FEW_WORDS: Final = 12
"""Letters of a line below which a hole takes one word only: `Suspended {state}`."""
_ENDS_BEFORE: Final = "]:-|>)\"'"
"""How what stands before a message ends, unless it ends with a level or a logger."""
_PREFIX_OF: Final = {
    "KafkaStreams": "stream-client [",
    "StreamThread": "stream-thread [",
    "GlobalStreamThread": "global-stream-thread [",
    "StreamTask": " task [",
    "StandbyTask": " standby-task [",
}
"""What tells lines of the same words apart."""
_TOLD_BEHIND: Final = "; it means all tasks belonging to this thread should be migrated."
"""TaskMigratedException puts it behind every message."""


@dataclass(frozen=True, slots=True)
class Found:
    """A line of the table that a pasted line may be, and what stands in its holes, by name and in order."""

    line: Line
    holes: tuple[tuple[str, str], ...]
    said: tuple[tuple[str, str], ...]
    """What the prefix says: thread, task, client, group."""
    before: str
    lines: int
    """Pasted lines that the message has."""


@dataclass(frozen=True, slots=True)
class _Sought:
    line: Line
    literals: tuple[str, ...]
    begins_with_text: bool
    ends_with_text: bool
    longest: str
    weight: int
    newlines: int


def find_lines(pasted: Sequence[PastedLine], at: int, version: KafkaVersion | None = None) -> tuple[Found, ...]:
    """Find what the pasted line `at` may be, the most likely first; with a version, what that has, if anything is."""
    text = pasted[at].text
    found = [one for sought in _sought() if sought.longest in text and (one := _match(sought, pasted, at)) is not None]
    if version is not None:
        found = [one for one in found if version in one.line.releases] or found
    if not found:
        return ()
    level = max((level_of(one.before) for one in found), key=lambda one: one is not None)
    best = max(map(_weight, found))
    likely = [one for one in found if _weight(one) == best]
    if level is not None:
        likely = [one for one in likely if one.line.level in (level, *_other_levels(one.line))] or likely
    named = [one for one in likely if may_be_logged_by(one.line, f"{one.before} {pasted[at].logger}")] or likely
    told_apart = [one for one in named if _PREFIX_OF.get(_name(one), "") in f" {one.before}"] or named
    return tuple(told_apart[:_MOST_FOUND])


def _name(found: Found) -> str:
    return found.line.of.rpartition(".")[2]


def _other_levels(line: Line) -> tuple[str, ...]:
    """An exception has no level of its own: it is printed at that of the line which it follows."""
    return () if line.level in LEVELS else (line.level, *LEVELS)


def _weight(found: Found) -> int:
    return sum(len(one) for one in found.line.pieces if isinstance(one, str))


def _match(sought: _Sought, pasted: Sequence[PastedLine], at: int) -> Found | None:
    # What stands in a hole of a message of several lines may be several lines too.
    most = _MOST_LINES_IN_HOLES if sought.newlines and sought.ends_with_text else 0
    return next(
        filter(None, (_match_lines(sought, pasted, at, 1 + sought.newlines + more) for more in range(most + 1))), None
    )


def _match_lines(sought: _Sought, pasted: Sequence[PastedLine], at: int, lines: int) -> Found | None:
    text = pasted[at].text if lines == 1 else "\n".join(one.text for one in pasted[at : at + lines])
    if sought.line.level not in LEVELS:
        text = text.removesuffix(_TOLD_BEHIND)
    values: list[str] = []
    place, first = 0, 0
    for number, literal in enumerate(sought.literals):
        found = text.find(literal, place) if number or not sought.begins_with_text else _begin(text, literal)
        if found < 0:
            return None
        if number == 0:
            first = found
        else:
            values.append(text[place:found])
        place = found + len(literal)
    rest = text[place:]
    before = text[:first]
    if sought.ends_with_text and rest.strip():
        # The last words may have stood earlier too; then they are those at the end.
        last = sought.literals[-1]
        end = text.rstrip()
        if len(sought.literals) == 1 or not end.endswith(last) or len(end) - len(last) < place - len(last):
            return None
        values[-1] += text[place - len(last) : len(end) - len(last)]
    elif not sought.ends_with_text:
        values.append(rest)
    if not sought.begins_with_text:
        # The first value ends before the first words; where it begins, nobody knows but the layout.
        before, _, value = before.rpartition(" ")
        values.insert(0, value)
    if sought.weight < _FEW_WORDS and any(" " in one.strip() for one in values):
        return None
    names = [one.name for one in sought.line.pieces if isinstance(one, Hole)]
    holes = tuple(zip(names, (one.strip() for one in values), strict=False))
    return Found(sought.line, holes, tuple(said_before(before).items()), before, lines)


def _begin(text: str, literal: str) -> int:
    """Find a place where a message may begin; words in the middle of a sentence are none."""
    place = text.find(literal)
    while place > 0 and not _may_end_before(text, place):
        place = text.find(literal, place + 1)
    return place


def _may_end_before(text: str, place: int) -> bool:
    if text[place - 1] != " ":
        return text[place - 1] in _ENDS_BEFORE
    word = text[max(text.rfind(" ", 0, place - 1) + 1, place - _LONGEST_WORD) : place - 1]
    return word[-1:] in _ENDS_BEFORE or word.upper() in LEVELS or "." in word[:-1]


@cache
def _sought() -> tuple[_Sought, ...]:
    return tuple(filter(None, map(_as_sought, all_lines())))


def _as_sought(line: Line) -> _Sought | None:
    pieces = [one if isinstance(one, Hole) else _single_blanks(one) for one in line.pieces]
    # A prefix that the source writes itself is what stands before any message.
    if isinstance(pieces[0], Hole) and pieces[0].name in ("logPrefix", "logPrefix()"):
        pieces = pieces[1:]
    literals = [one for one in pieces if isinstance(one, str) and one.strip()]
    if not literals:
        return None
    newlines = sum(one.count("\n") for one in literals)
    if newlines >= _MOST_MESSAGE_LINES:
        return None
    literals = _stripped(literals)
    return _Sought(
        line,
        tuple(literals),
        isinstance(pieces[0], str),
        isinstance(pieces[-1], str) and bool(pieces[-1].strip()),
        _first_line(literals),
        sum(map(len, literals)),
        newlines,
    )


def _first_line(literals: Iterable[str]) -> str:
    """Give the longest words that stand in the first line of the message."""
    found = []
    for one in literals:
        head, newline, _ = one.partition("\n")
        found.append(head)
        if newline:
            break
    return max(found, key=len)


def _stripped(literals: Sequence[str]) -> list[str]:
    first, last = literals[0].lstrip(), literals[-1].rstrip()
    if len(literals) == 1:
        return [first.rstrip()]
    return [first, *literals[1:-1], last]


def _single_blanks(text: str) -> str:
    """Do with blanks what is done with those of a pasted line; ends of lines stay."""
    first, *rest = text.split("\n")
    lines = [_begun(first), *(" ".join(line.split()) for line in rest)]
    last = (rest or [first])[-1]
    if last[-1:].isspace() and lines[-1].strip():
        lines[-1] += " "
    return "\n".join(lines)


def _begun(line: str) -> str:
    words = " ".join(line.split())
    return f" {words}" if line[:1].isspace() and words else words or line[:1]
