"""What the API and the pages say of webhooks; never their whole address, and never their secret."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.limits import limits
from topoviz.web.documents.problems import FieldError, Limit, Problem
from topoviz.web.projects.models import Project
from topoviz.web.webhooks.addresses import BadAddress
from topoviz.web.webhooks.models import Delivery, Webhook
from topoviz.web.webhooks.services import TestWaits, TooManyWebhooks, Wish, change_webhook, create_webhook, send_test

Json = dict[str, Any]


def webhook_document(hook: Webhook) -> Json:
    """Give everything that is said of a webhook."""
    return {
        "id": str(hook.id),
        "url": reverse("api-webhook", args=(hook.id,)),
        "page": reverse("team-webhook", args=(hook.team_id, hook.id)),
        "team": str(hook.team_id),
        "project": None if hook.project is None else {"id": str(hook.project.id), "name": hook.project.name},
        "name": hook.name,
        "kind": hook.kind,
        "address": hook.shown,
        "level": hook.level,
        "hears_of_doubt": hook.hears_of_doubt,
        "branches": hook.branches,
        "is_on": hook.off_since is None,
        "off_because": hook.off_because,
        "failing_since": None if hook.failing_since is None else hook.failing_since.isoformat(),
        "created": hook.created.isoformat(),
        "created_by": None if hook.created_by is None else hook.created_by.get_username(),
    }


def webhook_documents(hooks: Sequence[Webhook]) -> list[Json]:
    """Give what a list says of webhooks."""
    return [webhook_document(one) for one in hooks]


def delivery_document(delivery: Delivery) -> Json:
    """Give how far a delivery is."""
    revision, finished = delivery.revision, delivery.finished
    is_over = finished is not None
    return {
        "id": str(delivery.id),
        "webhook": str(delivery.webhook_id),
        "project": None if revision is None else str(revision.project_id),
        "revision": None if revision is None else revision.number,
        "state": delivery.state,
        "attempts": delivery.attempts,
        "code": delivery.code,
        "said": delivery.said,
        "next_attempt": None if is_over else delivery.due.isoformat(),
        "created": delivery.created.isoformat(),
        "finished": None if finished is None else finished.isoformat(),
    }


def delivery_documents(deliveries: Sequence[Delivery]) -> list[Json]:
    """Give what a list says of deliveries."""
    return [delivery_document(one) for one in deliveries]


def given_of(hook: Webhook) -> Json:
    """Give what of a webhook can be changed, but for its address, as it is given to make one."""
    names = ("name", "kind", "level", "hears_of_doubt", "branches")
    return {**{name: getattr(hook, name) for name in names}, "project": hook.project_id}


def new_webhook(*, request: HttpRequest, caller: Caller, team: Team, given: Mapping[str, Any]) -> tuple[Webhook, str]:
    """Make a webhook of a team that the caller owns, and give it with its secret; raises Problem for what cannot be."""
    most = limits().webhooks
    try:
        return create_webhook(
            team=team, caller=caller, wish=_wish(team, given), address=given["address"], base=base_of(request)
        )
    except BadAddress as error:
        raise _wrong("address", str(error)) from error
    except TooManyWebhooks as error:
        raise Problem(
            409, "too-many-webhooks", f"A team may have {most:,} webhooks.", limit=Limit("webhooks", most)
        ) from error


def changed_webhook(*, request: HttpRequest, caller: Caller, hook: Webhook, given: Mapping[str, Any]) -> None:
    """Change a webhook; raises Problem for what cannot be."""
    wish, address = _wish(hook.team, given), given.get("address", "")
    try:
        change_webhook(hook=hook, caller=caller, wish=wish, address=address, base=base_of(request))
    except BadAddress as error:
        raise _wrong("address", str(error)) from error


def new_test(hook: Webhook) -> Delivery:
    """Send a test; raises Problem while another waits."""
    try:
        return send_test(hook=hook)
    except TestWaits as error:
        raise Problem(409, "test-waits", "A test waits already.") from error


def base_of(request: HttpRequest) -> str:
    """Give how this server is addressed, for links in what it sends."""
    return request.build_absolute_uri("/").rstrip("/")[:300]


def _wish(team: Team, given: Mapping[str, Any]) -> Wish:
    return Wish(
        name=given["name"],
        kind=given["kind"],
        level=given["level"],
        hears_of_doubt=given["hears_of_doubt"],
        branches=given["branches"],
        project=_project(team, given["project"]),
    )


def _project(team: Team, project_id: uuid.UUID | None) -> Project | None:
    if project_id is None:
        return None
    project = Project.objects.filter(team=team, id=project_id).first()
    if project is None:
        raise _wrong("project", "The team has no such project.")
    return project


def _wrong(field: str, detail: str) -> Problem:
    return Problem(422, "not-valid", f"{field}: {detail}", errors=[FieldError(field, detail)])
