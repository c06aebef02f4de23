"""What a text says of a state store beside its name: times, cache, serdes, format. describe() shows none of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

LEAST_SEGMENT: Final = 60_000
"""No segment of a windowed store spans less, in milliseconds, unless the old way with a number of segments is used."""

DEFAULT_SERDE: Final = "the default serde"
"""A serde that nobody gave: what default.key.serde and default.value.serde name."""

OWN_SERDE: Final = "a serde of Kafka Streams' own"
"""The serde of stores that Kafka Streams makes for itself, around those of the streams and tables beside them."""

UNBOUNDED: Final = 2**63 - 1
"""The limit of what has none, as Kafka writes it."""


LogConfig = tuple[tuple[str, str], ...] | None
"""What a program asks for the changelog topic of a store, by name; None is not known."""


class StoreFormat(StrEnum):
    """How rows of a store lie on disk; what lies in memory has no format that lasts."""

    PLAIN = "plain"
    TIMESTAMPED = "timestamped"
    HEADERS = "timestamped with headers"
    TIME_ORDERED = "time-ordered"


@dataclass(frozen=True, slots=True)
class Suppression:
    """How long and how much suppress() holds back; a `time_limit` of None is unknown, or there is none."""

    awaits_windows: bool
    time_limit: int | None = None
    max_records: int | None = None
    max_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """The settings of a store; None is not known, and never guessed. Times are in milliseconds.

    `windows` is the kind of windows that it holds, `join` where it keeps the records of one side of a join; there a
    window begins `before` a record. The size of sessions is their gap, that of sliding windows the time difference. A
    serde is a class, or with a question mark an expression of which nobody knows what it gives. Nobody chose where a
    store lies that `lies_by_default`.
    """

    windows: str | None = None
    window_size: int | None = None
    advance: int | None = None
    before: int | None = None
    grace: int | None = None
    retention: int | None = None
    segment_interval: int | None = None
    is_cached: bool | None = None
    log_config: LogConfig = None
    key_serde: str | None = None
    value_serde: str | None = None
    format: StoreFormat | None = None
    lies_by_default: bool = False
    suppression: Suppression | None = None


NOTHING_KNOWN: Final = StoreSettings()
"""What is known of a store of which the text says no more than a name."""


def default_segment_interval(retention: int | None) -> int | None:
    """Give how long a segment of a windowed store is (Stores#persistentWindowStore and its kin)."""
    return None if retention is None else max(retention // 2, LEAST_SEGMENT)


def default_history_segment(retention: int | None) -> int | None:
    """Give how long a segment of a versioned store is (RocksDbVersionedKeyValueBytesStoreSupplier)."""
    if retention is None:
        return None
    for longest, parts, least in ((60_000, 3, 2_000), (300_000, 5, 20_000), (3_600_000, 12, 60_000)):
        if retention <= longest:
            return max(retention // parts, least)
    return max(retention // 24, 300_000)
