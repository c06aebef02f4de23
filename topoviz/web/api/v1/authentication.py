"""Who calls the API: a program with a token, or a browser with a session."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from rest_framework.authentication import BaseAuthentication, CSRFCheck
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from topoviz.web.accounts.callers import Caller, caller_of_session, caller_of_token
from topoviz.web.accounts.models import Team, User
from topoviz.web.accounts.selectors import find_token
from topoviz.web.accounts.services import note_use
from topoviz.web.documents.problems import Problem, is_browser, not_from_a_page

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer tvz_…`."""

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, Caller] | None:
        """Give the token's caller as `request.auth`; raises AuthenticationFailed for a wrong one."""
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        token = find_token(secret.strip()) if scheme.lower() == SCHEME.lower() else None
        caller = None if token is None else caller_of_token(token)
        if token is None or caller is None:
            raise AuthenticationFailed("This token is not valid: it is mistyped, has expired or was taken back.")
        note_use(token=token)
        return token.created_by or AnonymousUser(), caller

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme in answers with 401."""
        return SCHEME


class SessionAuthentication(BaseAuthentication):
    """The session cookie. What changes something must come from a page of ours."""

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, Caller]:
        """Give the session's caller as `request.auth`, also for a new visitor; raises Problem."""
        # The user of the session; asking Django REST framework for it would ask us.
        below = request._request  # noqa: SLF001
        if not settings.TOPOVIZ_ANONYMOUS and not below.user.is_authenticated:
            raise Problem(401, "not-signed-in", "This server is for those who are signed in, or show a token.")
        # Django REST framework switches the middleware's check off, also for those without a cookie so far.
        check = CSRFCheck(_never_called)
        check.process_request(request)
        if check.process_view(request, _never_called, (), {}):
            raise not_from_a_page(is_browser=is_browser(below))
        return below.user, caller_of_session(below)


def caller_of(request: Request) -> Caller:
    """Give who calls a view of the API."""
    assert isinstance(request.auth, Caller)
    return request.auth


def must_be_allowed(request: Request, team: Team) -> None:
    """Let a request go on that only reads, or whose caller may write in the team of what it found."""
    if request.method not in SAFE_METHODS and not caller_of(request).may_write(team):
        raise PermissionDenied


def must_own(request: Request, team: Team) -> None:
    """Let a request go on whose caller decides about a team itself; raises Problem."""
    caller = caller_of(request)
    if caller.owns(team) and caller.project is None:
        return
    if caller.token is not None:
        raise Problem(
            403, "not-allowed", "This is for owners of the team, and a token is none.",
            "Sign in as an owner, and use the page of the team.",
        )  # fmt: skip
    raise Problem(403, "not-allowed", "This is for owners of the team.", "Ask one of them.")


def _never_called(request: HttpRequest) -> HttpResponse:
    raise NotImplementedError
