"""Answers requests that do not say how long they are.

WSGI gives such a body as an empty one, and what is missing in it would be told instead of why.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from topoviz.web.documents.problems import problem_response


class LengthRequiredMiddleware:
    """Refuses a body that is sent in chunks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request whose body has no length with a problem document, and all others as ever."""
        if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
            return problem_response(411, "length-required", "The request does not say how long it is.")
        return self.get_response(request)
