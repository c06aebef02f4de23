"""Answers of the API have an ETag, so that whoever asks again gets them only when they are others."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, set_response_etag

BELOW = "/api/"


class ETagsMiddleware:
    """Gives answers to GET below /api/ an ETag where they have none, and 304 to those who have the answer already."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; what is sent piece by piece is left as it is."""
        response = self.get_response(request)
        is_ours = request.path.startswith(BELOW) and request.method == "GET" and response.status_code == 200
        if not is_ours or response.streaming or "ETag" in response.headers:
            return response
        set_response_etag(response)
        return get_conditional_response(request, etag=response.headers["ETag"], response=response) or response
