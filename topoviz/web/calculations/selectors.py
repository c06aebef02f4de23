"""Read calculations. Every query starts from the caller's teams."""

from __future__ import annotations

import uuid

from django.db.models import Q, QuerySet
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.analyses.models import Analysis, Job, Kind
from topoviz.web.analyses.selectors import analyses_of
from topoviz.web.calculations.models import Calculation


def find_calculation(caller: Caller, calculation_id: uuid.UUID, kind: str) -> Calculation | None:
    """Give the caller's calculation of a kind, or None: that of another team is not there at all."""
    found = Calculation.objects.select_related("team", "analysis", "old_analysis").filter(
        team__in=caller.teams, kind=kind, id=calculation_id
    )
    if caller.project is not None:
        # What it is about is an analysis of that project; so is the version before, where it compares.
        open_to_it = analyses_of(caller).values("id")
        found = found.filter(Q(old_analysis=None) | Q(old_analysis__in=open_to_it), analysis__in=open_to_it)
    return found.exclude(expires__lte=timezone.now()).first()


def named_calculations(analysis: Analysis, kind: str) -> QuerySet[Calculation]:
    """Give what somebody gave a name, the newest first, without results."""
    named = Calculation.objects.filter(~Q(name=""), analysis=analysis, kind=kind)
    return named.defer("result").order_by("-created", "-id")


def calculating_job(calculation: Calculation) -> Job:
    """Give the job that says how it stands; there always is one."""
    return Job.objects.filter(calculation=calculation, kind=Kind.CALCULATE).order_by("-created", "-id")[0]
