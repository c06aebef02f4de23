"""Who gets which task as a page without scripts says it: sentences, clients with their threads, and every task."""

from __future__ import annotations

import json
from typing import Any

from topoviz.web.calculations.models import Calculation

Json = dict[str, Any]

NOT_KNOWN = "not known"


def tasks_context(calculation: Calculation) -> Json:
    """Give what the template shows of a calculation that has a result."""
    result: Json = json.loads(calculation.result or "{}")
    tasks, rebalance = result["tasks"], result.get("rebalance")
    return {
        "name": calculation.name,
        "counts": sorted(tasks["partitions"].items()),
        "refusal": tasks["refusal"],
        "diagnostics": tasks["diagnostics"],
        "assignor": result.get("assignor"),
        "settings": sorted((result.get("settings") or {}).items()),
        "clients": [] if rebalance is None else rebalance["clients"],
        "rebalance": rebalance,
        "notes": result.get("notes", ()),
        "rows": [row for group in tasks["sub_topologies"] for row in _rows(group, rebalance)],
    }


def _rows(group: Json, rebalance: Json | None) -> list[Json]:
    """Give a row for each place of each task: one that nobody has stands there too."""
    placements: dict[str, list[Json]] = {}
    for one in () if rebalance is None else rebalance["placements"]:
        placements.setdefault(one["task"], []).append(one)
    return [
        {"task": task, "placement": placement}
        for task in group["tasks"] or ()
        for placement in placements.get(task["id"], [None])
    ]
