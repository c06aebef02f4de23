"""Find what a link shows."""

from __future__ import annotations

import uuid

from django.db.models import Q, QuerySet
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.secrets import digest_of
from topoviz.web.analyses.selectors import analyses_of
from topoviz.web.sharing.models import ShareLink


def find_share_link(token: str) -> ShareLink | None:
    """Give the link with this token while it is valid."""
    links = _valid(token).select_related(
        "analysis__team",
        "lag_report__analysis",
        "calculation__analysis",
        "calculation__old_analysis",
    )
    return links.first()


def what_is_shown(token: str) -> tuple[uuid.UUID | None, ...] | None:
    """Give the ids of what a link shows, while it is valid: all that a file behind it follows from."""
    return _valid(token).values_list("analysis_id", "lag_report_id", "calculation_id").first()


def links_of(caller: Caller) -> QuerySet[ShareLink]:
    """Give the links to what is there for a caller, also those that have expired."""
    theirs = ShareLink.objects.filter(analysis__team__in=caller.teams).select_related("created_by", "calculation")
    # The texts and results of what they lead to are many megabytes.
    theirs = theirs.defer("calculation__result", "calculation__question")
    return theirs if caller.project is None else theirs.filter(analysis__in=analyses_of(caller).values("id"))


def find_link_of(caller: Caller, link_id: uuid.UUID) -> ShareLink | None:
    """Give a link to something of the caller's, or None."""
    return (
        links_of(caller)
        .select_related("analysis__team")
        .defer("analysis__result", "analysis__submission")
        .filter(id=link_id)
        .first()
    )


def _valid(token: str) -> QuerySet[ShareLink]:
    valid = Q(expires=None) | Q(expires__gt=timezone.now())
    return ShareLink.objects.filter(valid, digest=digest_of(token)).order_by()
