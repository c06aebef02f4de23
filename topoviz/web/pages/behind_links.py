"""What everything behind a share link has in common: the link is found, the visit counted, its password asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from rest_framework.request import Request
from rest_framework.views import APIView

from topoviz.web.documents.files import unless_known
from topoviz.web.documents.problems import Problem, problem_response
from topoviz.web.documents.throttles import SharedThrottle
from topoviz.web.pages.kept_files import FILES
from topoviz.web.pages.link_passwords import is_open_to
from topoviz.web.sharing.selectors import Glance, Shown, glance_at, shown_by
from topoviz.web.sharing.services import note_use

View = Callable[Concatenate[HttpRequest, Shown, ...], HttpResponseBase]
Answer = Callable[[HttpRequest, Glance, str, dict[str, Any]], HttpResponseBase]


def shared(view: View) -> Callable[..., HttpResponseBase]:
    """Find what a link shows, and send what every answer behind a link needs; a closed one asks for its password."""

    def answer(request: HttpRequest, glance: Glance, token: str, options: dict[str, Any]) -> HttpResponseBase:
        if not is_open_to(request, glance):
            return _ask(request, token)
        return _shown(request, view, glance, token, options)

    return wraps(view)(behind_a_link(answer))


def shared_to_close(view: View) -> Callable[..., HttpResponseBase]:
    """Do the same for what needs no password: whoever ends a link shows its key."""

    def answer(request: HttpRequest, glance: Glance, token: str, options: dict[str, Any]) -> HttpResponseBase:
        return _shown(request, view, glance, token, options)

    return wraps(view)(behind_a_link(answer))


def shared_files(view: View) -> Callable[..., HttpResponseBase]:
    """Do the same for files, which follow from what the link shows and from the address; none is made twice.

    A link with a password has none, but for who has said it.
    """

    def answer(request: HttpRequest, glance: Glance, token: str, options: dict[str, Any]) -> HttpResponseBase:
        return _file(request, view, glance, token, options) if is_open_to(request, glance) else gone(request)

    return wraps(view)(behind_a_link(answer))


def shared_elsewhere(view: View) -> Callable[..., HttpResponseBase]:
    """Do the same for what other sites show: of a link with a password there is nothing at all."""

    def answer(request: HttpRequest, glance: Glance, token: str, options: dict[str, Any]) -> HttpResponseBase:
        return gone(request) if glance.password else _file(request, view, glance, token, options)

    return wraps(view)(behind_a_link(answer))


def gone(request: HttpRequest) -> HttpResponse:
    """Say that a link does not work; whether it ever did is nobody's to know."""
    if "text/html" in request.headers.get("Accept", ""):
        return render(request, "sharing/gone.html", status=404)
    return problem_response(
        404, "not-found", "This link has expired or was deleted, or its address is not complete.", "Ask for a new link."
    )


def behind_a_link(answer: Answer) -> Callable[..., HttpResponseBase]:
    """Count a visit, look at the link, and send what every answer behind one needs; what is gone is said to be."""

    def with_link(request: HttpRequest, token: str, **options: Any) -> HttpResponseBase:
        try:
            SharedThrottle().allow_request(Request(request), APIView())
        except Problem as too_many:
            return _refuse_visit(request, too_many, token)
        glance = glance_at(token)
        response = gone(request) if glance is None else answer(request, glance, token, options)
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        response.headers["Cache-Control"] = "no-cache"
        if glance is not None and glance.password:
            # Nobody keeps for others what one has said a password for.
            response.headers["Cache-Control"] = "no-store"
            patch_vary_headers(response, ("Cookie",))
        return response

    return with_link


def _shown(request: HttpRequest, view: View, glance: Glance, token: str, options: dict[str, Any]) -> HttpResponseBase:
    found = shown_by(glance)
    if found is None:
        return gone(request)
    _note_use(request, glance)
    return view(request, found, token=token, **options)


def _file(request: HttpRequest, view: View, glance: Glance, token: str, options: dict[str, Any]) -> HttpResponseBase:
    # Of two links to one thing each has its own: a page to embed leads to the link itself.
    key = (glance.link, glance.state, view.__name__, *options.values(), request.GET.urlencode())
    made: HttpResponseBase | None = FILES.find(key)
    if made is None:
        made = _shown(request, view, glance, token, options)
        FILES.keep(key, made)
    else:
        _note_use(request, glance)
    return unless_known(request, made) if isinstance(made, HttpResponse) else made


def _note_use(request: HttpRequest, glance: Glance) -> None:
    """Remember that a link was opened; whoever made it and is shown its badge has not opened it."""
    if request.GET.get("preview") != "1":
        note_use(glance)


def _ask(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for the password, a person on a page."""
    if "text/html" not in request.headers.get("Accept", ""):
        return Problem(403, "asks-for-password", "This link asks for a password.").response()
    return render(request, "sharing/password.html", {"token": token, "query": request.GET.urlencode()})


def _refuse_visit(request: HttpRequest, too_many: Problem, token: str) -> HttpResponse:
    """Say that there were too many visits, to a person as a page."""
    if "text/html" not in request.headers.get("Accept", ""):
        return too_many.response()
    next_step = f"Too many requests came from your address. Wait {too_many.retry_after} seconds, then open it again."
    context = {"title": "This link cannot be shown just now", "next_step": next_step, "token": token}
    response = render(request, "sharing/problem.html", context, status=too_many.status_code)
    for name, value in too_many.headers().items():
        response.headers[name] = value
    return response
