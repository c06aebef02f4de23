"""Make and delete links."""

from __future__ import annotations

from datetime import timedelta
from hmac import compare_digest

from django.db import transaction
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import User
from topoviz.web.accounts.secrets import digest_of, make_secret
from topoviz.web.analyses.models import Analysis
from topoviz.web.analyses.services import keep
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.services import keep_without_a_name
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.sharing.models import ShareLink


@transaction.atomic
def create_share_link(
    *,
    analysis: Analysis,
    source: str,
    user: User | None = None,
    expires_in: timedelta | None = None,
    lag_report: LagReport | None = None,
    calculation: Calculation | None = None,
    caller: Caller | None = None,
) -> tuple[ShareLink, str, str]:
    """Give a new link, its token, and the key that deletes it. The last two can never be given again.

    A link to a lag report shows that instead of the analysis that it was laid onto; one to a calculation shows that and
    what it is about, and keeps all of it.
    """
    if calculation is not None:
        keep_without_a_name(calculation=calculation, source=source, user=user)
    token, delete_key = make_secret(), make_secret()
    link = ShareLink.objects.create(
        analysis=keep(analysis=analysis, source=source, user=user),
        lag_report=lag_report,
        calculation=calculation,
        created_by=user,
        digest=digest_of(token),
        delete_key_digest=digest_of(delete_key),
        expires=None if expires_in is None else timezone.now() + expires_in,
    )
    record(team=analysis.team, caller=caller, action=Action.LINK_CREATED, target=what_it_shows(link))
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
    record(team=link.analysis.team, caller=caller, action=Action.LINK_DELETED, target=what_it_shows(link))
    link.delete()


def what_it_shows(link: ShareLink) -> str:
    """Say in words what a link leads to."""
    if link.lag_report_id is not None:
        return f"the lag report {link.lag_report_id}"
    if link.calculation is not None:
        return f"the {link.calculation.kind} {link.calculation.name or link.calculation_id}"
    return f"the analysis {link.analysis_id}"
