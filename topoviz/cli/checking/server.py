"""A topoviz server that has the history of a project: the latest version there, and the next revision.

A server that is away, slow or full, or that refuses, says nothing of the program. So each trouble with it is one
sentence, and ends nothing by itself.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit
from uuid import UUID

from topoviz.cli.asking import JSON, Said, ask, host_of, token_in
from topoviz.cli.checking.baseline import Baseline
from topoviz.cli.checking.ci.build import Build
from topoviz.cli.checking.strangers import objects_of, text_of
from topoviz.cli.failure import Failure
from topoviz.cli.messages import printable
from topoviz.cli.served import TOKEN, authorization, served_of
from topoviz.engine.source import Bundle
from topoviz.engine.submission import Settings, Submission

_COMPARABLE: Final = ("complete", "unsure")
_LOOKED_AT: Final = 20
"""Revisions of a branch, of which the newest may have been unreadable."""
_LONGEST: Final = 200
"""Characters of what a server says."""
_REFUSALS: Final = {
    401: f"does not know the token in {TOKEN}; it may have been taken back or have expired",
    403: f"does not let the token in {TOKEN} do this; it needs one of the project's team that may write",
    404: "has no such project for this token, or is no topoviz server",
    413: "takes no program as large as this one",
    429: "is asked too often just now",
    503: "is busy just now",
    507: "has no room",
}
_LIMITS: Final = {"branch": 200, "commit": 64, "message": 2000, "author": 200, "pull_request": 100, "url": 1000}


class NotThere(Exception):
    """The server did not do its part; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server, by the address of its first page, with the name or the id of a project."""

    root: str
    project: str
    token: str

    @property
    def host(self) -> str:
        """Name it in sentences."""
        return urlsplit(self.root).hostname or self.root


def server_at(address: str, project: str, variables: Mapping[str, str]) -> Server:
    """Name a server; raises Failure for an address that may not be asked, and NotThere without a token."""
    root = address.rstrip("/")
    host = host_of(root)
    if not project.strip():
        raise Failure("Which project of the server is it? Say it with --project NAME.")
    try:
        token = token_in(variables, TOKEN)
    except Failure as failure:
        raise NotThere(str(failure)) from None
    if not token:
        raise NotThere(f"{host} is not asked: there is no token in the variable {TOKEN}.")
    return Server(root, project.strip(), token)


def latest(server: Server, build: Build, settings: Settings, seconds: float) -> Baseline:
    """Give the latest version on the branch into which the program shall come, else on the main branch.

    The program itself, which may have been handed in before, is none. Raises NotThere.
    """
    end = time.monotonic() + seconds
    project = _project(server, end)
    if project is None:
        return Baseline(f"project {server.project}", why_not=f"{server.host} has no project {server.project} yet.")
    wanted = build.target or build.branch
    for branch in dict.fromkeys(filter(None, (wanted, text_of(project, "main_branch")))):
        for revision in _revisions(server, project, branch, end):
            if revision.get("outcome") not in _COMPARABLE or (build.commit and revision.get("commit") == build.commit):
                continue
            return _baseline(server, revision, branch, settings, end)
    words = f"{wanted} of {server.project}" if wanted else server.project
    return Baseline(words, why_not=f"{server.host} has no version of {words} to compare with yet.")


def upload(server: Server, submission: Submission, build: Build, seconds: float) -> str:
    """Hand the program in as the next revision of the project, and give the address of its page; raises NotThere."""
    if not build.branch:
        raise NotThere("Nothing is uploaded: nobody says of which branch this is. Say it with --branch NAME.")
    known = {name: getattr(build, name)[:most].strip() for name, most in _LIMITS.items()}
    settings = submission.settings
    body = {
        "files": [{"name": file.name, "text": file.text} for file in submission.bundle.files],
        "settings": {
            "kafka_version": None if settings.kafka_version is None else str(settings.kafka_version),
            "optimize": settings.optimize,
            "language": settings.language or "auto",
            "set": dict(settings.set_values),
            "application_id": settings.application_id,
        },
        "project": server.project,
        "vcs": {name: value for name, value in known.items() if value},
    }
    said = _ask(server, "/api/v1/analyses", time.monotonic() + seconds, method="POST", body=body)
    page = text_of(said, "revision", "page")
    if not page.startswith("/") or page.startswith("//"):
        raise NotThere(f"{server.host} does not answer as a topoviz server does.")
    parts = urlsplit(server.root)
    return f"{parts.scheme}://{parts.netloc}{quote(page)}"


def _project(server: Server, end: float) -> dict[str, Any] | None:
    if _is_id(server.project):
        found = _ask(server, f"/api/v1/projects/{server.project}", end)
        return found if isinstance(found, dict) else None
    said = _ask(server, f"/api/v1/projects?{urlencode({'name': server.project, 'limit': 200})}", end)
    return next((one for one in objects_of(said, "items") if one.get("name") == server.project), None)


def _revisions(server: Server, project: Mapping[str, Any], branch: str, end: float) -> list[dict[str, Any]]:
    query = urlencode({"branch": branch, "limit": _LOOKED_AT})
    said = _ask(server, f"/api/v1/projects/{quote(text_of(project, 'id'))}/revisions?{query}", end)
    return objects_of(said, "items")


def _baseline(server: Server, revision: Mapping[str, Any], branch: str, settings: Settings, end: float) -> Baseline:
    said = _ask(server, f"/api/v1/analyses/{quote(text_of(revision, 'analysis'))}?source=1", end)
    try:
        served = served_of(said, server.host)
        submission = Submission(Bundle(served.files), served.settings_but(settings))
    except Failure as failure:
        raise NotThere(str(failure)) from None
    return Baseline(f"{branch}, revision {revision.get('number')} of {server.project}", submission)


def _ask(server: Server, path: str, end: float, method: str = "GET", body: Any = None) -> Any:
    try:
        said = ask(
            f"{server.root}{path}",
            seconds=end - time.monotonic(),
            headers=authorization(server.token),
            method=method,
            body=body,
        )
    except Failure as failure:
        raise NotThere(_without_token(str(failure), server)) from None
    if said.status not in (HTTPStatus.OK, HTTPStatus.CREATED, HTTPStatus.ACCEPTED):
        raise NotThere(_without_token(_refusal(said, server.host), server))
    try:
        if said.kind == JSON:
            return said.document
    except (ValueError, RecursionError):
        pass
    raise NotThere(f"{server.host} does not answer as a topoviz server does.")


def _refusal(said: Said, host: str) -> str:
    known = _REFUSALS.get(said.status, f"answers with {said.status}")
    try:
        detail = text_of(said.document, "detail")
    except (ValueError, RecursionError):
        detail = ""
    more = f" ({printable(' '.join(detail.split()))[:_LONGEST]})" if detail else ""
    return f"{host} {known}{more}."


def _without_token(text: str, server: Server) -> str:
    """Take the token out, which a strange server may send back."""
    return text.replace(server.token, "…")


def _is_id(text: str) -> bool:
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False
