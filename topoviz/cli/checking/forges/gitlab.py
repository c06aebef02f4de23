"""GitLab: notes of a merge request. The token of a job may not write them, so somebody gives another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from topoviz.cli.asking import host_of, token_in
from topoviz.cli.checking.ci.gitlab import read_gitlab
from topoviz.cli.checking.forges.model import Refused, ask_forge, comments_in_pages
from topoviz.cli.checking.strangers import member_of

TOKEN: Final = "TOPOVIZ_GITLAB_TOKEN"  # noqa: S105 - the name of a variable


@dataclass(frozen=True, slots=True)
class GitLab:
    """A merge request."""

    api: str
    project: str
    number: str
    token: str

    @property
    def name(self) -> str:
        """Name it."""
        return host_of(self.api)

    def comments(self) -> Iterator[tuple[int, str]]:
        """Give those that whoever has the token wrote, the first ones first."""
        own = self._own_id()
        found = comments_in_pages(lambda query: self._ask(f"?sort=asc&order_by=created_at&{query}"))
        yield from ((one["id"], one["body"]) for one in found if own in (None, member_of(one, "author", "id")))

    def add(self, text: str) -> None:
        """Write a new one."""
        self._ask("", "POST", {"body": text})

    def change(self, number: int, text: str) -> None:
        """Write one anew."""
        self._ask(f"/{number}", "PUT", {"body": text})

    def _own_id(self) -> object:
        """Ask who the token is of; None where it may not know."""
        try:
            return member_of(ask_forge(self.name, f"{self.api}/user", {"PRIVATE-TOKEN": self.token}), "id")
        except Refused:
            return None

    def _ask(self, path: str, method: str = "GET", body: object = None) -> object:
        notes = f"{self.api}/projects/{quote(self.project, safe='')}/merge_requests/{quote(self.number)}/notes"
        return ask_forge(self.name, f"{notes}{path}", {"PRIVATE-TOKEN": self.token}, method, body)


def find_gitlab(variables: Mapping[str, str]) -> GitLab | str | None:
    """Give the merge request that is built, or in a sentence why there is no comment; None on another machine."""
    build = read_gitlab(variables)
    if build is None:
        return None
    if not build.pull_request:
        return "This is no build of a merge request."
    token = token_in(variables, TOKEN)
    if not token:
        return f"There is no token in the variable {TOKEN}; a token of the project with the scope api does."
    project = variables.get("CI_MERGE_REQUEST_PROJECT_ID") or variables.get("CI_PROJECT_ID", "")
    api = variables.get("CI_API_V4_URL", "").rstrip("/")
    return GitLab(api, project, build.pull_request.removeprefix("!"), token)
