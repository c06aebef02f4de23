"""Which form an answer has: JSON, or what the ending of the address says."""

from __future__ import annotations

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

PROBLEM = "application/problem+json"


class Negotiation(DefaultContentNegotiation):
    """As usual, but that whoever asks for problem documents alone also gets JSON where there is no problem.

    A view with `gives_files` answers in the form that its address names, whatever Accept says.
    """

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Give the renderer and the media type; raises NotAcceptable."""
        json = next(iter(renderers))
        accept = request.headers.get("Accept", "")
        if getattr(request.parser_context["view"], "gives_files", False) or PROBLEM in accept:
            return json, json.media_type
        chosen: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
        return chosen
