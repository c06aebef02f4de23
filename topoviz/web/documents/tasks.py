"""Who gets which task, what a scenario does, and what happens to records, as a page without scripts says it."""

from __future__ import annotations

import json
from typing import Any

from topoviz.engine.scenarios.durations import clock_text
from topoviz.rendering.scenario_text import consequences, totals_in_words
from topoviz.rendering.simulation_text import simulation_to_text
from topoviz.web.calculations.models import Calculation

Json = dict[str, Any]

NOT_KNOWN = "not known"


def calculation_context(calculation: Calculation | None) -> Json:
    """Give what the template of a page shows of an answer about tasks, under the name of its kind."""
    if calculation is None or calculation.old_analysis is not None:
        return {}
    result: Json = json.loads(calculation.result or "{}")
    if calculation.kind == "scenario":
        return {"scenario": _scenario(calculation.name, result)}
    if calculation.kind == "simulation":
        return {"simulation": _simulation(calculation, result)}
    return {"tasks": _tasks(calculation.name, result)}


def _simulation(calculation: Calculation, result: Json) -> Json:
    return {
        "name": calculation.name,
        "text": simulation_to_text(result) if result.get("summary") else "",
        "trace": result.get("trace"),
        "has_records": bool(json.loads(calculation.question)["records"]),
    }


def _scenario(name: str, result: Json) -> Json:
    return {
        "name": name,
        "counts": sorted(result["tasks"]["partitions"].items()),
        "refusal": result["refusal"],
        "assignor": result["assignor"],
        "steps": [
            {**step, "clock": clock_text(step["at_ms"]), "follows": list(consequences(step, step["clients"]))}
            for step in result["steps"]
        ],
        "totals": [] if result["totals"] is None else list(totals_in_words(result["totals"])),
        "assumptions": result["assumptions"],
        "warnings": result["warnings"],
        "doubts": result["doubts"],
    }


def _tasks(name: str, result: Json) -> Json:
    tasks, rebalance = result["tasks"], result.get("rebalance")
    return {
        "name": name,
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
