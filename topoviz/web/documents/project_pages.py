"""What the pages of projects show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import OuterRef, Q, Subquery
from django.urls import reverse

from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.selectors import calculating_job
from topoviz.web.documents.comparisons import comparison_context
from topoviz.web.documents.paging import BadCursor, page_of
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.projects.models import Project, Revision, Verdict
from topoviz.web.projects.selectors import branches_of, latest_on_main, revisions_of

Json = dict[str, Any]

ON_A_PAGE: Final = 30
SHORT_COMMIT: Final = 10

MOST_BESIDE: Final = 10

_ASKED: Final = {"assignment": "Partitions and cluster", "scenario": "What happens over time"}

MARKS: Final[Mapping[str, str]] = {
    Verdict.WILL_NOT_START: "trouble",
    Verdict.STATE_LOSS: "trouble",
    Verdict.FAILED: "trouble",
    Verdict.STOP_ALL: "missing",
    Verdict.NOTE: "missing",
    Verdict.CANNOT_TELL: "missing",
    Verdict.NOT_COMPARED: "missing",
    Verdict.COMPATIBLE: "ready",
    Verdict.SAME: "ready",
    Verdict.FIRST: "ready",
}
"""The sign that stands before a verdict."""


def timeline_context(project: Project, parameters: Mapping[str, str]) -> Json:
    """Give the timeline of a project: one page of its revisions, of all branches or one."""
    branches = branches_of(project)
    branch = parameters.get("branch", "")
    rows = revisions_of(project)
    if branch:
        rows = rows.filter(branch=branch)
    try:
        page = page_of(rows, {"number": "number"}, "-number", cursor=parameters.get("cursor", ""), size=ON_A_PAGE)
    except BadCursor:
        page = page_of(rows, {"number": "number"}, "-number", size=ON_A_PAGE)
    latest = latest_on_main(project)
    older = None if page.next_cursor is None else urlencode({"branch": branch, "cursor": page.next_cursor})
    return {
        "branches": branches,
        "branch": branch,
        "revisions": [row_of(one) for one in page.rows],
        "is_first_page": not parameters.get("cursor"),
        "older": older,
        "latest": None if latest is None else row_of(latest),
        "is_empty": project.last_number == 0,
        "beside": beside(project) if not parameters.get("cursor") and not branch else [],
    }


def beside(project: Project) -> list[Json]:
    """Give the newest lag reports of a project's programs, and what was asked about partitions and clusters."""
    mine = Revision.objects.filter(project=project)
    newest = Subquery(mine.filter(analysis=OuterRef("analysis")).order_by("-number").values("number")[:1])
    reports = LagReport.objects.filter(analysis__in=mine.values("analysis")).annotate(number=newest)
    asked = Calculation.objects.filter(~Q(name=""), analysis__in=mine.values("analysis"), kind__in=_ASKED)
    found = [
        *(
            (one.created, "Lag report", "what is behind", reverse("lag-report-page", args=(one.id,)), one.number)
            for one in reports.only("id", "created").order_by("-created")[:MOST_BESIDE]
        ),
        *(
            (one.created, _ASKED[one.kind], one.name, f"{reverse('analysis-page', args=(one.analysis_id,))}?view=tasks",
             one.number)
            for one in asked.annotate(number=newest).defer("result", "question").order_by("-created")[:MOST_BESIDE]
        ),
    ]  # fmt: skip
    return [
        {"created": created, "what": what, "name": name, "page": page, "number": number}
        for created, what, name, page, number in sorted(found, key=lambda one: one[0], reverse=True)[:MOST_BESIDE]
    ]


def row_of(revision: Revision) -> Json:
    """Give what a line of the timeline says of a revision."""
    return {
        "number": revision.number,
        "page": reverse("revision-page", args=(revision.project_id, revision.number)),
        "analysis": revision.analysis_id,
        "picture": reverse("api-topology-svg", args=(revision.analysis_id,)),
        "title": revision.message.partition("\n")[0] or f"Revision {revision.number}",
        "message": revision.message,
        "branch": revision.branch,
        "commit": revision.commit[:SHORT_COMMIT],
        "whole_commit": revision.commit,
        "author": revision.author,
        "pull_request": revision.pull_request,
        "link": revision.url,
        "at": revision.committed_at or revision.created,
        "compared_with": None if revision.previous is None else revision.previous.number,
        "verdict": verdict_words(revision),
        "mark": MARKS.get(revision.verdict, ""),
        "said": revision.said,
    }


def verdict_words(revision: Revision) -> str:
    """Say how a revision stands in a few words."""
    if not revision.verdict:
        return "Being compared" if revision.analysis.outcome else "Being read"
    if revision.verdict == Verdict.CANNOT_TELL:
        return revision.said.partition(".")[0]
    return str(Verdict(revision.verdict).label)


def revision_context(revision: Revision) -> Json:
    """Give what the page of a revision shows: how it stands, and what changes since the one before."""
    found = revision.compared.select_related("calculation__analysis", "calculation__old_analysis").order_by("id")
    calculations = [one.calculation for one in found]
    return {
        "revision": row_of(revision),
        "by": None if revision.created_by is None else revision.created_by.get_username(),
        "created": revision.created,
        "comparisons": [_comparison(one) for one in calculations],
        "topologies": _topologies(revision),
        "has_topology": revision.analysis.outcome in ("unsure", "complete"),
        "newer": _beside(revision, is_newer=True),
        "older": _beside(revision, is_newer=False),
    }


def _comparison(calculation: Calculation) -> Json:
    job = calculating_job(calculation)
    shown = comparison_context(calculation).get("comparison") if calculation.result is not None else None
    result = json.loads(calculation.result or "{}")
    return {
        "id": calculation.id,
        "shown": shown,
        "name": result["new"]["name"] if result else "",
        "reason": job.sentence,
        "picture": reverse("api-comparison-svg", args=(calculation.id,)),
        "files": {ending: reverse(f"api-change-{ending}", args=(calculation.id,)) for ending in ("md", "txt", "json")},
    }


def _topologies(revision: Revision) -> list[Json]:
    result = json.loads(revision.analysis.result or '{"topologies": []}')
    return [
        {"number": number, "name": one["name"], "is_drawn": one["topology"] is not None}
        for number, one in enumerate(result["topologies"])
    ]


def _beside(revision: Revision, *, is_newer: bool) -> int | None:
    """Give the number of the next or the last revision of the same branch."""
    mine = Revision.objects.filter(project=revision.project_id, branch=revision.branch)
    beyond = mine.filter(number__gt=revision.number) if is_newer else mine.filter(number__lt=revision.number)
    return beyond.order_by("number" if is_newer else "-number").values_list("number", flat=True).first()
