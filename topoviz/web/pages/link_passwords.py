"""Links with a password: who said it is let in for a while, by a signed cookie that is good for this link alone."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from topoviz.web.accounts.secrets import digest_of
from topoviz.web.documents.links import MOST_PASSWORD
from topoviz.web.documents.throttles import PasswordsThrottle
from topoviz.web.sharing.selectors import Glance

SECONDS: Final = 12 * 3600
"""How long a password is remembered."""

_SALT: Final = "topoviz.link"
_PATH: Final = "/s/"


def is_open_to(request: HttpRequest, glance: Glance) -> bool:
    """Tell whether a link asks nobody, or somebody who has said its password."""
    if not glance.password:
        return True
    said = request.get_signed_cookie(_cookie(glance), default="", salt=_SALT, max_age=SECONDS)
    return said == digest_of(glance.password)


def is_said(request: HttpRequest, glance: Glance, password: str) -> bool:
    """Count an attempt, and tell whether it is the password; raises TooMany."""
    PasswordsThrottle(glance.link).count_attempt(Request(request))
    # Django's hashers take long for long texts.
    return bool(glance.password) and len(password) <= MOST_PASSWORD and check_password(password, glance.password)


def remember(response: HttpResponse, glance: Glance) -> None:
    """Let whoever gets this answer in from now on. A link with another password has another digest of it."""
    response.set_signed_cookie(
        _cookie(glance),
        digest_of(glance.password),
        salt=_SALT,
        max_age=SECONDS,
        path=_PATH,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _cookie(glance: Glance) -> str:
    prefix = "__Secure-" if settings.HTTPS else ""
    return f"{prefix}link-{glance.link.hex}"
