"""The environment of a request as WSGI has it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, MutableMapping
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from topoviz.web.server.answers import FileToSend

Scope = MutableMapping[str, Any]
Environ = dict[str, Any]


def environ_of(scope: Scope, body: IO[bytes]) -> Environ:
    """Give the environment of a request whose body has arrived."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": FileToSend,
    }
    return environ | _headers(scope["headers"])


def _headers(headers: Iterable[tuple[bytes, bytes]]) -> Environ:
    """Give headers as variables.

    Those with an underscore are left out: they would pass for the ones that a proxy writes with a hyphen.
    """
    variables: Environ = {}
    for name, data in headers:
        if b"_" in name:
            continue
        variable = name.decode("latin-1").upper().replace("-", "_")
        if variable not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            variable = f"HTTP_{variable}"
        value = data.decode("latin-1")
        if variable in variables:
            value = f"{variables[variable]}{'; ' if variable == 'HTTP_COOKIE' else ','}{value}"
        variables[variable] = value
    return variables
