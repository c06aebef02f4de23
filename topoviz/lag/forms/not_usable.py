"""What is known and cannot be a history: which tool wrote it, and what to take in its place."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.model import Head, Upload
from topoviz.lag.limits import Limits

_CAPTURE: Final = (
    "Capture `kafka-consumer-groups.sh --describe --group GROUP`, with a line from `date -Is` before each table."
)


class _Known(NamedTuple):
    mark: re.Pattern[str]
    what: str
    next_step: str


_ALL: Final = (
    _Known(
        re.compile(r'\bkafka\.(streams|consumer|producer|server):type=|"mbean"\s*:|^#\s*mbean\b', re.MULTILINE),
        "a dump of JMX: what threads, tasks and clients measure of themselves, without the offsets of a group",
        _CAPTURE,
    ),
    _Known(
        re.compile(r"\A\s*[\w.-]+:\d+:\d*\s*$", re.MULTILINE),
        "what `kafka-get-offsets.sh` prints: the ends of partitions, without the offsets of a group",
        _CAPTURE,
    ),
    _Known(
        re.compile(r'"panels"\s*:\s*\['),
        "a dashboard of Grafana, without its data",
        "Open the panel's Inspect → Data, choose the series joined by time, and give the CSV.",
    ),
    _Known(
        re.compile(r"\A\s*<(!DOCTYPE|html|\?xml)", re.IGNORECASE),
        "a page in HTML, perhaps one that asks to sign in",
        _CAPTURE,
    ),
)  # fmt: skip


def look(head: Head, limits: Limits) -> Upload | None:
    """Refuse what is known and cannot be used; give None for all else."""
    for known in _ALL:
        if known.mark.search(head.text):
            raise BadHistory("not-usable", f"The file is {known.what}.", known.next_step)
    return None
