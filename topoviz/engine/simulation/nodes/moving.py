"""A record on its way through nodes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

SOME: Final = "\N{HORIZONTAL ELLIPSIS}"
"""A value of which is only known that there is one. It is compared by identity: records may have the same text."""


class WindowedKey(NamedTuple):
    """A key in a window, in ms; the end of a session is the time of its last record."""

    key: str
    start: int
    end: int


Key = str | WindowedKey


class Moving(NamedTuple):
    """A record between two nodes; a value of None is none, and one that nobody knows is `SOME`.

    `old` is the value that a table had before, where the record is an update of one. `born` is the time, in
    microseconds, at which the record of an input topic arrived that it comes of.
    """

    key: Key | None
    timestamp: int
    value: str | None
    old: str | None = None
    born: int = 0


make_moving: Final[Callable[[tuple[Key | None, int, str | None, str | None, int]], Moving]] = partial(
    tuple.__new__, Moving
)
"""Makes one of all its fields, in half the time that a call of the class takes."""


def keyed_by_value(record: Moving) -> Key | None:
    """Give the value as a key; where nobody knows it, the key stays as it is."""
    return record.key if record.value is SOME else record.value


def shown(key: Key | None) -> str | None:
    """Write a key as events have it."""
    return f"{key.key}@{key.start}/{key.end}" if isinstance(key, WindowedKey) else key
