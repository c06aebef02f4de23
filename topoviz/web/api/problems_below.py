"""Answers below /api/ are for programs: whatever goes wrong there, also outside of a view, is a problem document."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from topoviz.web.documents.problems import CONTENT_TYPE, problem_of_status

BELOW = "/api/"


class ProblemsBelowMiddleware:
    """Replaces pages that tell of an error: unknown addresses, wrong methods, and mistakes of ours."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; an error that is no problem document becomes one, with the headers it had."""
        response = self.get_response(request)
        if response.status_code < HTTPStatus.BAD_REQUEST or not f"{request.path}/".startswith(BELOW):
            return response
        if response.headers.get("Content-Type", "") == CONTENT_TYPE:
            return response
        problem = problem_of_status(response.status_code, _detail(request, response)).response()
        for name in ("Allow", "Retry-After", "WWW-Authenticate"):
            if name in response.headers:
                problem.headers[name] = response.headers[name]
        problem.cookies = response.cookies
        return problem


def _detail(request: HttpRequest, response: HttpResponse) -> str:
    match response.status_code:
        case HTTPStatus.NOT_FOUND:
            return f"The API has no address {request.path[:200]}."
        case HTTPStatus.METHOD_NOT_ALLOWED:
            allowed = response.headers.get("Allow", "")
            return f"{request.method} is not taken here; this address takes {allowed}."
        case _:
            return ""
