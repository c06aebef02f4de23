"""The forms of accounts, in our words: no label is said twice, and an e-mail address is called so on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account import forms as of_accounts
from allauth.mfa.base import forms as of_second_factors
from allauth.mfa.totp import forms as of_apps
from allauth.socialaccount import forms as of_other_services

if TYPE_CHECKING:
    from django.forms import Field


class InOurWords:
    """Takes away placeholders, which repeat labels, and calls an e-mail address by its name."""

    fields: dict[str, Field]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name == "email":
                field.label = "E-mail address"


class LoginForm(InOurWords, of_accounts.LoginForm):  # type: ignore[misc]  # allauth's has no types
    """An e-mail address or a name, and a password."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["login"].label = "E-mail address or name"
        # The page has its own link for those who do not know it.
        self.fields["password"].help_text = ""


class SignupForm(InOurWords, of_accounts.SignupForm):  # type: ignore[misc]
    """Making an account."""


class OtherServiceSignupForm(InOurWords, of_other_services.SignupForm):  # type: ignore[misc]
    """Making an account for somebody who comes from another service."""


class AddEmailForm(InOurWords, of_accounts.AddEmailForm):  # type: ignore[misc]
    """Another e-mail address."""


class ResetPasswordForm(InOurWords, of_accounts.ResetPasswordForm):  # type: ignore[misc]
    """Where a link comes by which one sets another password."""


class ResetPasswordKeyForm(InOurWords, of_accounts.ResetPasswordKeyForm):  # type: ignore[misc]
    """Another password, by such a link."""


class ChangePasswordForm(InOurWords, of_accounts.ChangePasswordForm):  # type: ignore[misc]
    """Another password."""


class SetPasswordForm(InOurWords, of_accounts.SetPasswordForm):  # type: ignore[misc]
    """A first password."""


class ReauthenticateForm(InOurWords, of_accounts.ReauthenticateForm):  # type: ignore[misc]
    """The password once more."""


class SecondFactorForm(InOurWords, of_second_factors.AuthenticateForm):  # type: ignore[misc]
    """A code, to sign in."""


class SecondFactorAgainForm(InOurWords, of_second_factors.ReauthenticateForm):  # type: ignore[misc]
    """A code once more."""


class ActivateAppForm(InOurWords, of_apps.ActivateTOTPForm):  # type: ignore[misc]
    """The first code of an app."""
