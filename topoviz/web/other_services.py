"""Other services that people sign in with, as the environment names them: an OpenID provider, and GitHub."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

OPENID = "openid_connect"
OPENID_ID = "sso"
"""What stands in its addresses: the provider is given `/account/oidc/sso/login/callback/` to come back to."""


def sign_in_services(variables: Mapping[str, str]) -> dict[str, Any]:
    """Give allauth's settings of the services that are named, of which there may be none."""
    services: dict[str, Any] = {}
    if server := variables.get("TOPOVIZ_OIDC_SERVER"):
        app = _app(variables, "TOPOVIZ_OIDC") | {
            "provider_id": OPENID_ID,
            "name": variables.get("TOPOVIZ_OIDC_NAME", "") or "single sign-on",
            "settings": {"server_url": server},
        }
        services[OPENID] = {"APPS": [app], "OAUTH_PKCE_ENABLED": True}
    if variables.get("TOPOVIZ_GITHUB_CLIENT_ID"):
        services["github"] = {"APPS": [_app(variables, "TOPOVIZ_GITHUB")], "SCOPE": ["user:email"]}
    return services


def _app(variables: Mapping[str, str], prefix: str) -> dict[str, Any]:
    return {
        "client_id": variables.get(f"{prefix}_CLIENT_ID", ""),
        "secret": variables.get(f"{prefix}_SECRET", ""),
    }
