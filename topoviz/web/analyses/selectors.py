"""Read analyses, jobs and diagrams. Every query starts from the caller's teams."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.analyses.models import Analysis, Diagram, Job, Kind
from topoviz.web.analyses.versions import engine_version

if TYPE_CHECKING:
    from topoviz.web.calculations.models import Calculation


def analyses_of(caller: Caller) -> QuerySet[Analysis]:
    """Give all that is there for a caller: what their teams have, or one project of it."""
    theirs = Analysis.objects.filter(team__in=caller.teams).exclude(_is_expired())
    if caller.project is None:
        return theirs
    # Several revisions of a project may have one program.
    return theirs.filter(id__in=Analysis.objects.filter(revisions__project=caller.project).values("id"))


def find_analysis(caller: Caller, analysis_id: uuid.UUID) -> Analysis | None:
    """Give the caller's analysis, or None: that of another team is not there at all."""
    return analyses_of(caller).select_related("team").filter(id=analysis_id).first()


def kept_analyses(caller: Caller) -> QuerySet[Analysis]:
    """Give those that stay, each with the `status` of its job, and without texts and results."""
    jobs = Job.objects.filter(analysis=OuterRef("pk"), kind=Kind.ANALYZE).order_by("-created", "-id")
    kept = analyses_of(caller).filter(expires=None).select_related("created_by").defer("submission", "result")
    return kept.annotate(status=Subquery(jobs.values("state")[:1]))


def newest_job(analysis: Analysis) -> Job:
    """Give the job that says how the analysis stands; there always is one."""
    return analysis.jobs.filter(kind=Kind.ANALYZE).order_by("-created", "-id")[0]


def has_result(analysis: Analysis) -> bool:
    """Tell whether something was found out, without reading it."""
    return Analysis.objects.filter(id=analysis.id).exclude(result=None).exists()


def diagrams_of(analysis: Analysis) -> QuerySet[Diagram]:
    """Give what is drawn of an analysis by the code that runs now, without the drawings themselves."""
    drawn = analysis.diagrams.filter(calculation=None, renderer=engine_version())
    return drawn.defer("data").order_by("topology", "view")


def find_diagram(
    analysis: Analysis, *, view: str, topology: int, theme: str, form: str, calculation: Calculation | None = None
) -> Diagram | None:
    """Give a drawing, of the analysis or of what was calculated about it, when it is there."""
    drawn = analysis.diagrams.filter(calculation=calculation, renderer=engine_version())
    return drawn.filter(view=view, topology=topology, theme=theme, form=form).first()


def _is_expired() -> Q:
    return Q(expires__lte=timezone.now())
