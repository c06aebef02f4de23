"""Sizes of stores as people have them: a lag report with topics as JSON, or lines as a scenario has them.

state: {bytes: {per-order: 500_000_000}}              # of each store what a task restores
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from topoviz.engine.state_sizes.model import ChangelogSize, StateSizes
from topoviz.engine.syntax.bad_text import BadText
from topoviz.engine.syntax.data_text import Data, Fields
from topoviz.engine.syntax.data_values import known_fields, read_document, wanted_value, whole_number

_MOST_BYTES: Final = 10**18
_REPORT: Final = '"topic_history"'
_NO_TOPICS: Final = (
    "is a lag report without sizes of topics. Make one from what `kafka-topics.sh --describe` and "
    "`kafka-log-dirs.sh --describe` print."
)
_NO_REPORT: Final = "is no lag report as it was made."


class BadSizes(BadText):
    """The text says no sizes of stores."""

    thing = "text with sizes of stores"


def read_state_sizes(text: str) -> StateSizes:
    """Read sizes of stores in either form; raises BadSizes."""
    if text.lstrip("\ufeff").lstrip().startswith("{") and (_REPORT in text or '"topoviz/lag-report' in text):
        return _of_report(text)
    if not text.strip():
        raise BadSizes(None, "is empty.")
    fields = known_fields(read_document(text, BadSizes), "sizes of stores", ("state", "bytes"), BadSizes)
    state = fields.get("state")
    within = fields if state is None else known_fields(state, "state", ("bytes",), BadSizes)
    return _of_stores(wanted_value(within, "bytes", BadSizes))


def _of_stores(data: Data) -> StateSizes:
    if not isinstance(data, Fields) or not data.fields:
        raise BadSizes(data.line, "has no stores with bytes, such as {per-order: 500_000_000}.")
    return StateSizes(
        {
            name.text: ChangelogSize(
                None, each=whole_number(value, f"the bytes of {name.text[:80]}", 0, _MOST_BYTES, BadSizes)
            )
            for name, value in data.fields
        }
    )


def _of_report(text: str) -> StateSizes:
    try:
        report = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadSizes(None, _NO_REPORT) from error
    history = _member(report, "result", report).get("topic_history")
    if not isinstance(history, Mapping):
        raise BadSizes(None, _NO_TOPICS)
    by_topic: dict[str, dict[int, int]] = {}
    for one in _rows(history, "partitions"):
        size, partition = _whole(one, "size_bytes"), _whole(one, "partition")
        if size is not None and partition is not None:
            by_topic.setdefault(str(one.get("topic")), {})[partition] = size
    found = {}
    for one in _rows(history, "stores"):
        total = _whole(one, "size_bytes")
        partitions = by_topic.get(str(one.get("topic")), {})
        if total is not None or partitions:
            found[str(one.get("store"))] = ChangelogSize(total, partitions)
    if not found:
        raise BadSizes(None, _NO_TOPICS)
    return StateSizes(found, _day(history.get("end")))


def _member(value: Any, name: str, usual: Any) -> Mapping[str, Any]:
    """Take a member: what the API gives has the report within, what the command prints is the report."""
    within = value.get(name) if isinstance(value, Mapping) else None
    found = usual if within is None else within
    return found if isinstance(found, Mapping) else {}


def _rows(history: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    rows = history.get(name)
    return [one for one in rows if isinstance(one, Mapping)] if isinstance(rows, list) else []


def _whole(row: Mapping[str, Any], name: str) -> int | None:
    found = row.get(name)
    if isinstance(found, int) and not isinstance(found, bool) and 0 <= found <= _MOST_BYTES:
        return found
    return None


def _day(end: Any) -> date | None:
    try:
        return date.fromisoformat(str(end)[:10])
    except ValueError:
        return None
