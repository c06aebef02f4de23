"""What is ours in how people sign in: who may sign up, where they get to, and how second factors are kept."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from cryptography.fernet import Fernet
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from topoviz.web.accounts.callers import caller_of_session
from topoviz.web.accounts.claiming import has_something
from topoviz.web.accounts.invitations import INVITED_KEY
from topoviz.web.accounts.models import User
from topoviz.web.accounts.own_team import give_own_team


def may_sign_up(request: HttpRequest) -> bool:
    """Tell whether this visitor may make an account: anybody may, or those who follow an invitation."""
    return bool(settings.TOPOVIZ_SIGN_UP) or INVITED_KEY in request.session


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth's has no types
    """Signing in with a password."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Tell whether this visitor may make an account."""
        return may_sign_up(request)

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in, and see that there is a team to work in."""
        super().login(request, user)
        give_own_team(request=request, user=user)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Lead to what was made before signing in, else to the team."""
        caller = caller_of_session(request)
        if any(team.is_anonymous and has_something(team) for team in caller.teams):
            return reverse("claim")
        return reverse("teams") if caller.team is None else reverse("team", args=(caller.team.pk,))

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        """Lead to the same."""
        return self.get_login_redirect_url(request)

    def is_reauthentication_required(self, *, app: str, **_: Any) -> bool:
        """Ask once more who it is, of those who have a way to answer: of some, only another service knows."""
        user = context.request.user
        return bool(super().is_reauthentication_required(app=app) and self.get_reauthentication_methods(user))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Lead back to the account."""
        return reverse("account")


class OtherServiceAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # allauth's has no types
    """Signing in with another service."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Tell whether this visitor may make an account."""
        return may_sign_up(request)

    def get_connect_redirect_url(self, request: HttpRequest, socialaccount: Any) -> str:
        """Lead back to the list of services."""
        return reverse("socialaccount_connections")


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth's has no types
    """Second factors, which the database keeps encrypted: a copy of it opens no account."""

    def encrypt(self, text: str) -> str:
        """Encrypt with a key that comes from Django's secret key."""
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Undo that."""
        return _fernet().decrypt(encrypted_text.encode()).decode()


def _fernet() -> Fernet:
    key = hashlib.sha256(b"topoviz second factors:" + settings.SECRET_KEY.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))
