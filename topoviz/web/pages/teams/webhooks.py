"""The webhooks of a team: made, tried, changed, switched off; and what came of what was sent."""

from __future__ import annotations

import uuid
from functools import wraps
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.documents.problems import Problem
from topoviz.web.documents.webhooks import changed_webhook, given_of, new_test, new_webhook
from topoviz.web.pages.teams.guard import TeamPage, for_owners, frame
from topoviz.web.projects.models import Project
from topoviz.web.webhooks.addresses import LONGEST
from topoviz.web.webhooks.delivering import send_again
from topoviz.web.webhooks.models import LEVELS, Branches, Kind, Webhook
from topoviz.web.webhooks.selectors import deliveries_of, find_delivery, find_webhook, last_deliveries, webhooks_of
from topoviz.web.webhooks.services import delete_webhook, replace_secret, switch

EVERYTHING: Final = "everything"
ON_A_PAGE: Final = 25


class WebhookForm(forms.Form):
    """Where messages go, and of what."""

    name = forms.CharField(label="What it is for", max_length=100, strip=True)
    kind = forms.ChoiceField(label="What is sent", choices=Kind.choices)
    address = forms.CharField(
        label="Address",
        max_length=LONGEST,
        strip=True,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "class": "wide"}),
        help_text="It begins with https://, and is never shown again as a whole.",
    )
    project = forms.ChoiceField(label="Of which project")
    branches = forms.ChoiceField(label="Of which branches", choices=Branches.choices)
    level = forms.ChoiceField(
        label="When the verdict is this, or worse",
        choices=[(name, level.words) for name, level in LEVELS.items()],
        initial="state-loss",
    )
    hears_of_doubt = forms.BooleanField(
        label="Also when nobody can tell, and it may be as bad", required=False, initial=True
    )

    def __init__(self, *arguments: Any, team: Team, hook: Webhook | None = None, **options: Any) -> None:
        if hook is not None:
            options["initial"] = {**given_of(hook), "project": str(hook.project_id or EVERYTHING)}
        super().__init__(*arguments, **options)
        projects = Project.objects.filter(team=team, archived=None).order_by("name")
        choice = self.fields["project"]
        assert isinstance(choice, forms.ChoiceField)
        choice.choices = [(EVERYTHING, "All projects"), *((str(one.id), f"The project {one.name}") for one in projects)]
        if hook is not None:
            address = self.fields["address"]
            address.required = False
            address.help_text = f"Empty leaves the one that it has: {hook.shown}"

    def given(self) -> dict[str, Any]:
        """Give what was asked for, as the API has it."""
        project = self.cleaned_data["project"]
        return {**self.cleaned_data, "project": None if project == EVERYTHING else uuid.UUID(project)}


@require_http_methods(["GET", "HEAD", "POST"])
@for_owners
def webhooks_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponse:
    """List webhooks, and make another one, whose secret is in this answer alone."""
    form = WebhookForm(request.POST or None, team=team)
    if request.method == "POST" and form.is_valid():
        try:
            hook, secret = new_webhook(request=request, caller=caller, team=team, given=form.given())
        except Problem as problem:
            _say_what_is_wrong(form, problem)
        else:
            return _secret(request, caller, hook, secret, is_new=True)
    hooks = webhooks_of(caller).filter(team=team).order_by("-created", "-id")
    last = last_deliveries(hooks)
    rows = [{"hook": one, "last": last.get(one.id)} for one in hooks]
    context = {**frame(caller, team), "form": form, "rows": rows}
    return render(request, "teams/webhooks.html", context, status=422 if form.errors else 200)


def with_webhook(page: TeamPage) -> TeamPage:
    """Give a page of a team its `hook` in place of `webhook_id`; what is none of the team is not there."""

    @wraps(page)
    def found(
        request: HttpRequest, *, caller: Caller, team: Team, webhook_id: uuid.UUID, **parts: Any
    ) -> HttpResponseBase:
        hook = find_webhook(caller, webhook_id)
        if hook is None or hook.team_id != team.id:
            return render(request, "teams/not_there.html", status=404)
        return page(request, caller=caller, team=team, hook=hook, **parts)

    return found


@require_http_methods(["GET", "HEAD", "POST"])
@for_owners
@with_webhook
def webhook_page(request: HttpRequest, *, caller: Caller, team: Team, hook: Webhook) -> HttpResponse:
    """Show a webhook with what was sent to it, and change it."""
    form = WebhookForm(request.POST or None, team=team, hook=hook)
    if request.method == "POST" and form.is_valid():
        try:
            changed_webhook(request=request, caller=caller, hook=hook, given=form.given())
        except Problem as problem:
            _say_what_is_wrong(form, problem)
        else:
            messages.success(request, "The webhook is changed.")
            return _to(hook)
    page = Paginator(deliveries_of(hook), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {**frame(caller, team), "hook": hook, "form": form, "page": page}
    return render(request, "teams/webhook.html", context, status=422 if form.errors else 200)


@require_POST
@for_owners
@with_webhook
def test_page(request: HttpRequest, *, caller: Caller, team: Team, hook: Webhook) -> HttpResponse:
    """Send a test."""
    try:
        new_test(hook)
        messages.success(request, "A test is on its way. Load the page again to see what came of it.")
    except Problem as problem:
        messages.error(request, f"{problem.detail} {problem.next_step}")
    return _to(hook)


@require_POST
@for_owners
@with_webhook
def secret_page(request: HttpRequest, *, caller: Caller, team: Team, hook: Webhook) -> HttpResponse:
    """Give a webhook another secret, and show it, this once."""
    return _secret(request, caller, hook, replace_secret(hook=hook, caller=caller), is_new=False)


@require_POST
@for_owners
@with_webhook
def switch_page(request: HttpRequest, *, caller: Caller, team: Team, hook: Webhook) -> HttpResponse:
    """Switch a webhook off, or on again."""
    is_on = request.POST.get("to") == "on"
    switch(hook=hook, caller=caller, is_on=is_on)
    messages.success(request, "It is on: it hears of what comes from now on." if is_on else "It is off.")
    return _to(hook)


@require_POST
@for_owners
@with_webhook
def delete_page(request: HttpRequest, *, caller: Caller, team: Team, hook: Webhook) -> HttpResponse:
    """Delete a webhook."""
    delete_webhook(hook=hook, caller=caller)
    messages.success(request, f"The webhook {hook.name} is deleted.")
    return redirect("team-webhooks", team_id=team.id)


@require_POST
@for_owners
@with_webhook
def send_again_page(
    request: HttpRequest, *, caller: Caller, team: Team, hook: Webhook, delivery_id: uuid.UUID
) -> HttpResponse:
    """Send a message once more."""
    delivery = find_delivery(hook, delivery_id)
    if delivery is None:
        return render(request, "teams/not_there.html", status=404)
    if send_again(delivery):
        messages.success(request, "It is on its way again. Load the page again to see what came of it.")
    return _to(hook)


def _secret(request: HttpRequest, caller: Caller, hook: Webhook, secret: str, *, is_new: bool) -> HttpResponse:
    context = {**frame(caller, hook.team), "hook": hook, "secret": secret, "is_new": is_new}
    return render(request, "teams/webhook_secret.html", context)


def _say_what_is_wrong(form: WebhookForm, problem: Problem) -> None:
    for one in problem.errors:
        form.add_error(one.field, one.detail)
    if not problem.errors:
        form.add_error(None, f"{problem.detail} {problem.next_step}")


def _to(hook: Webhook) -> HttpResponse:
    return redirect("team-webhook", team_id=hook.team_id, webhook_id=hook.id)
