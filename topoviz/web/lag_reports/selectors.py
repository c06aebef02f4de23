"""Read reports. Every query starts from the caller's teams."""

from __future__ import annotations

import uuid

from django.db.models import Sum

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Job
from topoviz.web.analyses.selectors import analyses_of
from topoviz.web.lag_reports.models import LagFile, LagReport


def find_report(caller: Caller, report_id: uuid.UUID) -> LagReport | None:
    """Give the caller's report, or None: that of another team is not there at all."""
    found = LagReport.objects.select_related("analysis", "team").filter(team__in=caller.teams, id=report_id)
    if caller.project is not None:
        found = found.filter(analysis__in=analyses_of(caller).values("id"))
    return found.first()


def job_of(report: LagReport) -> Job:
    """Give the job that makes the report; there always is one."""
    return Job.objects.filter(lag_report=report).order_by("-created", "-id")[0]


def bytes_kept_for(team: Team) -> int:
    """Count the bytes of all files that a team has uploaded."""
    total = LagFile.objects.filter(report__team=team).aggregate(total=Sum("size"))["total"]
    return int(total or 0)
