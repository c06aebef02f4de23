"""What a share link gives to a page: the analysis and nothing of whose it is."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from topoviz.web.calculations.models import Calculation
from topoviz.web.documents.analyses import as_posted
from topoviz.web.documents.files import own_name
from topoviz.web.sharing.models import ShareLink


def shared_document(link: ShareLink) -> dict[str, Any]:
    """Give everything that a link shows; no id in it leads to the analysis itself or to its team."""
    result = json.loads(link.analysis.result or "{}")
    return {
        "title": name_of_program(result),
        **as_posted(link.analysis),
        "result": result,
        **{kind: shared_calculation(link.calculation, kind) for kind in ("assignment", "scenario")},
        "comparison": _comparison(link.calculation),
        "created": link.created.isoformat(),
        "expires": None if link.expires is None else link.expires.isoformat(),
    }


def shared_calculation(calculation: Calculation | None, kind: str) -> dict[str, Any] | None:
    """Give what was asked and found out about a topology, without an id; None where it is of another kind."""
    if calculation is None or calculation.kind != kind:
        return None
    return {
        "name": calculation.name,
        "topology": calculation.topology,
        "question": json.loads(calculation.question),
        "result": json.loads(calculation.result or "{}"),
    }


def _comparison(calculation: Calculation | None) -> dict[str, Any] | None:
    """Give what changed since the version before, with the text of that; None where a link shows no comparison."""
    found = shared_calculation(calculation, "comparison")
    if found is None or calculation is None or calculation.old_analysis is None:
        return None
    return {**found, "old": as_posted(calculation.old_analysis)}


def etag_of(link: ShareLink) -> str:
    """Give what changes with what a link shows."""
    asked = ""
    if link.calculation is not None:
        before = "" if link.calculation.old_analysis is None else link.calculation.old_analysis.submission
        asked = f"{link.calculation.question} {link.calculation.result} {before}"
    said = f"{link.created} {link.expires} {link.analysis.submission} {link.analysis.result} {asked}"
    return f'"{hashlib.sha256(said.encode()).hexdigest()[:32]}"'


def name_of_program(result: dict[str, Any]) -> str:
    """Name a program after its topology when there is one, else after its file."""
    topologies: list[dict[str, Any]] = result["topologies"]
    files = [str(file["name"]) for file in result["files"]]
    name = own_name(topologies[0], files) if len(topologies) == 1 else None
    return files[0] if name is None else name
