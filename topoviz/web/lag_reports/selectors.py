"""Read reports. Every query starts from the caller's teams."""

from __future__ import annotations

import uuid

from django.db.models import OuterRef, QuerySet, Subquery, Sum

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Job
from topoviz.web.analyses.selectors import analyses_of
from topoviz.web.lag_reports.models import LagDays, LagFile, LagReport


def reports_of(caller: Caller) -> QuerySet[LagReport]:
    """Give all that are there for a caller: what their teams have, or one project of it."""
    theirs = LagReport.objects.filter(team__in=caller.teams)
    return theirs if caller.project is None else theirs.filter(analysis__in=analyses_of(caller).values("id"))


def find_report(caller: Caller, report_id: uuid.UUID) -> LagReport | None:
    """Give the caller's report, or None: that of another team is not there at all."""
    return reports_of(caller).select_related("analysis", "team").filter(id=report_id).first()


def listed_reports(caller: Caller) -> QuerySet[LagReport]:
    """Give all, each with the `status` of its job, and without results."""
    jobs = Job.objects.filter(lag_report=OuterRef("pk")).order_by("-created", "-id")
    listed = reports_of(caller).select_related("created_by").defer("result", "partitions")
    return listed.annotate(status=Subquery(jobs.values("state")[:1]))


def days_of(project_id: uuid.UUID) -> LagDays | None:
    """Give what is said of the days of a project that the caller may see; None before the first is handed in."""
    return LagDays.objects.filter(project=project_id).first()


def job_of(report: LagReport) -> Job:
    """Give the job that makes the report; there always is one."""
    return Job.objects.filter(lag_report=report).order_by("-created", "-id")[0]


def bytes_kept_for(team: Team) -> int:
    """Count the bytes of all files that a team has uploaded."""
    total = LagFile.objects.filter(report__team=team).aggregate(total=Sum("size"))["total"]
    return int(total or 0)
