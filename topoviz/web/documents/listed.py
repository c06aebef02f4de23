"""What lists say of analyses and lag reports, with as many queries for many as for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from topoviz.web.accounts.models import User
from topoviz.web.analyses.models import Analysis
from topoviz.web.documents.analyses import address_of
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.projects.models import Revision

Json = dict[str, Any]


def with_projects(analyses: QuerySet[Analysis]) -> QuerySet[Analysis]:
    """Have the projects read that analyses are revisions of, the newest revision first."""
    revisions = Revision.objects.select_related("project").order_by("-created", "-id")
    return analyses.prefetch_related(Prefetch("revisions", revisions))


def listed_documents(analyses: Sequence[Analysis]) -> list[Json]:
    """Give what a list says of analyses that `kept_analyses` and `with_projects` have found."""
    return [
        {
            "id": str(one.id),
            "url": address_of(one),
            "page": reverse("analysis-page", args=(one.id,)),
            "team": str(one.team_id),
            "status": one.status,  # type: ignore[attr-defined]
            "outcome": one.outcome or None,
            "revisions": [
                {"project": str(revision.project_id), "name": revision.project.name, "number": revision.number}
                for revision in one.revisions.all()
            ],
            "created": one.created.isoformat(),
            "created_by": _name(one.created_by),
        }
        for one in analyses
    ]


def listed_report_documents(reports: Sequence[LagReport]) -> list[Json]:
    """Give what a list says of reports that `listed_reports` has found."""
    return [
        {
            "id": str(one.id),
            "url": reverse("api-lag-report", args=(one.id,)),
            "page": reverse("lag-report-page", args=(one.id,)),
            "team": str(one.team_id),
            "analysis": str(one.analysis_id),
            "topology": one.topology,
            "status": one.status,  # type: ignore[attr-defined]
            "worst_finding": one.worst or None,
            "created": one.created.isoformat(),
            "created_by": _name(one.created_by),
        }
        for one in reports
    ]


def _name(user: User | None) -> str | None:
    return None if user is None else user.get_username()
