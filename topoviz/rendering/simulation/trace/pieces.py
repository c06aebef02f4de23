"""A piece of a trace: some thousands of events as compressed lines, with what it takes to know whether to read it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

Json = dict[str, Any]

NAMING: Final = ("task", "partition", "node", "producer")
"""Members of events that name something; so do lists such as `tasks`, members such as `offsets` by their keys, and
members such as `active` by the lists that these lead to."""


@dataclass(frozen=True, slots=True)
class PieceHead:
    """What is in a piece: `count` events from number `first` on, between two times in microseconds.

    `kinds`, `threads` and `names` are all that its events have of these.
    """

    first: int
    count: int
    from_us: int
    to_us: int
    kinds: tuple[str, ...]
    threads: tuple[str, ...]
    names: tuple[str, ...]


def pack(lines: list[str]) -> bytes:
    """Compress lines, which have no line ends."""
    return zlib.compress("\n".join(lines).encode(), 6)


def unpack(data: bytes) -> list[str]:
    """Give the lines again."""
    return zlib.decompress(data).decode().split("\n")


def names_in(event: Mapping[str, Any]) -> Iterator[str]:
    """Give the tasks, partitions and nodes that an event names."""
    for member, value in event.items():
        if isinstance(value, Mapping):
            yield from value
            for of_key in value.values():
                if isinstance(of_key, list | tuple):
                    yield from of_key
        elif isinstance(value, list | tuple):
            yield from map(str, value)
        elif member in NAMING and value is not None:
            yield str(value)


def event_of(line: str) -> Json:
    """Read a line as the event that it was."""
    found: Json = json.loads(line)
    return found
