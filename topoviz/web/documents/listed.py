"""What lists say of analyses, lag reports and share links, with as many queries for many as for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils import timezone

from topoviz.web.accounts.models import User
from topoviz.web.analyses.models import Analysis
from topoviz.web.documents.analyses import address_of
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.projects.models import Revision
from topoviz.web.sharing.models import ShareLink

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
            "created": one.created.isoformat(),
            "created_by": _name(one.created_by),
        }
        for one in reports
    ]


def listed_link_documents(links: Sequence[ShareLink]) -> list[Json]:
    """Give what a list says of links: what they lead to, and not their addresses, which nobody knows any more."""
    return [link_document(one) for one in links]


def link_document(link: ShareLink) -> Json:
    """Give what is known of a link."""
    kind = None if link.calculation is None else link.calculation.kind
    return {
        "id": str(link.id),
        "manage": reverse("api-share-link", args=(link.id,)),
        "analysis": str(link.analysis_id),
        "lag_report": None if link.lag_report_id is None else str(link.lag_report_id),
        **{one: str(link.calculation_id) if kind == one else None for one in ("assignment", "scenario", "comparison")},
        "created": link.created.isoformat(),
        "created_by": _name(link.created_by),
        "expires": None if link.expires is None else link.expires.isoformat(),
        "has_expired": link.expires is not None and link.expires <= timezone.now(),
    }


def _name(user: User | None) -> str | None:
    return None if user is None else user.get_username()
