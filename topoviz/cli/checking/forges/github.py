"""GitHub, also of a company's own: comments of a pull request are those of an issue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from topoviz.cli.asking import host_of, token_in
from topoviz.cli.checking.ci.github import read_github
from topoviz.cli.checking.forges.model import ask_forge, comments_in_pages
from topoviz.cli.checking.strangers import member_of

TOKEN: Final = "GITHUB_TOKEN"  # noqa: S105 - the name of a variable

_TRUSTED: Final = ("OWNER", "MEMBER", "COLLABORATOR")


@dataclass(frozen=True, slots=True)
class GitHub:
    """A pull request."""

    api: str
    repository: str
    number: str
    token: str

    @property
    def name(self) -> str:
        """Name it."""
        return host_of(self.api)

    def comments(self) -> Iterator[tuple[int, str]]:
        """Give those of machines and of people who belong to the repository, the first ones first."""
        found = comments_in_pages(lambda query: self._ask(f"issues/{self.number}/comments?{query}"))
        yield from ((one["id"], one["body"]) for one in found if _may_be_ours(one))

    def add(self, text: str) -> None:
        """Write a new one."""
        self._ask(f"issues/{self.number}/comments", "POST", {"body": text})

    def change(self, number: int, text: str) -> None:
        """Write one anew."""
        self._ask(f"issues/comments/{number}", "PATCH", {"body": text})

    def _ask(self, path: str, method: str = "GET", body: object = None) -> object:
        headers = {"Authorization": f"Bearer {self.token}", "X-GitHub-Api-Version": "2022-11-28"}
        address = f"{self.api}/repos/{quote(self.repository)}/{path}"
        return ask_forge(self.name, address, headers, method, body)


def _may_be_ours(comment: dict[str, Any]) -> bool:
    """Tell whether no stranger wrote it; the token of a job cannot ask who it is."""
    is_of_person = member_of(comment, "user", "type") == "User"
    return not is_of_person or comment.get("author_association", _TRUSTED[0]) in _TRUSTED


def find_github(variables: Mapping[str, str]) -> GitHub | str | None:
    """Give the pull request that is built, or in a sentence why there is no comment; None on another machine."""
    build = read_github(variables)
    if build is None:
        return None
    if not build.pull_request:
        return "This is no build of a pull request."
    token = token_in(variables, TOKEN)
    if not token:
        return f"There is no token in the variable {TOKEN}."
    api = variables.get("GITHUB_API_URL", "https://api.github.com").rstrip("/")
    return GitHub(api, variables.get("GITHUB_REPOSITORY", ""), build.pull_request.removeprefix("#"), token)
