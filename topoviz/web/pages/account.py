"""The account of somebody: name, what it is made of, what was made before, and its end."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from allauth.socialaccount.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.claiming import claim, what_there_is
from topoviz.web.accounts.deleting import NotWhatWasSaid, consequences_of_deleting, delete_account
from topoviz.web.accounts.members import LastOwner
from topoviz.web.accounts.models import User
from topoviz.web.pages.teams.guard import signed_in


class NameForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic when it runs
    """The name that others see, and that one may sign in with."""

    class Meta:
        """Only that."""

        model = User
        fields = ("username",)
        labels = {"username": "Name"}  # noqa: RUF012 - Django reads it so
        help_texts = {"username": "Others in your teams see it, and you can sign in with it."}  # noqa: RUF012


class ClaimForm(forms.Form):
    """Which team shall have it."""

    team = forms.TypedChoiceField(label="Team")

    def __init__(self, *arguments: object, caller: Caller, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        mine = {str(team.pk): team for team in caller.teams if not team.is_anonymous and caller.may_write(team)}
        field = self.fields["team"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(key, team.name) for key, team in mine.items()]
        field.coerce = mine.__getitem__
        field.initial = None if caller.team is None else str(caller.team.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def account_page(request: HttpRequest, *, caller: Caller) -> HttpResponse:
    """Show the account, and give it another name."""
    assert caller.user is not None
    form = NameForm(request.POST or None, instance=User.objects.get(pk=caller.user.pk))
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "You have another name now.")
        return redirect("account")
    context = {
        "form": form,
        "has_second_factor": is_mfa_enabled(caller.user),
        "services": get_adapter().list_providers(request),
        "address": EmailAddress.objects.filter(user=caller.user).order_by("-primary", "-id").first(),
        "has_password": caller.user.has_usable_password(),
    }
    return render(request, "account/account.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def claim_page(request: HttpRequest, *, caller: Caller) -> HttpResponse:
    """Take what was made before signing in into a team."""
    visitors = next((team for team in caller.teams if team.is_anonymous), None)
    what = "" if visitors is None else what_there_is(visitors)
    if visitors is None or not what:
        return render(request, "account/nothing_to_claim.html")
    form = ClaimForm(request.POST or None, caller=caller)
    if request.method == "POST" and form.is_valid():
        team = form.cleaned_data["team"]
        claim(visitors=visitors, team=team, caller=caller)
        messages.success(request, f"{team.name} has it now. Addresses and share links are the same.")
        return redirect("team", team_id=team.id)
    return render(request, "account/claim.html", {"form": form, "what": what})


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth has no types
def delete_account_page(request: HttpRequest, *, caller: Caller) -> HttpResponse:
    """Say what deleting the account means, and do it."""
    assert caller.user is not None
    consequences = consequences_of_deleting(caller.user)
    if request.method != "POST":
        return render(request, "account/delete.html", {"consequences": consequences})
    if not request.POST.get("sure"):
        messages.error(request, "Nothing was deleted: tick the box to say that you mean it.")
        return redirect("delete-account")
    said = set(request.POST.getlist("teams"))
    try:
        user = User.objects.get(pk=caller.user.pk)
        delete_account(user=user, caller=caller, deleted=said)
    except (LastOwner, NotWhatWasSaid):
        messages.error(request, "Nothing was deleted: your teams have changed meanwhile. Read again what would happen.")
        return redirect("delete-account")
    logout(request)
    messages.success(request, "Your account is deleted.")
    return redirect("account_login")
