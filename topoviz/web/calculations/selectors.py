"""Read calculations. Every query starts from a team."""

from __future__ import annotations

import uuid

from django.db.models import Q, QuerySet
from django.utils import timezone

from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Analysis, Job, Kind
from topoviz.web.calculations.models import Calculation


def find_calculation(team: Team | None, calculation_id: uuid.UUID, kind: str) -> Calculation | None:
    """Give a team's calculation of a kind, or None: that of another team is not there at all."""
    if team is None:
        return None
    mine = Calculation.objects.select_related("analysis__revision", "old_analysis__revision").filter(
        team=team, kind=kind, id=calculation_id
    )
    return mine.exclude(expires__lte=timezone.now()).first()


def named_calculations(analysis: Analysis, kind: str) -> QuerySet[Calculation]:
    """Give what somebody gave a name, the newest first, without results."""
    named = Calculation.objects.filter(~Q(name=""), analysis=analysis, kind=kind)
    return named.defer("result").order_by("-created", "-id")


def calculating_job(calculation: Calculation) -> Job:
    """Give the job that says how it stands; there always is one."""
    return Job.objects.filter(calculation=calculation, kind=Kind.CALCULATE).order_by("-created", "-id")[0]
