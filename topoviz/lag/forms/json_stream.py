"""Reading JSON piece by piece, so that an answer of any length takes no more memory than its largest piece."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TextIO

from topoviz.lag.limits import Cancelled

_CHUNK: Final = 256 * 1024
_BLANK: Final = " \t\r\n\ufeff"
_PAIR: Final = re.compile(r'\s*\[\s*(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*,\s*"([^"\\\\]*)"\s*\]\s*([,\]])')
_DECODER: Final = json.JSONDecoder()


class BadJson(Exception):
    """The text is no JSON, or a piece of it is too large; the message says which, as the end of a sentence."""


class JsonStream:
    """One JSON value after another, each entered or taken as a whole.

    Whoever goes through `items` or `members` has to take, enter or skip each value before the next.
    """

    def __init__(self, file: TextIO, most: int, is_wanted: Callable[[], bool] = lambda: True) -> None:
        """Read from `file`; a value that is taken as a whole may have `most` letters."""
        self._file = file
        self._most = most
        self._is_wanted = is_wanted
        self._text = ""
        self._at = 0
        self._is_all = False

    def peek(self) -> str:
        """Give the next letter that is not blank; empty at the end."""
        while True:
            while self._at < len(self._text):
                if self._text[self._at] not in _BLANK:
                    return self._text[self._at]
                self._at += 1
            if not self._more():
                return ""

    def line(self) -> str:
        """Take the rest of a line that is no JSON; raises BadJson where it is too long to be one."""
        while (end := self._text.find("\n", self._at)) < 0 and self._more():
            if len(self._text) > self._most:
                raise BadJson("it is no JSON, or is cut off")
        end = len(self._text) if end < 0 else end
        text, self._at = self._text[self._at : end], end
        return text.strip()

    def items(self) -> Iterator[None]:
        """Go through the values of an array."""
        self._take("[")
        if self.peek() == "]":
            self._at += 1
            return
        while True:
            yield
            if self.peek() == "]":
                self._at += 1
                return
            self._take(",")

    def pairs(self) -> Iterator[Any]:
        """Go through the values of an array, which are pairs of a number and a text nearly always."""
        self._take("[")
        if self.peek() == "]":
            self._at += 1
            return
        while True:
            # A pair that goes on in the next piece, and anything else, is read the long way.
            if (found := _PAIR.match(self._text, self._at)) is not None:
                self._at = found.end()
                yield [float(found[1]), found[2]]
                if found[3] == "]":
                    return
                continue
            yield self.value()
            if self.peek() == "]":
                self._at += 1
                return
            self._take(",")

    def members(self) -> Iterator[str]:
        """Go through the names of an object; the value of each comes next."""
        self._take("{")
        if self.peek() == "}":
            self._at += 1
            return
        while True:
            name = self.value()
            self._take(":")
            yield str(name)
            if self.peek() == "}":
                self._at += 1
                return
            self._take(",")

    def value(self) -> Any:
        """Take the next value as a whole."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except (ValueError, RecursionError) as error:
                if isinstance(error, RecursionError) or len(self._text) - self._at > self._most or not self._more():
                    raise BadJson("it is no JSON, or is cut off") from error
                continue
            # A number goes on where the piece ends that was read.
            if end == len(self._text) and self._more():
                continue
            if end - self._at > self._most:
                raise BadJson(f"a value in it has more than {self._most:,} letters")
            self._at = end
            return value

    def skip(self) -> None:
        """Pass over the next value, however deep it is."""
        depth = 0
        while True:
            mark = self.peek()
            if mark in ("{", "["):
                depth += 1
                self._at += 1
            elif mark in ("}", "]") and depth:
                depth -= 1
                self._at += 1
            elif mark in (",", ":") and depth:
                self._at += 1
            else:
                self.value()
            if not depth:
                return

    def _take(self, mark: str) -> None:
        if self.peek() != mark:
            raise BadJson("it is no JSON, or is cut off")
        self._at += 1

    def _more(self) -> bool:
        if self._is_all:
            return False
        if not self._is_wanted():
            raise Cancelled
        chunk = self._file.read(_CHUNK)
        self._is_all = not chunk
        self._text = self._text[self._at :] + chunk
        self._at = 0
        return bool(chunk)
