"""Find what a link shows."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.secrets import digest_of
from topoviz.web.analyses.models import Analysis, Name, NameKind
from topoviz.web.analyses.selectors import analyses_of
from topoviz.web.calculations.models import Calculation
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.projects.models import Compared, Revision
from topoviz.web.projects.selectors import READ, deciding_comparison
from topoviz.web.sharing.models import ShareLink


@dataclass(frozen=True, slots=True)
class Glance:
    """What a valid link says at first glance: enough to refuse a visit, or to send again what was made before.

    `revision` is the one that is shown now, and `state` all that a file behind the link follows from.
    """

    link: uuid.UUID
    password: str
    last_used: datetime | None
    revision: uuid.UUID | None
    state: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a link shows at this moment; the calculation of a revision is its comparison with the one before."""

    link: ShareLink
    analysis: Analysis
    lag_report: LagReport | None = None
    calculation: Calculation | None = None
    revision: Revision | None = None


def glance_at(token: str) -> Glance | None:
    """Look at the link with this token while it is valid, and has something to show."""
    row = (
        _valid(token)
        .values_list(
            "id", "password", "last_used", "analysis", "lag_report", "calculation", "revision", "project"
        )
        .first()
    )  # fmt: skip
    if row is None:
        return None
    link_id, password, last_used, *rest = row
    # What mypy cannot see: of these two, one at most is there.
    revision_id: uuid.UUID | None = rest[-2]
    project_id: uuid.UUID | None = rest[-1]
    if revision_id is None and project_id is None:
        return Glance(link_id, password, last_used, None, tuple(rest))
    is_shown = Q(id=revision_id) if project_id is None else _is_on_main(project_id)
    # Of a project, the newest that was read is the latest; a revision is the only one of its id.
    revisions = Revision.objects.filter(is_shown).order_by("-number")
    # The project may have another name tomorrow, and what was compared with may be deleted.
    said = ("verdict", "said", "project__name", "project__main_branch", "previous", "comparisons")
    known = revisions.annotate(comparisons=_number_of_comparisons())
    revision = known.values_list("id", "analysis", "progress", *said).first()
    # A project of which nothing was read has nothing to show.
    return None if revision is None else Glance(link_id, password, last_used, revision[0], (*rest, *revision))


def shown_by(glance: Glance) -> Shown | None:
    """Read all of what a link shows; None when it was deleted meanwhile."""
    links = ShareLink.objects.select_related(
        "team", "analysis__team", "lag_report__analysis", "calculation__analysis", "calculation__old_analysis"
    )
    link = links.filter(id=glance.link).first()
    if link is None:
        return None
    if glance.revision is None:
        assert link.analysis is not None, "a link that shows no revision has an analysis"
        return Shown(link, link.analysis, link.lag_report, link.calculation)
    revisions = Revision.objects.select_related("project__team", "analysis__team", "previous")
    revision = revisions.filter(id=glance.revision).first()
    if revision is None:
        return None
    return Shown(link, revision.analysis, calculation=deciding_comparison(revision), revision=revision)


def find_shown(token: str) -> Shown | None:
    """Give what the link with this token shows, while it is valid; a password is for the caller of this to ask for."""
    glance = glance_at(token)
    return None if glance is None else shown_by(glance)


def find_share_link(token: str) -> ShareLink | None:
    """Give the link with this token while it is valid, as for whoever has its key."""
    return _valid(token).select_related("team", *_NAMED).first()


def links_of(caller: Caller) -> QuerySet[ShareLink]:
    """Give the links to what is there for a caller, also those that have expired.

    `first_name` is the name of the first topology of the program that a link shows, and `used` when it was opened
    last, or made where nobody has opened it.
    """
    theirs = ShareLink.objects.filter(team__in=caller.teams).select_related("created_by", *_NAMED)
    if caller.project is not None:
        of_project = Q(project=caller.project) | Q(analysis__in=analyses_of(caller).values("id"))
        theirs = theirs.filter(of_project)
    names = Name.objects.filter(analysis=OuterRef("analysis"), kind=NameKind.TOPOLOGY).order_by("topology")
    # The texts and results of what they lead to are many megabytes.
    return theirs.annotate(first_name=Subquery(names.values("name")[:1]), used=Coalesce("last_used", "created")).defer(
        "calculation__result", "calculation__question"
    )


def find_link_of(caller: Caller, link_id: uuid.UUID) -> ShareLink | None:
    """Give a link to something of the caller's, or None."""
    return links_of(caller).select_related("team").filter(id=link_id).first()


_NAMED = ("calculation", "revision__project", "project")
"""What it takes to say in words what a link shows."""


def _number_of_comparisons() -> Subquery:
    of_revision = Compared.objects.filter(revision=OuterRef("pk")).order_by().values("revision")
    return Subquery(of_revision.annotate(number=Count("id")).values("number"))


def _is_on_main(project_id: uuid.UUID) -> Q:
    return Q(project=project_id, branch=F("project__main_branch"), analysis__outcome__in=READ)


def _valid(token: str) -> QuerySet[ShareLink]:
    valid = Q(expires=None) | Q(expires__gt=timezone.now())
    return ShareLink.objects.filter(valid, digest=digest_of(token)).order_by()
