"""What a topoviz server has at an address: an analysis, or what a share link shows.

The program and its settings are taken, and looked at here, so that both sides are seen by one engine. Only JSON of
topoviz is taken, of limited size, and within a limited time; no other address is followed to.
"""

from __future__ import annotations

import ipaddress
import json
import os
import re
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import Any, Final
from urllib.parse import urlsplit

from topoviz.cli.failure import Failure, failing
from topoviz.engine.source import SourceFile
from topoviz.engine.submission import Language, Settings
from topoviz.engine.versions import UnknownVersion, parse_version

TOKEN: Final = "TOPOVIZ_TOKEN"  # noqa: S105 - the name of a variable
SECONDS: Final = 30
MOST_BYTES: Final = 32 << 20
_PIECE: Final = 1 << 16
_ID: Final = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_ANALYSIS: Final = re.compile(rf"(?P<root>.*)/(?:a|api/v1/analyses)/(?P<id>{_ID})")
_SHARED: Final = re.compile(r"(?P<root>.*)/s/(?P<token>[A-Za-z0-9_-]{20,100})(?:\.\w+|/analysis\.json)?")
_REFUSALS: Final = {
    401: f"asks for a token. Put one of the API into the variable {TOKEN}.",
    403: f"does not let this token read it. Put one of its team into the variable {TOKEN}.",
    404: f"has nothing at this address, or not for this caller: a link may have been deleted or have expired, and an "
    f"analysis needs a token of its team in the variable {TOKEN}.",
    429: "has been asked too often. Wait a minute.",
}


@dataclass(frozen=True, slots=True)
class Served:
    """A program with the settings with which it was submitted; None where nobody gave any."""

    files: tuple[SourceFile, ...]
    kafka_version: str | None
    optimize: str | None
    language: Language | None
    set_values: Mapping[str, str]
    application_id: str | None

    def settings_but(self, asked: Settings) -> Settings:
        """Give the settings with which it was submitted, but for those that somebody asks for here."""
        with failing(UnknownVersion):
            version = None if self.kafka_version is None else parse_version(self.kafka_version)
        return Settings(
            kafka_version=asked.kafka_version or version,
            optimize=self.optimize if asked.optimize is None else asked.optimize,
            language=asked.language or self.language,
            set_values={**self.set_values, **asked.set_values},
            application_id=asked.application_id or self.application_id,
        )


class _NoOtherAddress(urllib.request.HTTPRedirectHandler):
    """Follows to no other address, which might get the token."""

    def redirect_request(self, *args: Any) -> None:
        """Give none."""


def is_address(spelled: str) -> bool:
    """Tell whether a text is an address of the web."""
    return spelled.lower().startswith(("https://", "http://"))


def read_served(address: str) -> Served:
    """Read the program at an address; raises Failure with a sentence for the user."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError as error:
        raise Failure(f"{address} is not an address.") from error
    if parts.scheme.lower() != "https" and not _is_own_machine(host):
        raise Failure(f"{address} is not read: over http, only this machine is asked. Use https.")
    if parts.username is not None or not host:
        raise Failure(f"{address} is not the address of a topoviz server.")
    origin = f"{parts.scheme.lower()}://{parts.netloc}"
    if (shared := _SHARED.fullmatch(parts.path.rstrip("/"))) is not None:
        return _served(_get(f"{origin}{shared['root']}/s/{shared['token']}/analysis.json", host, {}), host)
    if (analysis := _ANALYSIS.fullmatch(parts.path.rstrip("/"))) is not None:
        token = os.environ.get(TOKEN)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return _served(
            _get(f"{origin}{analysis['root']}/api/v1/analyses/{analysis['id']}?source=1", host, headers), host
        )
    raise Failure(
        f"{address} is neither an analysis of a topoviz server, /a/… or /api/v1/analyses/…, nor a link, /s/…."
    )


def _is_own_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _get(address: str, host: str, headers: Mapping[str, str]) -> Any:
    # A proxy for the world is none for this machine.
    proxies = [urllib.request.ProxyHandler({})] if _is_own_machine(host) else []
    opener = urllib.request.build_opener(_NoOtherAddress, *proxies)
    try:
        request = urllib.request.Request(address, headers={"Accept": "application/json", **headers})  # noqa: S310 - https, or http on this machine
        with opener.open(request, timeout=SECONDS) as answer:
            data = _read(answer, host)
            kind = answer.headers.get_content_type()
    except urllib.error.HTTPError as error:
        raise Failure(f"{host} {_REFUSALS.get(error.code, f'answers with {error.code}.')}") from error
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise Failure(f"{host} cannot be asked: {str(reason) or type(error).__name__}.") from error
    if kind != "application/json":
        raise Failure(f"{host} does not answer as a topoviz server does: it sends {kind}.")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Failure(f"{host} does not answer as a topoviz server does: it sends broken JSON.") from error


def _read(answer: HTTPResponse, host: str) -> bytes:
    """Read an answer piece by piece: a server that trickles is not waited for."""
    end, data = time.monotonic() + SECONDS, bytearray()
    while piece := answer.read1(_PIECE):
        data += piece
        if len(data) > MOST_BYTES:
            raise Failure(f"{host} sends more than {MOST_BYTES >> 20} MB.")
        if time.monotonic() > end:
            raise Failure(f"{host} takes longer than {SECONDS} seconds.")
    return bytes(data)


def _served(document: Any, host: str) -> Served:
    """Read what pages and programs submit, member by member."""
    try:
        settings = document["settings"]
        language = _text(settings["language"])
        return Served(
            tuple(SourceFile(_given(file["name"]), _given(file["text"])) for file in document["files"]),
            _text(settings["kafka_version"]),
            _text(settings["optimize"]),
            None if language in (None, "auto") else Language(language),
            {_given(key): _given(value) for key, value in settings["set"].items()},
            _text(settings["application_id"]),
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise Failure(
            f"{host} sends no program: it is no topoviz server, an older one, or the link shows a lag report."
        ) from error


def _text(value: Any) -> str | None:
    return None if value is None else _given(value)


def _given(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
