"""What the API and the page of a project say about its days."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from topoviz.lag.days.words import absent, tables, what
from topoviz.web.lag_reports.models import LagDays

Json = dict[str, Any]

_MARKS: Final = {"nothing-worse": "ready", "days-missing": "missing", "more-comes-in": "missing"}
_BAR, _GAP, _HEIGHT = 8, 2, 80


def days_document(days: LagDays | None) -> Json:
    """Give the report over the days of a project."""
    if days is None:
        return {"changed": None, "problem": None, "result": None}
    return {
        "changed": days.changed.isoformat(),
        "problem": days.problem or None,
        "result": None if days.result is None else json.loads(days.result),
    }


def days_context(days: LagDays | None) -> Json:
    """Give what the page shows: what was found, bars of lag by day, and tables."""
    result = days_document(days)["result"]
    shown: Json = {"days": days}
    if result is None:
        return shown
    return shown | {
        "what": what(result),
        "findings": [one | {"mark": _MARKS.get(one["about"], "trouble")} for one in result["findings"]],
        "charts": list(_charts(result)),
        "tables": list(tables(result)),
        "absent": list(absent(result)),
        "unsure": result["unsure"],
    }


def _charts(result: Json) -> Iterator[Json]:
    largest = "sub-topology" if any(one["of"] == "sub-topology" for one in result["lines"]) else "topic"
    for line in result["lines"]:
        if line["of"] == largest:
            most = max((lag for lag in line["lag"] if lag is not None), default=0)
            yield {
                "name": f"{largest.capitalize()} {line['name']}",
                "most": most,
                "width": len(line["lag"]) * (_BAR + _GAP),
                "height": _HEIGHT,
                "bars": list(_bars(line["lag"], [day["day"] for day in result["days"]], most)),
            }


def _bars(lags: Sequence[float | None], days: Sequence[str], most: float) -> Iterator[Json]:
    for place, (lag, day) in enumerate(zip(lags, days, strict=True)):
        if lag is not None:
            height = max(round(lag / most * _HEIGHT) if most else 0, 1)
            yield {
                "x": place * (_BAR + _GAP),
                "y": _HEIGHT - height,
                "width": _BAR,
                "height": height,
                "day": day,
                "lag": lag,
            }
