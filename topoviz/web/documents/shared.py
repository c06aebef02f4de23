"""What a share link gives to a page: the analysis and nothing of whose it is."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from topoviz.web.calculations.models import Calculation
from topoviz.web.documents.analyses import as_posted
from topoviz.web.documents.files import own_name
from topoviz.web.documents.project_pages import verdict_words
from topoviz.web.sharing.selectors import Shown


def shared_document(shown: Shown) -> dict[str, Any]:
    """Give everything that a link shows; no id in it leads to the analysis itself or to its team."""
    result = json.loads(shown.analysis.result or "{}")
    return {
        "title": title_of(shown),
        "revision": revision_of(shown),
        **as_posted(shown.analysis),
        "result": result,
        **{kind: shared_calculation(shown.calculation, kind) for kind in ("assignment", "scenario", "simulation")},
        "comparison": _comparison(shown.calculation),
        "created": shown.link.created.isoformat(),
        "expires": None if shown.link.expires is None else shown.link.expires.isoformat(),
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


def etag_of(shown: Shown) -> str:
    """Give what changes with what a link shows."""
    asked = ""
    if shown.calculation is not None:
        before = "" if shown.calculation.old_analysis is None else shown.calculation.old_analysis.submission
        asked = f"{shown.calculation.question} {shown.calculation.result} {before}"
    said = f"{shown.link.created} {shown.link.expires} {shown.analysis.submission} {shown.analysis.result} {asked}"
    said += json.dumps(revision_of(shown))
    return f'"{hashlib.sha256(said.encode()).hexdigest()[:32]}"'


def title_of(shown: Shown) -> str:
    """Name what a link shows: a program, or a revision of a project."""
    revision = shown.revision
    if revision is None:
        return name_of_program(json.loads(shown.analysis.result or "{}"))
    if shown.link.project_id is not None:
        return f"{revision.project.name}, latest on {revision.project.main_branch}"
    return f"{revision.project.name}, revision {revision.number}"


def revision_of(shown: Shown) -> dict[str, Any] | None:
    """Say which revision of which project is shown, and how it stands; None for a program alone."""
    revision = shown.revision
    if revision is None:
        return None
    return {
        "project": revision.project.name,
        "number": revision.number,
        "is_latest": shown.link.project_id is not None,
        "branch": revision.branch,
        "commit": revision.commit,
        "message": revision.message.partition("\n")[0],
        "at": (revision.committed_at or revision.created).isoformat(),
        "compared_with": None if revision.previous is None else revision.previous.number,
        "verdict": revision.verdict or None,
        "verdict_words": verdict_words(revision),
        "said": revision.said,
    }


def name_of_program(result: dict[str, Any]) -> str:
    """Name a program after its topology when there is one, else after its file."""
    topologies: list[dict[str, Any]] = result["topologies"]
    files = [str(file["name"]) for file in result["files"]]
    name = own_name(topologies[0], files) if len(topologies) == 1 else None
    return files[0] if name is None else name
