"""YAML and JSON that people write for us, as values that know their lines.

JSON is read as YAML too, so that both have lines. Nothing is built from tags, and anchors are refused: no file of ours
needs them, and a few lines of them can stand for a billion values.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST: Final = 12
_MOST_VALUES: Final = 400_000


class BadData(ValueError):
    """The text is not as it should be: `line`, counted from 1, and `why`, a sentence; the message has both."""

    def __init__(self, line: int | None, why: str) -> None:
        super().__init__(why if line is None else f"Line {line}: {why}")
        self.line = line
        self.why = why


@dataclass(frozen=True, slots=True)
class Word:
    """A text, a number or a truth value, as it is written."""

    text: str
    line: int

    @property
    def number(self) -> int | None:
        """The whole number that it is, with or without `_` between digits; None for anything else."""
        digits = self.text.replace("_", "").removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= 19
        return int(self.text.replace("_", "")) if is_number else None


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[Data, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Fields:
    """Names with values, in the order of the text; no name stands twice."""

    fields: tuple[tuple[Word, Data], ...]
    line: int

    def get(self, name: str) -> Data | None:
        """Give the value of a name, or None."""
        return next((value for key, value in self.fields if key.text == name), None)


Data = Word | Items | Fields


@dataclass(slots=True)
class _Open:
    """A list or fields that are being read."""

    line: int
    is_fields: bool
    found: list[Data] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)


def read_data(text: str) -> Data:
    """Read one document of YAML or JSON; raises BadData for what is neither, and for an empty one."""
    stripped = text.lstrip("\ufeff")
    if stripped.lstrip()[:1] in ("{", "["):
        _check_json(stripped)
        stripped = stripped.replace("\t", " ")
    try:
        found = list(_documents(stripped))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadData(None if mark is None else mark.line + 1, f"{_sentence(error.problem)}.") from error
    except yaml.YAMLError as error:
        raise BadData(None, "The text has letters that neither YAML nor JSON can have.") from error
    if len(found) != 1:
        raise BadData(None, "The text is empty." if not found else "The text has several documents; one is wanted.")
    return found[0]


def _check_json(text: str) -> None:
    """YAML takes much for JSON that is not, such as a missing comma; JSON's own reader has the last word."""
    try:
        json.loads(text)
    except RecursionError as error:
        raise BadData(None, f"Values stand inside one another more than {_DEEPEST} deep.") from error
    except ValueError as error:
        line = getattr(error, "lineno", None)
        raise BadData(line, f"{_sentence(getattr(error, 'msg', None))} (JSON).") from error


def _sentence(problem: str | None) -> str:
    words = (problem or "this cannot be read").rstrip(".")
    return words[:1].upper() + words[1:]


def _documents(text: str) -> Iterator[Data]:
    """Give the documents of a text, by its events; nothing recurses."""
    open_: list[_Open] = []
    count = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if not isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent):
            continue
        assert event.start_mark is not None
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise BadData(line, "Anchors and aliases (& and *) are not read here.")
        count += 1
        if count > _MOST_VALUES:
            raise BadData(line, f"There are more than {_MOST_VALUES:,} values.")
        if isinstance(event, yaml.CollectionStartEvent):
            if len(open_) == _DEEPEST:
                raise BadData(line, f"Values stand inside one another more than {_DEEPEST} deep.")
            open_.append(_Open(line, isinstance(event, yaml.MappingStartEvent)))
            continue
        value = Word(event.value, line) if isinstance(event, yaml.ScalarEvent) else _closed(open_.pop())
        if not open_:
            yield value
            continue
        _check_name(open_[-1], value)
        open_[-1].found.append(value)


def _check_name(around: _Open, value: Data) -> None:
    if not around.is_fields or len(around.found) % 2:
        return
    if not isinstance(value, Word):
        raise BadData(value.line, "A name is wanted here, and not a list or fields.")
    if value.text in around.seen:
        raise BadData(value.line, f"{value.text[:80]!r} stands twice.")
    around.seen.add(value.text)


def _closed(done: _Open) -> Data:
    if not done.is_fields:
        return Items(tuple(done.found), done.line)
    names = (name for name in done.found[::2] if isinstance(name, Word))
    return Fields(tuple(zip(names, done.found[1::2], strict=True)), done.line)
