"""The columns of a lag history, and the spellings of them that are understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

NEEDED: Final = ("timestamp", "group", "topic", "partition", "log_end_offset", "committed_offset")
KNOWN: Final = (*NEEDED, "client_id")

_OTHER_SPELLINGS: Final = {
    "time_stamp": "timestamp",
    "time": "timestamp",
    "consumer_group": "group",
    "current_offset": "committed_offset",
    "end_offset": "log_end_offset",
}


def match_columns(header: Sequence[str]) -> tuple[str | None, ...]:
    """Give for each column of a header which of ours it is, or None; a second one of the same name is none."""
    found: list[str | None] = []
    for cell in header:
        name = re.sub(r"[\s-]+", "_", cell.strip().strip("\"'").strip().lower())
        name = _OTHER_SPELLINGS.get(name, name)
        found.append(name if name in KNOWN and name not in found else None)
    return tuple(found)
