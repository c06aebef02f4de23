"""Read webhooks and what was sent to them. Every query starts from a caller; owners of a team alone see any."""

from __future__ import annotations

import uuid

from django.db.models import OuterRef, QuerySet, Subquery

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Role
from topoviz.web.webhooks.models import Delivery, Webhook


def webhooks_of(caller: Caller) -> QuerySet[Webhook]:
    """Give the webhooks of the teams that somebody owns, and none to a token."""
    if caller.user is None or caller.token is not None:
        return Webhook.objects.none()
    owned = [one.team for one in caller.roles if one.role == Role.OWNER]
    return Webhook.objects.filter(team__in=owned).select_related("team", "project", "created_by")


def find_webhook(caller: Caller, webhook_id: uuid.UUID) -> Webhook | None:
    """Give a webhook of a team that the caller owns, or None."""
    return webhooks_of(caller).filter(id=webhook_id).first()


def deliveries_of(hook: Webhook) -> QuerySet[Delivery]:
    """Give what was sent to a webhook in the last days, the newest first."""
    found = Delivery.objects.filter(webhook=hook).select_related("revision__project").defer("body")
    return found.order_by("-created", "-id")


def find_delivery(hook: Webhook, delivery_id: uuid.UUID) -> Delivery | None:
    """Give a delivery of a webhook."""
    return deliveries_of(hook).filter(id=delivery_id).first()


def last_deliveries(hooks: QuerySet[Webhook]) -> dict[uuid.UUID, Delivery]:
    """Give the newest delivery of each webhook that has one."""
    newest = Delivery.objects.filter(webhook=OuterRef("pk")).order_by("-created", "-id").values("id")[:1]
    ids = list(hooks.order_by().annotate(newest=Subquery(newest)).values_list("newest", flat=True))
    found = Delivery.objects.filter(id__in=[one for one in ids if one]).select_related("revision__project")
    return {one.webhook_id: one for one in found.defer("body")}
