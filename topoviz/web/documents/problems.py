"""Errors as problem documents (RFC 9457): what happened, which field and which limit it is about, and the next step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from rest_framework import exceptions

from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.quotas import QuotaUsedUp
from topoviz.web.documents.problem_codes import BY_CODE, about_status

CONTENT_TYPE = "application/problem+json"
TITLES = {413: "Too large"}
AGAIN = {"Retry-After": "1"}
"""What says that it is worth asking again for something that is being worked on."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one field; `field` is its place, such as `files[0].name` or the name of a parameter."""

    field: str
    detail: str


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit that was passed: its name among the settings, how much is taken, and in how many seconds if in some."""

    name: str
    value: int
    seconds: int | None = None


class Problem(exceptions.APIException):
    """An error with everything that a problem document says; `retry_after` is in seconds, `more` extends it."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        next_step: str = "",
        *,
        errors: Sequence[FieldError] = (),
        limit: Limit | None = None,
        retry_after: float | None = None,
        more: Json | None = None,
    ) -> None:
        super().__init__(detail, code)
        self.status_code = status
        self.problem_code = code
        self.next_step = next_step or BY_CODE[code].next_step
        self.errors = tuple(errors)
        self.limit = limit
        self.retry_after = None if retry_after is None else max(1, math.ceil(retry_after))
        self.more = more or {}

    def document(self) -> Json:
        """Give the problem document; `errors` and `limit` are there where it is about a field or a limit."""
        return {
            "type": f"/api/v1/docs/#problem-{self.problem_code}",
            "title": TITLES.get(self.status_code, HTTPStatus(self.status_code).phrase),
            "status": int(self.status_code),
            "detail": str(self.detail),
            "code": self.problem_code,
            "next_step": self.next_step,
            **({"errors": [asdict(one) for one in self.errors]} if self.errors else {}),
            **({"limit": asdict(self.limit)} if self.limit else {}),
            **self.more,
        }

    def headers(self) -> dict[str, str]:
        """Give the headers that belong to it."""
        return {} if self.retry_after is None else {"Retry-After": str(self.retry_after)}

    def response(self) -> JsonResponse:
        """Give the answer, outside of the API's own views."""
        return JsonResponse(self.document(), status=self.status_code, content_type=CONTENT_TYPE, headers=self.headers())


class NotFound(Problem):
    """There is no such thing, or it belongs to another team: nobody can tell which."""

    def __init__(self) -> None:
        super().__init__(
            404, "not-found", "There is nothing at this address. It may be deleted, or belong to another team."
        )


class TooMany(Problem):
    """Somebody comes too often."""

    def __init__(self, limit: Limit, wait: float | None) -> None:
        seconds = limit.seconds or 1
        super().__init__(
            429,
            "too-many",
            f"At most {limit.value:,} {limit.name.replace('_', ' ')} are taken in {seconds:,} seconds.",
            limit=limit,
            retry_after=wait or 1,
        )


def too_many_waiting() -> Problem:
    """Make the problem of a team that has as much work waiting as it may have."""
    most = limits().jobs_waiting
    what = f"{most:,} submissions, questions or pictures of yours wait or are being worked on already."
    return Problem(429, "too-many-waiting", what, limit=Limit("jobs_waiting", most), retry_after=5)


def quota_used_up(error: QuotaUsedUp) -> Problem:
    """Make the problem of a team that keeps as much as it may."""
    most = f"{error.most // 2**20:,} MiB" if error.limit.endswith("_bytes") else f"{error.most:,} programs"
    what = "previews" if error.limit == "preview_bytes" else "what is kept"
    what = f"There is no room for more: {most} is the most for {what}."
    return Problem(422, "quota-used-up", what, limit=Limit(error.limit, error.most))


def problem_of_status(status: int, detail: str = "") -> Problem:
    """Make the problem of a status about which nothing more is known."""
    about = about_status(status)
    return Problem(status, about.code, detail or about.meaning)


def problem_response(status: int, code: str, detail: str, next_step: str = "") -> JsonResponse:
    """Give a problem document outside of the API's own views."""
    return Problem(status, code, detail, next_step).response()


def not_from_a_page(*, is_browser: bool) -> Problem:
    """Make the problem of a request that changes something without a token and without a page of ours.

    Only a browser hears of pages: a program has none to load again.
    """
    if is_browser:
        return Problem(403, "not-from-a-page", "The request does not come from a page of this server.")
    return Problem(401, "not-signed-in", "The request has no token.")


def is_browser(request: HttpRequest) -> bool:
    """Tell whether a request comes from a browser: it has a cookie of ours, or says which page it comes from."""
    cookies = (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME)
    return any(name in request.COOKIES for name in cookies) or any(
        name in request.headers for name in ("Origin", "Sec-Fetch-Site")
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> JsonResponse:
    """Answer a form that was not sent from a page of ours."""
    return not_from_a_page(is_browser=True).response()
