"""What the pages of projects show."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.urls import reverse

from topoviz.web.analyses.models import Job, State
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.selectors import calculating_job
from topoviz.web.documents.comparisons import comparison_context
from topoviz.web.documents.paging import page_or_first
from topoviz.web.documents.revision_tasks import CountedTasks, counted_tasks
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.projects.deployments import deployment_of
from topoviz.web.projects.models import Project, Revision, Upgrade, Verdict
from topoviz.web.projects.selectors import COMPARABLE, branches_of, latest_on_main, revisions_of

Json = dict[str, Any]

ON_A_PAGE: Final = 30
SHORT_COMMIT: Final = 10

MOST_BESIDE: Final = 10

_ASKED: Final = {
    "assignment": ("Partitions and cluster", "tasks"),
    "scenario": ("What happens over time", "tasks"),
    "simulation": ("What happens to records", "run"),
}
"""What is said of each kind, and the view of the workbench that shows it."""

MARKS: Final[Mapping[str, str]] = {
    Verdict.WILL_NOT_START: "trouble",
    Verdict.STATE_LOSS: "trouble",
    Verdict.FAILED: "trouble",
    Verdict.STOP_ALL: "missing",
    Verdict.CANNOT_TELL: "missing",
    Verdict.NOT_COMPARED: "missing",
    Verdict.NOTE: "ready",
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
    cursor = parameters.get("cursor", "")
    page = page_or_first(rows, {"number": "number"}, "-number", cursor=cursor, size=ON_A_PAGE)
    latest, is_first = latest_on_main(project), not cursor and not branch
    older = None if page.next_cursor is None else urlencode({"branch": branch, "cursor": page.next_cursor})
    return {
        "branches": branches,
        "branch": branch,
        "revisions": [row_of(one) for one in page.rows],
        "is_first_page": not cursor,
        "older": older,
        "latest": None if latest is None else row_of(latest),
        "is_empty": is_first and not page.rows,
        "beside": beside(project) if is_first else [],
        **(lag_reports(project) | {"group": deployment_of(project).application_id} if is_first else {}),
    }


def beside(project: Project) -> list[Json]:
    """Give what was asked about a project's programs and kept, but for what is asked of every revision."""
    mine, newest = _revisions_and_newest(project)
    asked = Calculation.objects.filter(
        ~Q(name=""), analysis__in=mine.values("analysis"), kind__in=_ASKED, tasks_of=None
    )
    found = asked.annotate(number=newest).defer("result", "question").order_by("-created")[:MOST_BESIDE]
    return [
        {
            "created": one.created,
            "what": _ASKED[one.kind][0],
            "name": one.name,
            "page": f"{reverse('analysis-page', args=(one.analysis_id,))}?view={_ASKED[one.kind][1]}",
            "number": one.number,
        }
        for one in found
    ]


def lag_reports(project: Project) -> Json:
    """Give the newest lag reports that are laid onto a project's programs, each with its worst finding."""
    mine, newest = _revisions_and_newest(project)
    jobs = Job.objects.filter(lag_report=OuterRef("pk")).order_by("-created", "-id")
    reports = LagReport.objects.filter(analysis__in=mine.values("analysis"))
    found = list(
        reports.annotate(
            number=newest, state=Subquery(jobs.values("state")[:1]), why=Subquery(jobs.values("sentence")[:1])
        )
        .only("id", "created", "worst")
        .order_by("-created", "-id")[: MOST_BESIDE + 1]
    )
    return {
        "reports": [
            {
                "created": one.created,
                "page": reverse("lag-report-page", args=(one.id,)),
                "number": one.number,
                "worst": one.worst,
                "how_it_stands": one.why
                or ("It was cancelled." if one.state == State.CANCELLED else "It is being made."),
            }
            for one in found[:MOST_BESIDE]
        ],
        "has_more_reports": len(found) > MOST_BESIDE,
    }


def _revisions_and_newest(project: Project) -> tuple[QuerySet[Revision], Subquery]:
    """Give the revisions of a project, and the number of the newest one whose analysis a row belongs to."""
    mine = Revision.objects.filter(project=project)
    return mine, Subquery(mine.filter(analysis=OuterRef("analysis")).order_by("-number").values("number")[:1])


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
        "is_drawn": revision.analysis.outcome in COMPARABLE,
        "compared_with": None if revision.previous is None else revision.previous.number,
        "lost": revision.previous_number if revision.previous is None else None,
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
        "has_topology": revision.analysis.outcome in COMPARABLE,
        "tasks": [_tasks(one, revision) for one in counted_tasks(revision)],
        "upgrade": upgrade_words(revision.verdict, deployment_of(revision.project).upgrade),
        "newer": _beside(revision, is_newer=True),
        "older": _beside(revision, is_newer=False),
    }


UPGRADES: Final[Mapping[tuple[str, str], str]] = {
    (Verdict.STOP_ALL, Upgrade.ROLLING): "This project is upgraded one instance after another: not this time. Stop all "
    "instances before the first one starts with this revision.",
    (Verdict.STOP_ALL, Upgrade.ALL_AT_ONCE): "This project is upgraded like that anyway.",
    (Verdict.NOTE, Upgrade.ROLLING): "This project is upgraded one instance after another, so the note holds.",
    (Verdict.NOTE, Upgrade.ALL_AT_ONCE): "The note is about a rolling restart, and this project stops all instances.",
}


def upgrade_words(verdict: str, upgrade: str) -> str:
    """Say what a verdict means for the way in which new versions of a project come to run, if anything."""
    return UPGRADES.get((verdict, upgrade), "")


def _tasks(found: CountedTasks, revision: Revision) -> Json:
    topology = found.calculation.topology
    page = f"{reverse('analysis-page', args=(revision.analysis_id,))}?view=tasks&deployment={revision.project_id}"
    return {
        "name": found.name,
        "count": found.count,
        "missing": found.missing,
        "refusal": found.refusal,
        "reason": found.job.sentence,
        "is_known": found.calculation.result is not None,
        "page": f"{page}&topology={topology}" if topology else page,
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
