"""The columns of a lag history, and the spellings of them that are understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

NEEDED: Final = ("timestamp", "group", "topic", "partition", "log_end_offset", "committed_offset")
OPTIONAL: Final = ("client_id", "host")
KNOWN: Final = (*NEEDED, *OPTIONAL)

_OTHER_SPELLINGS: Final = {
    "time_stamp": "timestamp",
    "@timestamp": "timestamp",
    "time": "timestamp",
    "ts": "timestamp",
    "consumer_group": "group",
    "consumergroup": "group",
    "group_id": "group",
    "topic_name": "topic",
    "partition_id": "partition",
    "current_offset": "committed_offset",
    "end_offset": "log_end_offset",
    "latest_offset": "log_end_offset",
    "high_watermark": "log_end_offset",
    "client": "client_id",
    "consumer_host": "host",
    "member_host": "host",
}
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BETWEEN: Final = re.compile(r"[\s-]+")


def match_columns(header: Sequence[str]) -> tuple[str | None, ...]:
    """Give for each column of a header which of ours it is, or None; a second one of the same name is none."""
    found: list[str | None] = []
    for cell in header:
        plain = _HUMP.sub("_", cell.strip().strip("\"'").strip())
        name = _BETWEEN.sub("_", plain.lower())
        name = _OTHER_SPELLINGS.get(name, name)
        found.append(name if name in KNOWN and name not in found else None)
    return tuple(found)
