"""Read calculations. Every query starts from the caller's teams."""

from __future__ import annotations

import uuid

from django.db.models import Q, QuerySet
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.analyses.models import Analysis, Job, Kind
from topoviz.web.analyses.selectors import analyses_of
from topoviz.web.calculations.models import Calculation


def calculations_of(caller: Caller, kind: str) -> QuerySet[Calculation]:
    """Give all of a kind that are there for a caller: what their teams have, or one project of it."""
    found = Calculation.objects.filter(team__in=caller.teams, kind=kind).exclude(expires__lte=timezone.now())
    if caller.project is None:
        return found
    # What it is about is an analysis of that project; so is the version before, where it compares.
    open_to_it = analyses_of(caller).values("id")
    return found.filter(Q(old_analysis=None) | Q(old_analysis__in=open_to_it), analysis__in=open_to_it)


def find_calculation(caller: Caller, calculation_id: uuid.UUID, kind: str) -> Calculation | None:
    """Give the caller's calculation of a kind, or None: that of another team is not there at all."""
    found = calculations_of(caller, kind).select_related("team", "analysis", "old_analysis")
    return found.filter(id=calculation_id).first()


def kept_calculations(caller: Caller, kind: str) -> QuerySet[Calculation]:
    """Give those of a kind that stay, without results."""
    return calculations_of(caller, kind).filter(expires=None).defer("result", "question")


def named_calculations(analysis: Analysis, kind: str) -> QuerySet[Calculation]:
    """Give what somebody gave a name, the newest first, without results."""
    named = Calculation.objects.filter(~Q(name=""), analysis=analysis, kind=kind)
    return named.defer("result").order_by("-created", "-id")


def calculating_job(calculation: Calculation) -> Job:
    """Give the job that says how it stands; there always is one."""
    return Job.objects.filter(calculation=calculation, kind=Kind.CALCULATE).order_by("-created", "-id")[0]
