"""The web server: its socket, its processes, and whether it answers."""

from __future__ import annotations

import http.client
import ipaddress
import os
import socket
import sys
from collections.abc import Mapping

from topoviz.web.supervisor import Child

EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - only to know them when they are asked for
"""The addresses that mean all of them, each with one that a browser can open."""


def listen(host: str, port: int) -> socket.socket:
    """Take the address before anything is started; raises OSError when it cannot be had. Port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=512)


def web_child(listener: socket.socket, host: str, variables: Mapping[str, str]) -> Child:
    """Describe the server on a socket that is already open, so that nobody can take the address in between."""
    command = (sys.executable, "-m", "topoviz.web.server", "--fd", str(listener.fileno()))
    variables = {**variables, **allow(host)}
    return Child("The web server", command, variables, kept_files=(listener.fileno(),), restarts_when_killed=True)


def allow(host: str) -> dict[str, str]:
    """Give the variable that lets browsers use the very address that was asked for; a wildcard names no address."""
    named = os.environ.get("TOPOVIZ_ALLOWED_HOSTS", "")
    if host in EVERY_ADDRESS:
        return {}
    return {"TOPOVIZ_ALLOWED_HOSTS": ",".join(filter(None, (named, in_url(host))))}


def address(listener: socket.socket) -> str:
    """Give the address to open in a browser."""
    host, port = listener.getsockname()[:2]
    return f"http://{in_url(EVERY_ADDRESS.get(host, host))}:{port}/"


def answers(url: str) -> bool:
    """Tell whether the server answers that it is well."""
    connection = http.client.HTTPConnection(url.removeprefix("http://").rstrip("/"), timeout=2)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def in_url(host: str) -> str:
    """Write an address as it stands in a URL."""
    return f"[{host}]" if ":" in host else host
