"""Make and delete links."""

from __future__ import annotations

from datetime import datetime, timedelta
from hmac import compare_digest
from typing import Final

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team, User
from topoviz.web.accounts.secrets import digest_of, make_secret
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis
from topoviz.web.analyses.services import keep
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.services import keep_without_a_name
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.projects.models import Project, Revision
from topoviz.web.sharing.models import ShareLink
from topoviz.web.sharing.selectors import Glance

LAST_USED_STEP: Final = timedelta(hours=1)
"""How exactly `last_used` is kept: pictures in a README are asked for hundreds of times a second."""


class TooManyLinks(Exception):
    """The team has as many links as it may."""


@transaction.atomic
def create_share_link(
    *,
    analysis: Analysis | None = None,
    source: str,
    user: User | None = None,
    expires_in: timedelta | None = None,
    expires: datetime | None = None,
    lag_report: LagReport | None = None,
    calculation: Calculation | None = None,
    revision: Revision | None = None,
    project: Project | None = None,
    password: str = "",
    caller: Caller | None = None,
) -> tuple[ShareLink, str, str]:
    """Give a new link, its token, and the key that deletes it. The last two can never be given again.

    A link to a lag report shows that instead of the analysis that it belongs to; one to a calculation shows that and
    what it is about, and keeps all of it; one to a revision shows its program and its verdict. One to a project takes
    no analysis, and shows the latest on its main branch. Raises TooManyLinks.
    """
    team = _team_of(analysis if revision is None else revision.analysis, project)
    if count_links(team) >= limits().links:
        raise TooManyLinks
    if calculation is not None:
        keep_without_a_name(calculation=calculation, source=source, user=user)
    if revision is not None:
        analysis = revision.analysis
    token, delete_key = make_secret(), make_secret()
    link = ShareLink.objects.create(
        team=team,
        analysis=None if analysis is None else keep(analysis=analysis, source=source, user=user),
        lag_report=lag_report,
        calculation=calculation,
        revision=revision,
        project=project,
        created_by=user,
        digest=digest_of(token),
        delete_key_digest=digest_of(delete_key),
        password=make_password(password) if password else "",
        expires=expires if expires_in is None else timezone.now() + expires_in,
    )
    record(team=link.team, caller=caller, action=Action.LINK_CREATED, target=what_it_shows(link))
    return link, token, delete_key


@transaction.atomic
def delete_share_link(*, link: ShareLink, delete_key: str, caller: Caller | None = None) -> bool:
    """Delete a link when the key is right; tell whether it was."""
    if not compare_digest(link.delete_key_digest, digest_of(delete_key)):
        return False
    remove_share_link(link=link, caller=caller)
    return True


@transaction.atomic
def remove_share_link(*, link: ShareLink, caller: Caller | None) -> None:
    """Delete a link; `caller` is a member of its team, or whoever has its key."""
    record(team=link.team, caller=caller, action=Action.LINK_DELETED, target=what_it_shows(link))
    link.delete()


def note_use(glance: Glance) -> None:
    """Remember that a link was opened just now."""
    now = timezone.now()
    long_ago = now - LAST_USED_STEP
    if glance.last_used is None or glance.last_used < long_ago:
        # Of many who come at once, one writes.
        unused = Q(last_used=None) | Q(last_used__lt=long_ago)
        ShareLink.objects.filter(unused, id=glance.link).update(last_used=now)


def what_it_shows(link: ShareLink) -> str:
    """Say in words what a link leads to."""
    if link.project is not None:
        return f"the latest on {link.project.main_branch} of {link.project.name}"
    if link.revision is not None:
        return f"revision {link.revision.number} of {link.revision.project.name}"
    if link.lag_report_id is not None:
        return f"the lag report {link.lag_report_id}"
    if link.calculation is not None:
        return f"the {link.calculation.kind} {link.calculation.name or link.calculation_id}"
    return f"the analysis {link.analysis_id}"


def count_links(team: Team) -> int:
    """Count the links of a team."""
    return ShareLink.objects.filter(team=team).count()


def move_links(old: Team, new: Team, caller: Caller) -> None:
    """Give all links of a team to another one, as what they show is."""
    ShareLink.objects.filter(team=old).update(team=new)


def _team_of(analysis: Analysis | None, project: Project | None) -> Team:
    if project is not None:
        return project.team
    assert analysis is not None, "a link shows an analysis or a project"
    return analysis.team
