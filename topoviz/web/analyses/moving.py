"""Bring what a visitor submitted to a team."""

from __future__ import annotations

import hashlib

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.cache_key import cache_key
from topoviz.web.analyses.models import Analysis


def count_kept(team: Team) -> int:
    """Count the analyses of a team that do not expire."""
    return Analysis.objects.filter(team=team, expires=None).count()


def move_analyses(old: Team, new: Team, caller: Caller) -> None:
    """Give all analyses of a team to another one, previews too. Addresses and share links stay.

    The same submission is one analysis of a team. Where the other team has it already, both stay, since links lead to
    both; the next submission of it finds the one that the team had.
    """
    for analysis in Analysis.objects.filter(team=old).only("id", "submission", "engine_version").iterator(100):
        key = cache_key(new.id, analysis.submission, analysis.engine_version)
        if Analysis.objects.filter(cache_key=key).exists():
            key = hashlib.sha256(f"{key}:{analysis.id}".encode("ascii")).hexdigest()
        Analysis.objects.filter(id=analysis.id).update(team=new, cache_key=key)
