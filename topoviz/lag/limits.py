"""How much one lag report may take, and what stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

T = TypeVar("T")
BETWEEN_LOOKS: Final = 50_000
"""Rows that are read between two looks whether the report is still wanted."""

SMALL_BYTES: Final = 16 * 1024 * 1024
"""A report of so much is made before a Java that compiles everything twice has got warm."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one report may take; whatever goes beyond is refused with a sentence that names the limit."""

    max_bytes: int = 640 * 1024 * 1024
    max_rows: int = 10_000_000
    """As many rows of CSV as 600 MB hold; Spark needs some 200 s of a processor for them."""
    max_columns: int = 64
    max_line_bytes: int = 64 * 1024
    max_header_bytes: int = 4 * 1024 * 1024
    max_look_bytes: int = 32 * 1024 * 1024
    max_partitions: int = 20_000
    seconds: float = 600.0
    max_kept_rejects: int = 10_000


class Cancelled(Exception):
    """Nobody wants the report any more."""


class TookTooLong(Exception):
    """The report took longer than its limit; the message is a sentence for the user."""


def is_small(size: int) -> bool:
    """Tell whether a history of so many bytes is a small one, for which Spark is started in another way."""
    return size <= SMALL_BYTES


def while_wanted(items: Iterable[T], is_wanted: Callable[[], bool], every: int = BETWEEN_LOOKS) -> Iterator[T]:
    """Give items one by one; raises Cancelled before one of `every` so many when nobody wants the report any more."""
    for place, item in enumerate(items, 1):
        if place % every == 0 and not is_wanted():
            raise Cancelled
        yield item
