"""Errors as problem documents (RFC 9457): what happened, where, and the next step."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, JsonResponse
from rest_framework import exceptions

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
    400: "Send JSON or a form, as /api/v1/docs/ describes it.",
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
