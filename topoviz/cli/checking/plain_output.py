"""What a program's own names must not do in the log of a build: give orders to the machine that reads it.

GitHub obeys lines that begin with `::`, also after a carriage return, and `##[…]`; Azure `##vso[…]`, TeamCity
`##teamcity[…]`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO, cast

_ORDER: Final = re.compile(r"((?:\A|(?<=[\n\r]))[^\S\n]*:)(?=:)|(#)(?=#[\w.]*\[)")


def harmless(text: str) -> str:
    """Put a space into whatever would be an order."""
    return _ORDER.sub(lambda found: f"{found[0]} ", text)


class _Harmless:
    """A stream that writes no orders."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(harmless(text))

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


@contextmanager
def plain_output() -> Iterator[None]:
    """Write to standard output and error without orders."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", _Harmless(one)) for one in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
