"""Answers requests whose body did not arrive whole, or is not read at all: it is too long, or does not say how long."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from topoviz.web.api.v1.parsing import too_long
from topoviz.web.documents.bodies import most_bytes, view_of
from topoviz.web.documents.problem_codes import BY_CODE
from topoviz.web.documents.problems import Problem
from topoviz.web.visits import REFUSED

SHORT = 64 * 1024
"""Bytes that every address takes."""


class BodyMiddleware:
    """Refuses bodies before anything of them is read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request without a whole body with a problem document, and all others as ever."""
        problem = _problem_of(request)
        return self.get_response(request) if problem is None else problem.response()


def _problem_of(request: HttpRequest) -> Problem | None:
    length = request.META.get("CONTENT_LENGTH") or ""
    if "HTTP_TRANSFER_ENCODING" in request.META and not length:
        # WSGI gives such a body as an empty one, and what is missing in it would be told instead of why.
        return Problem(411, "length-required", "The request does not say how long it is.")
    if code := request.META.get(REFUSED):
        about = BY_CODE[code]
        return Problem(about.statuses[0], code, about.meaning, retry_after=5 if about.statuses[0] == 503 else None)
    if length.isdigit() and int(length) > SHORT:
        return _too_long(request, int(length))
    return None


def _too_long(request: HttpRequest, length: int) -> Problem | None:
    content_type = request.META.get("CONTENT_TYPE", "")
    if length <= most_bytes(request.path_info, content_type):
        return None
    told = getattr(view_of(request.path_info), "too_long", None)
    problem: Problem = too_long() if told is None else told(content_type)
    return problem
