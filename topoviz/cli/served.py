"""What a topoviz server has at an address: an analysis, or what a share link shows.

The program and its settings are taken, and looked at here, so that both sides are seen by one engine. Only JSON of
topoviz is taken, of limited size, and within a limited time; no other address is followed to.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

from topoviz.cli.asking import JSON, MOST_BYTES, ask, host_of, token_in
from topoviz.cli.failure import Failure, failing
from topoviz.engine.source import SourceFile
from topoviz.engine.submission import Language, Settings
from topoviz.engine.versions import UnknownVersion, parse_version

TOKEN: Final = "TOPOVIZ_TOKEN"  # noqa: S105 - the name of a variable
SECONDS: Final = 30
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


def authorization(token: str) -> dict[str, str]:
    """Give the header that shows a token; none without one."""
    return {"Authorization": f"Bearer {token}"} if token else {}


def is_address(spelled: str) -> bool:
    """Tell whether a text is an address of the web."""
    return spelled.lower().startswith(("https://", "http://"))


def read_served(address: str) -> Served:
    """Read the program at an address; raises Failure with a sentence for the user."""
    host, parts = host_of(address), urlsplit(address)
    origin = f"{parts.scheme.lower()}://{parts.netloc}"
    if (shared := _SHARED.fullmatch(parts.path.rstrip("/"))) is not None:
        return served_of(_get(f"{origin}{shared['root']}/s/{shared['token']}/analysis.json", host, {}), host)
    if (analysis := _ANALYSIS.fullmatch(parts.path.rstrip("/"))) is not None:
        headers = authorization(token_in(os.environ, TOKEN))
        return served_of(
            _get(f"{origin}{analysis['root']}/api/v1/analyses/{analysis['id']}?source=1", host, headers), host
        )
    raise Failure(
        f"{address} is neither an analysis of a topoviz server, /a/… or /api/v1/analyses/…, nor a link, /s/…."
    )


def _get(address: str, host: str, headers: Mapping[str, str]) -> Any:
    said = ask(address, seconds=SECONDS, headers=headers, most_bytes=MOST_BYTES)
    if said.status != HTTPStatus.OK:
        raise Failure(f"{host} {_REFUSALS.get(said.status, f'answers with {said.status}.')}")
    if said.kind != JSON:
        raise Failure(f"{host} does not answer as a topoviz server does: it sends {said.kind}.")
    try:
        return said.document
    except (ValueError, RecursionError) as error:
        raise Failure(f"{host} does not answer as a topoviz server does: it sends broken JSON.") from error


def served_of(document: Any, host: str) -> Served:
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
