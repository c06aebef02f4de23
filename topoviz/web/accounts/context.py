"""What the top of every page says of who is signed in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from topoviz.web.accounts.callers import Caller, caller_of_session


def account(request: HttpRequest) -> dict[str, Any]:
    """Give the caller, who is looked up when a template asks, and what this server allows."""
    return {
        "caller": SimpleLazyObject(lambda: _caller(request)),
        "sends_mail": settings.SENDS_MAIL,
        "may_be_anonymous": settings.TOPOVIZ_ANONYMOUS,
    }


def _caller(request: HttpRequest) -> Caller:
    return caller_of_session(request)
