"""The tables that a history may come in, their columns, and the spellings of these that are understood."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

NEEDED: Final = ("timestamp", "group", "topic", "partition", "log_end_offset", "committed_offset")
OPTIONAL: Final = ("client_id", "host")
KNOWN: Final = (*NEEDED, *OPTIONAL)

_OF_PARTITIONS: Final = {
    "time_stamp": "timestamp",
    "@timestamp": "timestamp",
    "time": "timestamp",
    "ts": "timestamp",
    "topic_name": "topic",
    "partition_id": "partition",
}
_OF_LAG: Final = {
    **_OF_PARTITIONS,
    "consumer_group": "group",
    "consumergroup": "group",
    "group_id": "group",
    "current_offset": "committed_offset",
    "end_offset": "log_end_offset",
    "latest_offset": "log_end_offset",
    "high_watermark": "log_end_offset",
    "client": "client_id",
    "consumer_host": "host",
    "member_host": "host",
}
_OF_TOPICS: Final = {
    **_OF_PARTITIONS,
    "isr": "in_sync",
    "in_sync_replicas": "in_sync",
    "min_isr": "min_in_sync",
    "min_insync_replicas": "min_in_sync",
    "size": "size_bytes",
    "bytes": "size_bytes",
    "broker_id": "broker",
    "partitions": "partition_count",
}
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BETWEEN: Final = re.compile(r"[\s.-]+")


@dataclass(frozen=True, slots=True)
class Table:
    """The columns that a table needs, those that may be missing, and of which of these it needs one at least."""

    needed: tuple[str, ...]
    optional: tuple[str, ...]
    one_of: tuple[str, ...] = ()
    spellings: Mapping[str, str] = field(default_factory=dict)

    @property
    def known(self) -> tuple[str, ...]:
        """All of them, in the order in which rows are written."""
        return (*self.needed, *self.optional)

    @property
    def header(self) -> str:
        """The header to write, of what is needed."""
        return ",".join(self.needed)

    def match(self, header: Sequence[str]) -> tuple[str | None, ...]:
        """Give for each column of a header which of ours it is, or None; a second one of the same name is none."""
        found: list[str | None] = []
        for cell in header:
            plain = _HUMP.sub("_", cell.strip().strip("\"'").strip())
            name = _BETWEEN.sub("_", plain.lower())
            name = self.spellings.get(name, name)
            found.append(name if name in self.known and name not in found else None)
        return tuple(found)


LAG: Final = Table(NEEDED, OPTIONAL, (), _OF_LAG)
"""What a group has read of each partition."""

TOPICS: Final = Table(
    ("timestamp", "topic", "partition"),
    (
        "partition_count",
        "topic_id",
        "leader",
        "replicas",
        "in_sync",
        "min_in_sync",
        "broker",
        "size_bytes",
        "is_future",
    ),
    ("leader", "replicas", "in_sync", "size_bytes"),
    _OF_TOPICS,
)
"""What brokers say of each partition: who leads it and has copies of it, and how large it is on a broker."""


def table_of(header: Sequence[str]) -> Table:
    """Say which table a header is of: one with offsets is of lag, whatever else it has."""
    topics, lag = TOPICS.match(header), LAG.match(header)
    has_offsets = "log_end_offset" in lag or "committed_offset" in lag
    is_of_topics = "topic" in topics and any(name in topics for name in TOPICS.one_of)
    return TOPICS if is_of_topics and not has_offsets else LAG


def match_columns(header: Sequence[str]) -> tuple[str | None, ...]:
    """Give for each column of a header which of a lag history it is, or None."""
    return LAG.match(header)
