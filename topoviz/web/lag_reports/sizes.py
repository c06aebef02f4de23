"""Sizes of stores out of a lag report, for questions about what is restored."""

from __future__ import annotations

import json
from typing import Any, Final

from topoviz.web.lag_reports.models import LagReport

Json = dict[str, Any]

_OF_STORES: Final = ("store", "topic", "partitions", "size_bytes")
_OF_PARTITIONS: Final = ("topic", "partition", "size_bytes")


def sizes_in(report: LagReport) -> str | None:
    """Give the sizes of stores and of their changelogs' partitions as text; None where the report has none.

    It is a small part of the report, in the same form, and stays with the question when the report is deleted.
    """
    history = None if report.result is None else json.loads(report.result).get("topic_history")
    if history is None or not history["stores"]:
        return None
    topics = {one["topic"] for one in history["stores"]}
    part = {
        "end": history["end"],
        "stores": [_some(one, _OF_STORES) for one in history["stores"]],
        "partitions": [_some(one, _OF_PARTITIONS) for one in history["partitions"] if one["topic"] in topics],
    }
    return json.dumps({"schema": "topoviz/lag-report@1", "topic_history": part}, separators=(",", ":"))


def _some(row: Json, names: tuple[str, ...]) -> Json:
    return {name: row[name] for name in names}
