"""Records as they lie in a partition, and as a task sees them."""

from __future__ import annotations

from typing import NamedTuple


class Record(NamedTuple):
    """A record of a partition: its offset, its timestamp in ms, and whether its key and value can be read."""

    offset: int
    timestamp: int
    is_readable: bool = True


class Stamped(NamedTuple):
    """A record at the head of a queue, with the time that the extractor gave it, in ms.

    One that `is_skipped` moves offsets and times, and no processor sees it (KAFKA-6502: CorruptedRecord).
    """

    record: Record
    timestamp: int
    is_skipped: bool = False
