"""Records as they lie in a partition, and as a task has them next."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import count, repeat
from typing import NamedTuple


class Record(NamedTuple):
    """A record of a partition: its offset, its timestamp in ms, and whether its key and value can be read.

    At the head of a queue its timestamp is what the extractor made of it. One without is passed over: it moves offsets
    and times, and no processor sees it (KAFKA-6502: CorruptedRecord).
    """

    offset: int
    timestamp: int
    is_readable: bool = True


_make_record = partial(tuple.__new__, Record)
"""Makes one of its fields, in half the time that a call of the class takes."""


def records_of(first: int, times: Iterable[int]) -> list[Record]:
    """Make readable records with offsets from `first` on, one for each time."""
    return list(map(_make_record, zip(count(first), times, repeat(True))))
