"""Find what a link shows."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from topoviz.web.accounts.secrets import digest_of
from topoviz.web.sharing.models import ShareLink


def find_share_link(token: str) -> ShareLink | None:
    """Give the link with this token while it is valid."""
    valid = Q(expires=None) | Q(expires__gt=timezone.now())
    links = ShareLink.objects.select_related(
        "analysis__team",
        "lag_report__analysis",
        "calculation__analysis",
        "calculation__old_analysis",
    )
    return links.filter(valid, digest=digest_of(token)).first()
