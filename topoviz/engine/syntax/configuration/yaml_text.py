"""Read YAML as flat keys, `a.b[0]`, the way Spring Boot, Quarkus and Micronaut do.

The text is read as a row of events with a stack of our own, so that its depth never becomes depth of Python's stack,
and aliases are not followed, so that a small text cannot stand for an endless one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import yaml

from topoviz.engine.source import Span
from topoviz.engine.syntax.configuration.settings import Setting, Unreadable, plain_key

DEEPEST: Final = 100
"""Levels of a file; no configuration has as many, and the keys of deep levels grow without end."""

_WORDS: Final = {
    **dict.fromkeys(("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"), "true"),
    **dict.fromkeys(("false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"), "false"),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), ""),
}
"""What plain words of YAML 1.1 become when they are asked for as text."""

_LIKE_A_NUMBER: Final = re.compile(r"[-+]?(?:[.\d][\d_.,:]*(?:[eE][-+]?\d+)?|0[xobXOB]?[\da-fA-F_]+|\.(?:inf|nan))\Z")
_PLAIN_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d*[1-9]|\.0)?\Z")
_LOADER: Final[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class _Level:
    """A mapping or sequence that is open: its path, and the key or the number of the element that comes next."""

    path: str
    is_mapping: bool
    key: str | None = None
    number: int = 0

    def next_path(self) -> str:
        """Give the path of the value that comes now, and get ready for the next one."""
        if self.is_mapping:
            key, self.key = self.key or "", None
            return f"{self.path}{'' if key.startswith('[') or not self.path else '.'}{key}"
        self.number += 1
        return f"{self.path}[{self.number - 1}]"


def read_yaml(data: bytes, file_id: int) -> Iterator[list[Setting]]:
    """Give the settings of each document; raises Unreadable."""
    text = data.decode("utf-8", errors="replace")
    places = _Places(text)
    found: list[Setting] = []
    levels: list[_Level] = []
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            if isinstance(event, yaml.DocumentEndEvent):
                yield found
                found = []
            elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                path = _take_path(levels)
                if len(levels) >= DEEPEST:
                    raise Unreadable(
                        f"It is nested more than {DEEPEST} levels deep.", _span(places, event, file_id).start
                    )
                levels.append(_Level(path, isinstance(event, yaml.MappingStartEvent)))
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                level = levels.pop()
                if isinstance(event, yaml.SequenceEndEvent) and not level.number:
                    found.append(Setting(plain_key(level.path), "", _span(places, event, file_id)))
            elif isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
                value = _scalar(event) if isinstance(event, yaml.ScalarEvent) else None
                if levels and levels[-1].is_mapping and levels[-1].key is None:
                    levels[-1].key = event.value if isinstance(event, yaml.ScalarEvent) else ""
                else:
                    found.append(Setting(plain_key(_take_path(levels)), value, _span(places, event, file_id)))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise Unreadable(_why(error), places.offset(0 if mark is None else mark.index)) from error


def _span(places: _Places, event: yaml.Event, file_id: int) -> Span:
    start, end = event.start_mark, event.end_mark
    assert start is not None
    assert end is not None
    return Span(file_id, places.offset(start.index), places.offset(end.index))


def _take_path(levels: list[_Level]) -> str:
    if not levels:
        return ""
    level = levels[-1]
    if level.is_mapping and level.key is None:
        level.key = ""  # a mapping or list as a key, which no configuration has
    return level.next_path()


def _scalar(event: yaml.ScalarEvent) -> str | None:
    """Give a scalar as the text that a framework hands on; odd ways to write numbers are not worked out."""
    value: str = event.value
    if event.style or event.tag:
        return value if event.tag in (None, "!", "tag:yaml.org,2002:str") else None
    if value in _WORDS:
        return _WORDS[value]
    is_odd = _LIKE_A_NUMBER.match(value) is not None and _PLAIN_NUMBER.match(value) is None
    return None if is_odd else value


def _why(error: yaml.YAMLError) -> str:
    problem = getattr(error, "problem", None)
    return f"This is not YAML: {problem}." if problem else "This is not YAML."


class _Places:
    """Turns offsets in characters, which only grow, into offsets in bytes."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._characters = self._bytes = 0

    def offset(self, characters: int) -> int:
        if characters < self._characters:
            self._characters = self._bytes = 0
        self._bytes += len(self._text[self._characters : characters].encode("utf-8", errors="replace"))
        self._characters = characters
        return self._bytes
