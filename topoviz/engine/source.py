"""The pasted text: files, bundles of files, and spans that point into them."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Final

_SAYS_NOTHING: Final = re.compile(r"pasted\d*|describe\d*\.txt")


def says_nothing(name: str) -> bool:
    """Tell whether a file's name is one that the page gives to whatever is pasted."""
    return _SAYS_NOTHING.fullmatch(name) is not None


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Where something stands: a file's index in its bundle and a range of UTF-8 bytes."""

    file_id: int
    start: int
    end: int

    def covers(self, other: Span) -> bool:
        """Tell whether the other span lies wholly inside this one."""
        return self.file_id == other.file_id and self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Position:
    """A line and column for people, both from 1; the column counts characters."""

    line: int
    column: int


@dataclass(frozen=True)
class SourceFile:
    """One named file of a submission."""

    name: str
    text: str

    @cached_property
    def data(self) -> bytes:
        """The text as UTF-8; lone surrogates, which have no UTF-8 form, become question marks."""
        return self.text.encode("utf-8", errors="replace")

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        starts.extend(index + 1 for index, byte in enumerate(self.data) if byte == 0x0A)
        return starts

    def position(self, offset: int) -> Position:
        """Give the line and column of a byte offset."""
        line = bisect_right(self._line_starts, offset)
        start = self._line_starts[line - 1]
        return Position(line, len(self.data[start:offset].decode("utf-8", errors="replace")) + 1)


@dataclass(frozen=True)
class Bundle:
    """The ordered files of one submission; a single pasted text is a bundle of one."""

    files: tuple[SourceFile, ...]

    def text_at(self, span: Span) -> str:
        """Give the text that a span covers."""
        return self.files[span.file_id].data[span.start : span.end].decode("utf-8", errors="replace")

    def position_of(self, span: Span) -> tuple[str, Position]:
        """Give the file name, line and column where a span starts."""
        file = self.files[span.file_id]
        return file.name, file.position(span.start)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something was made: the call itself, and the calls that led there, outermost first.

    A helper method called twice gives two origins with one span and different callers.
    """

    span: Span
    callers: tuple[Span, ...] = ()
