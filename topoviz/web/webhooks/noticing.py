"""Makes the deliveries of a verdict, in the transaction in which it is written down."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db.models import Q
from django.utils import timezone

from topoviz.engine.changes.finding import Verdict
from topoviz.web.projects.models import Revision
from topoviz.web.webhooks.delivering import add_delivery
from topoviz.web.webhooks.events import body_of, event_of
from topoviz.web.webhooks.models import LEVELS, Branches, Webhook

Json = dict[str, Any]

NEWS: Final = timedelta(days=1)
"""How old a revision may be: one that another server exported, and this one compares, is no news."""


def notice(revision: Revision, verdict: Verdict, documents: Sequence[Json]) -> None:
    """Tell the webhooks that want to hear of it that a revision was compared."""
    if revision.created < timezone.now() - NEWS:
        return
    hooks = Webhook.objects.select_related("team").filter(
        Q(project=None) | Q(project=revision.project_id), team=revision.project.team_id, off_since=None
    )
    for hook in hooks:
        if wants(hook, revision, verdict):
            add_delivery(hook, body_of(hook, event_of(hook, revision, verdict, documents)), revision)


def wants(hook: Webhook, revision: Revision, verdict: Verdict) -> bool:
    """Tell whether a webhook hears of a verdict."""
    if hook.branches == Branches.MAIN and revision.branch != revision.project.main_branch:
        return False
    worst = max(verdict.certain, verdict.worst) if hook.hears_of_doubt else verdict.certain
    return worst >= LEVELS[hook.level]
