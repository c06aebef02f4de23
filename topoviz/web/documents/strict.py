"""`?strict=1`: what brings no topology is a problem, for programs that look at the status alone."""

from __future__ import annotations

from typing import Any

from topoviz.engine.outcome import Outcome
from topoviz.web.documents.problems import Problem

Json = dict[str, Any]

MOST_DIAGNOSTICS = 10
SEVERITIES = {Outcome.UNREADABLE: "unreadable", Outcome.REFUSED: "refused"}
"""Which diagnostics say why, by what came of it."""


def refuse_without_topology(document: Json) -> None:
    """Raise Problem for an analysis that ended in nothing one can go on with; `document` is the API's own.

    What is merely unsure passes, and what has not ended. The problem has `analysis`, its address, `outcome`, and the
    first of the diagnostics that say why.
    """
    result, outcome = document["result"], document["outcome"]
    if document["reason"] is not None and result is None:
        reason = document["reason"]
        raise Problem(422, reason["code"], reason["sentence"], reason["next_step"], more=_more(document, []))
    if result is None or outcome not in (Outcome.UNREADABLE, Outcome.EMPTY, Outcome.REFUSED):
        return
    telling = [one for one in result["diagnostics"] if one["severity"] == SEVERITIES.get(outcome, one["severity"])]
    said = telling[:MOST_DIAGNOSTICS]
    detail = " ".join(f"{_place(one)}{one['reason']}" for one in said[:3])
    more = _more(document, said)
    if outcome == Outcome.UNREADABLE:
        raise Problem(422, "unreadable", detail, more=more)
    if outcome == Outcome.REFUSED:
        raise Problem(422, "refused", detail or _refusals(result), more=more)
    raise Problem(422, "no-topology", detail or "There is no topology in what was submitted.", more=more)


def _more(document: Json, diagnostics: list[Json]) -> Json:
    return {"analysis": document["url"], "outcome": document["outcome"], "diagnostics": diagnostics}


def _place(diagnostic: Json) -> str:
    at = diagnostic["at"]
    return f"{at['file']}:{at['line']}: " if at else ""


def _refusals(result: Json) -> str:
    refused = [one["refusal"] for one in result["topologies"] if one["refusal"]]
    return " ".join(one["message"] for one in refused[:3]) or "Kafka Streams refuses the program."
