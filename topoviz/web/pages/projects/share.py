"""Sharing a project's latest on main, or one of its revisions, without scripts."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from topoviz.web.accounts.callers import Caller
from topoviz.web.analyses.limits import limits
from topoviz.web.documents.links import LEAST_PASSWORD, MOST_PASSWORD, new_link_document
from topoviz.web.pages.elsewhere import embedding_of
from topoviz.web.pages.projects.guard import around, for_members
from topoviz.web.pages.teams.guard import frame
from topoviz.web.projects.models import Project, Revision
from topoviz.web.projects.selectors import find_revision, latest_on_main
from topoviz.web.sharing.services import TooManyLinks, create_share_link

LATEST = "latest"


class LinkForm(forms.Form):
    """What a link shows, until when, and which password it asks for."""

    shows = forms.ChoiceField(label="The link shows", widget=forms.RadioSelect)
    last_day = forms.DateField(
        label="Last day",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="Without one it works until somebody revokes it.",
    )
    password = forms.CharField(
        label="Password",
        required=False,
        strip=False,
        min_length=LEAST_PASSWORD,
        max_length=MOST_PASSWORD,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=f"At least {LEAST_PASSWORD} letters. The link then asks for it, and other sites show no picture. "
        "Send it by another way than the link.",
    )

    def __init__(self, *arguments: object, project: Project, revision: Revision, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        shows = self.fields["shows"]
        assert isinstance(shows, forms.ChoiceField)
        shows.choices = [
            (LATEST, f"The latest on {project.main_branch}, whatever that is when somebody opens it"),
            (str(revision.number), f"Revision {revision.number}, always"),
        ]
        shows.initial = str(revision.number)

    def clean_last_day(self) -> date | None:
        """Take a day that is not over."""
        day: date | None = self.cleaned_data["last_day"]
        if day is not None and day < timezone.now().date():
            raise forms.ValidationError("That day is over.")
        return day


@require_http_methods(["GET", "HEAD", "POST"])
@for_members
def share_page(request: HttpRequest, *, caller: Caller, project: Project) -> HttpResponse:
    """Ask what is to be shared, and make the link, whose address is in this answer alone."""
    if not caller.may_write(project.team):
        if request.method == "POST":
            raise PermissionDenied
        return render(request, "teams/for_editors.html", frame(caller, project.team), status=403)
    latest = latest_on_main(project)
    offered = _asked_for(caller, project, request.GET.get("revision", "")) or latest
    if offered is None:
        return render(request, "projects/share.html", {**around(caller, project), "is_nothing": True})
    form = LinkForm(request.POST or None, project=project, revision=offered)
    shown = {**around(caller, project), "form": form}
    if request.method != "POST" or not form.is_valid():
        return render(request, "projects/share.html", shown, status=422 if form.errors else 200)
    follows = form.cleaned_data["shows"] == LATEST
    if follows and latest is None:
        form.add_error("shows", f"Nothing was read on {project.main_branch} so far.")
        return render(request, "projects/share.html", shown, status=422)
    try:
        link, token, delete_key = create_share_link(
            project=project if follows else None,
            revision=None if follows else offered,
            source=caller.source,
            user=caller.user,
            expires=_end_of(form.cleaned_data["last_day"]),
            password=form.cleaned_data["password"],
            caller=caller,
        )
    except TooManyLinks:
        form.add_error(None, f"A team may have {limits().links:,} share links. Revoke those that nobody needs.")
        return render(request, "projects/share.html", shown, status=409)
    made = _texts(request, project.name, new_link_document(link, token, delete_key))
    return render(request, "projects/new_link.html", {**around(caller, project), "made": made, "link": link})


def _asked_for(caller: Caller, project: Project, number: str) -> Revision | None:
    """Give the revision from whose page somebody comes, where it has something to show."""
    revision = find_revision(caller, project.id, int(number)) if re.fullmatch(r"[1-9]\d{0,8}", number) else None
    return None if revision is None or revision.analysis.result is None else revision


def _end_of(day: date | None) -> datetime | None:
    """Give the last moment of a day, in the server's time, so that pages name this day and not the next."""
    if day is None:
        return None
    return datetime.combine(day, time.max, tzinfo=timezone.get_current_timezone())


def _texts(request: HttpRequest, name: str, document: dict[str, Any]) -> dict[str, Any]:
    """Give what can be copied of a new link."""
    whole = {
        one: None if document[one] is None else request.build_absolute_uri(document[one])
        for one in ("url", "svg", "badge", "embed")
    }
    label = re.sub(r"([\\\[\]])", r"\\\1", name)
    made = {**whole, "badge_path": document["badge"], "delete_key": document["delete_key"]}
    embed = whole["embed"]
    if embed is None:
        return made
    return {
        **made,
        "markdown": f"[![{label}]({whole['svg']})]({whole['url']})",
        "badge_markdown": f"[![{label}]({whole['badge']})]({whole['url']})",
        "html": embedding_of(embed, name),
    }
