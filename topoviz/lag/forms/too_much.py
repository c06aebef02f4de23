"""What is said of files that are larger than a report may take."""

from __future__ import annotations

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.limits import Limits


def too_large(what: str, limit: str) -> BadHistory:
    """Say that a file has too much of something."""
    return BadHistory(
        "too-large",
        f"The file has {what}; the limit is {limit}.",
        "Give a shorter time or take samples less often, or ask whoever runs topoviz for a higher limit.",
    )


def long_line(limits: Limits) -> BadHistory:
    """Say that a line is far longer than a row can be."""
    return BadHistory(
        "line-too-long",
        f"The file has a line of more than {limits.max_line_bytes:,} bytes.",
        "A row of a lag history is far shorter; look at how the file was written.",
    )
