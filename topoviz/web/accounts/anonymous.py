"""Where topoviz is not for everybody: who is not signed in is asked to, but for what is open to all."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

# What has a secret of its own in the address, what one needs to sign in, what says how the server is,
# and the program itself.
OPEN = ("/account/", "/invitations/", "/s/", "/oembed", "/help/", "/health", "/favicon.ico", "/static/", "/simple/")
# Links that carry their program lead here; what they carry would be lost on the way over another page.
CARRIED = "/s"
# The API says by itself who must sign in; its description is open.
API = "/api/"


class SignInMiddleware:
    """Asks visitors to sign in where `TOPOVIZ_ANONYMOUS` is off."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, or lead to the page where one signs in."""
        path = request.path
        if (
            settings.TOPOVIZ_ANONYMOUS
            or path == CARRIED
            or path.startswith((*OPEN, API))
            or request.user.is_authenticated
        ):
            return self.get_response(request)
        return to_sign_in(request)


def to_sign_in(request: HttpRequest) -> HttpResponseRedirect:
    """Lead to the page where one signs in, and from there back."""
    wanted = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
    return HttpResponseRedirect(f"{reverse(settings.LOGIN_URL)}?{urlencode({'next': wanted})}")
