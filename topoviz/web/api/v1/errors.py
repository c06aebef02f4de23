"""Exceptions of the API's views, as problem documents."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http.multipartparser import MultiPartParserError
from rest_framework import exceptions
from rest_framework.response import Response

from topoviz.web.documents.problems import CODES, CONTENT_TYPE, NEXT_STEPS, Problem, problem

BAD_FORMS = (MultiPartParserError, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
"""What Django raises for a form that it does not read, also while the form's origin is checked."""


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an exception of the API into a problem document."""
    # Views import the parsers, and these import this module.
    from rest_framework.views import exception_handler

    if isinstance(error, BAD_FORMS):
        error = exceptions.ParseError("The form cannot be read: it is damaged, or has too much beside its files.")
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
