"""Read reports. Every query starts from a team."""

from __future__ import annotations

import uuid

from django.db.models import Sum

from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Job
from topoviz.web.lag_reports.models import LagFile, LagReport


def find_report(team: Team | None, report_id: uuid.UUID) -> LagReport | None:
    """Give a team's report, or None: that of another team is not there at all."""
    if team is None:
        return None
    return LagReport.objects.select_related("analysis__revision").filter(team=team, id=report_id).first()


def job_of(report: LagReport) -> Job:
    """Give the job that makes the report; there always is one."""
    return Job.objects.filter(lag_report=report).order_by("-created", "-id")[0]


def bytes_kept_for(team: Team) -> int:
    """Count the bytes of all files that a team has uploaded."""
    total = LagFile.objects.filter(report__team=team).aggregate(total=Sum("size"))["total"]
    return int(total or 0)
