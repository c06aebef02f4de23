"""Exceptions of the API's views, as problem documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404
from django.http.multipartparser import MultiPartParserError
from rest_framework import exceptions
from rest_framework.response import Response

from topoviz.web.accounts.callers import Caller
from topoviz.web.analyses.jobs import TooManyWaiting
from topoviz.web.analyses.quotas import QuotaUsedUp
from topoviz.web.documents.problems import (
    CONTENT_TYPE,
    FieldError,
    Limit,
    NotFound,
    Problem,
    problem_of_status,
    quota_used_up,
    too_many_waiting,
)

if TYPE_CHECKING:
    # Views import the parsers, and these import this module.
    from rest_framework.views import APIView


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an exception of the API into a problem document; what is our mistake goes on as it is."""
    from rest_framework.views import exception_handler

    view: APIView = context["view"]
    problem = problem_of(error, view)
    if problem is None:
        return None
    # Django REST framework's own handler rolls the transaction back, and knows which headers belong to an error.
    known = exception_handler(error, context)
    answer = Response(problem.document(), status=problem.status_code, content_type=CONTENT_TYPE)
    for name in ("WWW-Authenticate", "Allow"):
        if known is not None and name in known.headers:
            answer.headers[name] = known.headers[name]
    if problem.status_code == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"
    for name, value in problem.headers().items():
        answer.headers[name] = value
    return answer


def problem_of(error: Exception, view: APIView) -> Problem | None:
    """Say as a problem what a view raised; None for a mistake of ours."""
    match error:
        case Problem():
            return error
        case TooManyWaiting():
            return too_many_waiting()
        case QuotaUsedUp():
            return quota_used_up(error)
        case Http404():
            return NotFound()
        case exceptions.ValidationError():
            errors = field_errors(error.detail)
            return Problem(422, "not-valid", " ".join(map(_sentence, errors)), errors=errors)
        case exceptions.MethodNotAllowed():
            allowed = ", ".join(view.allowed_methods)
            return problem_of_status(405, f"{view.request.method} is not taken here; this address takes {allowed}.")
        case exceptions.UnsupportedMediaType():
            types = " or ".join(parser.media_type for parser in view.parser_classes)
            sent = view.request.content_type or "no type"
            return problem_of_status(415, f"The body is of the type {sent[:100]}; send Content-Type: {types}.")
        case exceptions.NotAcceptable():
            return problem_of_status(406, "The answer is application/json; ask for that, or leave Accept away.")
        case exceptions.PermissionDenied() if isinstance(view.request.auth, Caller):
            return _may_only_read(view.request.auth)
        case exceptions.APIException():
            return problem_of_status(error.status_code, str(error.detail))
        case RequestDataTooBig():
            most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
            what = f"What stands in a form beside its files may have {most // 1024:,} KB."
            return Problem(413, "too-large", what, limit=Limit("form_bytes", most))
        case MultiPartParserError() | TooManyFieldsSent() | TooManyFilesSent():
            return problem_of_status(400, "The form cannot be read: it is damaged, or has too much beside its files.")
        case _:
            return None


def _may_only_read(caller: Caller) -> Problem:
    if caller.token is not None:
        return Problem(403, "not-allowed", "This token may read, but not write.")
    if caller.team is None:
        return Problem(403, "no-team", "You are in no team.")
    return Problem(
        403, "not-allowed", "You may read here, but not write.", "Ask an owner of the team for the right to write."
    )


def field_errors(data: Any, place: str = "") -> list[FieldError]:
    """Give what Django REST framework found wrong, each with the place it is about."""
    if isinstance(data, dict):
        return [part for key, value in data.items() for part in field_errors(value, _below(place, key))]
    if isinstance(data, list) and any(isinstance(item, dict) for item in data):
        return [part for number, item in enumerate(data) for part in field_errors(item, f"{place}[{number}]")]
    if isinstance(data, list):
        return [part for item in data for part in field_errors(item, place)]
    return [FieldError(place.removesuffix("non_field_errors").removesuffix("."), str(data))]


def _below(place: str, key: object) -> str:
    return f"{place}[{key}]" if isinstance(key, int) else f"{place}.{key}".lstrip(".")


def _sentence(error: FieldError) -> str:
    return f"{error.field}: {error.detail}" if error.field else error.detail
