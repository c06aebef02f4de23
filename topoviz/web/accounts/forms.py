"""The form of signing in, in our words."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm


class LoginForm(AllauthLoginForm):  # type: ignore[misc]  # allauth's has no types
    """An e-mail address or a name, and a password."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["login"].label = "E-mail address or name"
        # The page has its own link for those who do not know it.
        self.fields["password"].help_text = ""
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
