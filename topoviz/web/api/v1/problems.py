"""Errors as problem documents (RFC 9457): what happened, where, and the next step."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response

CONTENT_TYPE = "application/problem+json"

CODES = {
    400: "not-understood",
    401: "not-signed-in",
    403: "not-allowed",
    404: "not-found",
    405: "wrong-method",
    406: "wrong-form",
    415: "wrong-form",
    422: "not-valid",
    429: "too-many",
}
TITLES = {413: "Too large"}
NEXT_STEPS = {
    400: "Send JSON as /api/v1/docs/ describes it.",
    401: "Send a valid token: Authorization: Bearer tvz_…",
    403: "Load the page again, or ask an owner of the team for the right to write.",
    404: "Check the address. It may have been deleted, or belong to another team.",
    405: "See /api/v1/docs/ for what this address takes.",
    406: "Ask for application/json.",
    415: "Send Content-Type: application/json.",
    422: "Correct what detail names, and send it again.",
    429: "Wait for as long as Retry-After says.",
}


class Problem(exceptions.APIException):
    """An error with everything that a problem document says."""

    def __init__(self, status: int, code: str, detail: str, next_step: str) -> None:
        super().__init__(detail, code)
        self.status_code = status
        self.problem_code = code
        self.next_step = next_step


class NotFound(Problem):
    """There is no such thing, or it belongs to another team: nobody can tell which."""

    def __init__(self) -> None:
        super().__init__(404, CODES[404], "There is nothing at this address.", NEXT_STEPS[404])


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an exception of the API into a problem document."""
    # Views import the parsers, and these import this module.
    from rest_framework.views import exception_handler

    response = exception_handler(error, context)
    if response is None:
        return None
    status = HTTPStatus.UNPROCESSABLE_ENTITY if isinstance(error, exceptions.ValidationError) else response.status_code
    if isinstance(error, Problem):
        body = problem(status, error.problem_code, str(error.detail), error.next_step)
    else:
        body = problem(status, CODES.get(status, "trouble"), _sentence(response.data), NEXT_STEPS.get(status, ""))
    answer = Response(body, status=status, content_type=CONTENT_TYPE)
    for name in ("Retry-After", "WWW-Authenticate", "Allow"):
        if name in response.headers:
            answer.headers[name] = response.headers[name]
    return answer


def problem(status: int, code: str, detail: str, next_step: str) -> dict[str, Any]:
    """Give the members of a problem document."""
    return {
        "type": f"/api/v1/docs/#problem-{code}",
        "title": TITLES.get(status, HTTPStatus(status).phrase),
        "status": int(status),
        "detail": detail,
        "code": code,
        "next_step": next_step,
    }


def problem_response(status: int, code: str, detail: str, next_step: str) -> JsonResponse:
    """Give a problem document outside of the API's own views."""
    return JsonResponse(problem(status, code, detail, next_step), status=status, content_type=CONTENT_TYPE)


def csrf_failure(request: HttpRequest, reason: str = "") -> JsonResponse:
    """Answer a form that was not sent from a page of ours."""
    return problem_response(403, "not-allowed", "The form was not sent from a page of this server.", NEXT_STEPS[403])


def _sentence(data: Any) -> str:
    """Put what Django REST framework found wrong into one line, each part with the place it is about."""
    return " ".join(_parts(data, ""))


def _parts(data: Any, place: str) -> list[str]:
    if isinstance(data, dict):
        known = data.get("detail")
        if known is not None and len(data) == 1:
            return _parts(known, place)
        return [part for key, value in data.items() for part in _parts(value, f"{place}.{key}".lstrip("."))]
    if isinstance(data, list) and any(isinstance(item, dict) for item in data):
        return [part for number, item in enumerate(data) for part in _parts(item, f"{place}[{number}]")]
    if isinstance(data, list):
        return [part for item in data for part in _parts(item, place)]
    return [f"{place}: {data}" if place and not place.endswith("non_field_errors") else str(data)]
