"""The forms of teams."""

from __future__ import annotations

from django import forms

from topoviz.web.accounts.invitations import DAYS
from topoviz.web.accounts.models import Role

ROLES = {
    Role.VIEWER: "Viewer: sees everything",
    Role.EDITOR: "Editor: adds and changes things too",
    Role.OWNER: "Owner: decides about members and the team itself",
}


class NameForm(forms.Form):
    """The name of a team."""

    name = forms.CharField(label="Name", max_length=100, strip=True)


class ChoiceForm(forms.Form):
    """One of my teams."""

    team = forms.UUIDField()


class RoleForm(forms.Form):
    """What a member is."""

    role = forms.ChoiceField(label="Role", choices=[(one.value, one.label) for one in Role])


class MemberForm(forms.Form):
    """A member."""

    user = forms.UUIDField()


class InvitationForm(forms.Form):
    """Whom to invite, as what, and for how long the link holds."""

    note = forms.CharField(
        label="For whom", max_length=100, required=False, help_text="Only so that you know it again."
    )
    role = forms.ChoiceField(
        label="Role", choices=[(one.value, words) for one, words in ROLES.items()], initial=Role.EDITOR
    )
    days = forms.TypedChoiceField(
        label="The link holds for",
        choices=[(days, f"{days} day{'s' if days > 1 else ''}") for days in DAYS],
        coerce=int,
        initial=7,
    )


class DeleteTeamForm(forms.Form):
    """The name of the team once more, so that nobody deletes one by a slip."""

    name = forms.CharField(label="Type the name of the team", max_length=100, strip=True)

    def __init__(self, *arguments: object, team_name: str, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self.team_name = team_name

    def clean_name(self) -> str:
        """Take that name only."""
        name = str(self.cleaned_data["name"])
        if name != self.team_name:
            raise forms.ValidationError("This is not the name of the team.")
        return name
