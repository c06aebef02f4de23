"""How the description of the API names the ways to sign in."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema


def register() -> None:
    """Do nothing: the two classes make themselves known when this module is read."""


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Tokens of programs."""

    target_class = "topoviz.web.api.v1.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Describe the header."""
        return {"type": "http", "scheme": "bearer", "description": "A token of a team; it begins with tvz_."}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Browsers' sessions."""

    target_class = "topoviz.web.api.v1.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Describe the cookie."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "What changes something also needs X-CSRFToken, from a page of this server.",
        }
