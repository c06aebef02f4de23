"""Make and delete links."""

from __future__ import annotations

from datetime import timedelta
from hmac import compare_digest

from django.db import transaction
from django.utils import timezone

from topoviz.web.accounts.models import User
from topoviz.web.accounts.secrets import digest_of, make_secret
from topoviz.web.analyses.models import Analysis
from topoviz.web.analyses.services import keep
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
) -> tuple[str, str]:
    """Give the token of a new link and the key that deletes it. Neither can be given again.

    A link to a lag report shows that instead of the analysis that it was laid onto; one to a calculation shows that and
    what it is about, and keeps all of it.
    """
    if calculation is not None:
        keep_without_a_name(calculation=calculation, source=source, user=user)
    token, delete_key = make_secret(), make_secret()
    ShareLink.objects.create(
        analysis=keep(analysis=analysis, source=source, user=user),
        lag_report=lag_report,
        calculation=calculation,
        created_by=user,
        digest=digest_of(token),
        delete_key_digest=digest_of(delete_key),
        expires=None if expires_in is None else timezone.now() + expires_in,
    )
    return token, delete_key


def delete_share_link(*, link: ShareLink, delete_key: str) -> bool:
    """Delete a link when the key is right; tell whether it was."""
    if not compare_digest(link.delete_key_digest, digest_of(delete_key)):
        return False
    link.delete()
    return True
