"""Make webhooks, change them, and send tests."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.limits import limits
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record
from topoviz.web.projects.models import Project
from topoviz.web.webhooks.addresses import parse_address
from topoviz.web.webhooks.delivering import add_delivery, switch_off
from topoviz.web.webhooks.events import body_of, event_of_test
from topoviz.web.webhooks.models import Delivery, State, Webhook
from topoviz.web.webhooks.signing import new_secret, seal


class TooManyWebhooks(Exception):
    """The team has as many webhooks as it may."""


class TestWaits(Exception):
    """A test of this webhook has not arrived yet."""

    __test__ = False


@dataclass(frozen=True, slots=True)
class Wish:
    """What a webhook is to hear of; `project` is None for all projects of the team."""

    name: str
    kind: str
    level: str
    hears_of_doubt: bool
    branches: str
    project: Project | None = None


@transaction.atomic
def create_webhook(*, team: Team, caller: Caller, wish: Wish, address: str, base: str) -> tuple[Webhook, str]:
    """Make a webhook; its secret is given this once. Raises BadAddress and TooManyWebhooks."""
    # Locked, so that two at a time do not both find room.
    Team.objects.select_for_update().get(id=team.id)
    if Webhook.objects.filter(team=team).count() >= limits().webhooks:
        raise TooManyWebhooks
    secret = new_secret()
    hook = Webhook(team=team, created_by=caller.user, secret=seal(secret), base=base, **_fields(wish))
    _set_address(hook, address)
    hook.save()
    record(team=team, caller=caller, action=Action.WEBHOOK_CREATED, target=str(hook))
    return hook, secret


@transaction.atomic
def change_webhook(*, hook: Webhook, caller: Caller, wish: Wish, address: str, base: str) -> None:
    """Change a webhook; an empty address leaves the one that it has. Raises BadAddress."""
    for name, value in _fields(wish).items():
        setattr(hook, name, value)
    hook.base = base
    if address:
        _set_address(hook, address)
        hook.failing_since = None
    hook.save(update_fields=(*_fields(wish), "base", "address", "shown", "failing_since"))
    record(team=hook.team, caller=caller, action=Action.WEBHOOK_CHANGED, target=str(hook))


@transaction.atomic
def replace_secret(*, hook: Webhook, caller: Caller) -> str:
    """Give a webhook another secret, which is given this once; what is sent from now on is signed with it."""
    secret = new_secret()
    Webhook.objects.filter(id=hook.id).update(secret=seal(secret))
    record(team=hook.team, caller=caller, action=Action.WEBHOOK_SECRET_REPLACED, target=str(hook))
    return secret


@transaction.atomic
def switch(*, hook: Webhook, caller: Caller, is_on: bool) -> None:
    """Switch a webhook on or off; what waits when it is switched off is given up."""
    if is_on:
        Webhook.objects.filter(id=hook.id).update(off_since=None, off_because="", failing_since=None)
    else:
        switch_off(hook, timezone.now())
    action = Action.WEBHOOK_SWITCHED_ON if is_on else Action.WEBHOOK_SWITCHED_OFF
    record(team=hook.team, caller=caller, action=action, target=str(hook))
    hook.refresh_from_db(fields=("off_since", "off_because", "failing_since"))


@transaction.atomic
def delete_webhook(*, hook: Webhook, caller: Caller) -> None:
    """Delete a webhook, with what waits to be sent to it."""
    record(team=hook.team, caller=caller, action=Action.WEBHOOK_DELETED, target=str(hook))
    hook.delete()


@transaction.atomic
def send_test(*, hook: Webhook) -> Delivery:
    """Have a test sent; raises TestWaits while another has not arrived."""
    Webhook.objects.select_for_update().get(id=hook.id)
    if Delivery.objects.filter(webhook=hook, revision=None, state__in=(State.WAITING, State.SENDING)).exists():
        raise TestWaits
    return add_delivery(hook, body_of(hook, event_of_test(hook)))


def _fields(wish: Wish) -> dict[str, object]:
    return {
        "name": wish.name,
        "kind": wish.kind,
        "level": wish.level,
        "hears_of_doubt": wish.hears_of_doubt,
        "branches": wish.branches,
        "project": wish.project,
    }


def _set_address(hook: Webhook, given: str) -> None:
    address = parse_address(given)
    hook.address, hook.shown = seal(address.url), address.shown[:300]
