"""What a forge must be able to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from topoviz.cli.asking import Said, ask
from topoviz.cli.checking.strangers import objects_of
from topoviz.cli.failure import Failure

SECONDS: float = 10
MOST_PAGES: int = 10
A_PAGE: int = 100


class Forge(Protocol):
    """The comments of one pull request."""

    @property
    def name(self) -> str:
        """Name it in sentences."""

    def comments(self) -> Iterator[tuple[int, str]]:
        """Give the comments that may be ours, by their ids: others may have written our mark, too."""

    def add(self, text: str) -> None:
        """Write a new one."""

    def change(self, number: int, text: str) -> None:
        """Write one anew."""


class Refused(Exception):
    """The forge does not let this token do it; the message is a sentence."""


def ask_forge(host: str, address: str, headers: dict[str, str], method: str = "GET", body: Any = None) -> object:
    """Ask the REST API of a forge, and give its document; raises Failure, and Refused for a token that may not."""
    said = ask(address, seconds=SECONDS, headers=headers, method=method, body=body)
    if said.status in (401, 403, 404):
        raise Refused(
            f"{host} does not let this token write a comment, as in a pull request from a fork; the summary is with "
            "the job."
        )
    if said.status not in (200, 201):
        raise Failure(f"{host} answers with {said.status}, and there is no comment.")
    return _document(said, host)


def _document(said: Said, host: str) -> object:
    try:
        document: object = said.document
    except (ValueError, RecursionError):
        raise Failure(f"{host} does not answer as the API of a forge does.") from None
    return document


def comments_in_pages(page_at: Callable[[str], object]) -> Iterator[dict[str, Any]]:
    """Give the comments that have an id and a text; `page_at` asks for a page of them with its query."""
    for page in range(1, MOST_PAGES + 1):
        found = [
            one
            for one in objects_of(page_at(f"per_page={A_PAGE}&page={page}"))
            if isinstance(one.get("id"), int) and isinstance(one.get("body"), str)
        ]
        yield from found
        if len(found) < A_PAGE:
            return
