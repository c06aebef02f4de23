"""Read projects and their revisions. Every query starts from a caller."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Subquery

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Analysis, Job, Kind, Name, NameKind, State
from topoviz.web.calculations.models import Calculation
from topoviz.web.projects.models import Project, Revision

COMPARABLE = ("unsure", "complete")
"""Outcomes of a version that may have run: it was read as a whole, and Kafka Streams takes it."""


READ = (*COMPARABLE, "refused")
"""Outcomes of a version that was read as a whole."""


def projects_of(caller: Caller) -> QuerySet[Project]:
    """Give the projects of all teams of a caller, or the one that a token opens."""
    theirs = Project.objects.filter(team__in=caller.teams)
    return theirs if caller.project is None else theirs.filter(id=caller.project)


def find_project(caller: Caller, project_id: uuid.UUID) -> Project | None:
    """Give the caller's project, or None: that of another team is not there at all."""
    return projects_of(caller).select_related("team").filter(id=project_id).first()


def find_project_named(caller: Caller, team: Team, name: str) -> Project | None:
    """Give a project of a team by its name."""
    return projects_of(caller).select_related("team").filter(team=team, name=name).first()


def latest_of(projects: Iterable[Project]) -> dict[uuid.UUID, Revision]:
    """Give the newest revision on the main branch of each project whose program was read."""
    ids = latest_ids(Project.objects.filter(id__in=[one.id for one in projects]))
    found = Revision.objects.filter(id__in=ids).select_related("analysis", "previous")
    without = found.defer("analysis__submission", "analysis__result")
    return {one.project_id: one for one in without}


def find_revision(caller: Caller, project_id: uuid.UUID, number: int) -> Revision | None:
    """Give a revision of the caller's project by its number."""
    found = Revision.objects.select_related("project__team", "analysis", "previous", "created_by")
    return found.filter(project__in=projects_of(caller), project=project_id, number=number).first()


def revision_with(caller: Caller, analysis: Analysis) -> Revision | None:
    """Give the newest revision of the caller's projects that has this program; None where there is none."""
    found = Revision.objects.select_related("project__team").filter(project__in=projects_of(caller), analysis=analysis)
    return found.order_by("-created", "-number").first()


def revisions_of(project: Project) -> QuerySet[Revision]:
    """Give the revisions of a project without texts and results."""
    return Revision.objects.filter(project=project).select_related("analysis", "previous").defer(
        "analysis__submission", "analysis__result"
    )  # fmt: skip


def latest_on_main(project: Project) -> Revision | None:
    """Give the newest revision on the main branch whose program was read."""
    return newest_read(revisions_of(project).filter(branch=project.main_branch))


def newest_read(revisions: QuerySet[Revision]) -> Revision | None:
    """Give the newest of some revisions whose program was read."""
    return revisions.filter(analysis__outcome__in=READ).order_by("-number").first()


def latest_ids(projects: QuerySet[Project]) -> list[uuid.UUID]:
    """Give the ids of those revisions.

    As a list: inside another query, PostgreSQL would look for them once for each revision there is.
    """
    found = projects.annotate(newest=Subquery(newest_on_main())).values_list("newest", flat=True)
    return [one for one in found if one is not None]


def newest_on_main() -> QuerySet[Revision, Any]:
    """Give the id of that revision of the project of an outer query."""
    on_main = Revision.objects.filter(project=OuterRef("pk"), branch=OuterRef("main_branch"))
    return on_main.filter(analysis__outcome__in=READ).order_by("-number").values("id")[:1]


def without_latest(analyses: QuerySet[Analysis]) -> QuerySet[Analysis]:
    """Leave out what is the latest of its project on the main branch: a program that runs may be an old one."""
    latest = Project.objects.values(newest=Subquery(newest_on_main()))
    return analyses.exclude(id__in=Revision.objects.filter(id__in=latest).values("analysis"))


def deciding_comparison(revision: Revision) -> Calculation | None:
    """Give the comparison with the revision before that its verdict rests on; the first one where several do."""
    compared = revision.compared.select_related("calculation__analysis", "calculation__old_analysis").order_by("id")
    found = [one.calculation for one in compared.exclude(calculation__result=None)]
    agreeing = (one for one in found if json.loads(one.result or "")["verdict"]["level"] == revision.verdict)
    return next(agreeing, found[0] if found else None)


def branches_of(project: Project) -> list[str]:
    """Name the branches of a project, the main branch first, then the one that changed last."""
    newest = Revision.objects.filter(project=project).order_by().values("branch")
    rows = newest.annotate(newest=Max("number")).order_by(F("newest").desc())
    names = [row["branch"] for row in rows]
    return sorted(names, key=lambda name: name != project.main_branch)


def revision_before(revision: Revision) -> tuple[Revision | None, bool]:
    """Give what a revision is compared with, and whether that is still being read.

    It is the one before on its branch whose program was read and may have run; where the branch has none, the newest
    such of the main branch.
    """
    reading = Job.objects.filter(
        analysis=OuterRef("analysis"), kind=Kind.ANALYZE, state__in=(State.QUEUED, State.RUNNING)
    )
    earlier = Revision.objects.filter(project=revision.project_id, number__lt=revision.number)
    is_known = Q(analysis__outcome__in=COMPARABLE) | (Q(analysis__outcome="") & Exists(reading))
    possible = earlier.filter(is_known).select_related("analysis").defer("analysis__submission", "analysis__result")
    for branch in dict.fromkeys((revision.branch, revision.project.main_branch)):
        found = possible.filter(branch=branch).order_by("-number").first()
        if found is not None:
            return found, found.analysis.outcome == ""
    return None, False


def kept_programs(team: Team) -> QuerySet[Analysis, Any]:
    """Give the analyses that a team keeps without a project, the newest first, each with `first_name`.

    That is the name of its first topology; None where nothing was found.
    """
    without = Analysis.objects.filter(team=team, expires=None).exclude(
        Exists(Revision.objects.filter(analysis=OuterRef("pk")))
    )
    names = Name.objects.filter(analysis=OuterRef("pk"), kind=NameKind.TOPOLOGY).order_by("topology").values("name")[:1]
    return without.annotate(first_name=Subquery(names)).only("id", "created").order_by("-created", "-id")
