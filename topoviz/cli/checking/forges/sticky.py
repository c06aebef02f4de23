"""One comment that stays one: found again by a mark that nobody sees, and written anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from topoviz.cli.checking.forges.github import find_github
from topoviz.cli.checking.forges.gitlab import find_gitlab
from topoviz.cli.checking.forges.model import Forge, Refused
from topoviz.cli.failure import Failure

FORGES: Final[tuple[Callable[[Mapping[str, str]], Forge | str | None], ...]] = (find_github, find_gitlab)
_NAME: Final = re.compile(r"[\w.-][\w./ -]{0,99}")


def mark_of(name: str) -> str:
    """Give the mark of a comment; raises Failure for a name that would end it."""
    if _NAME.fullmatch(name) is None or "--" in name:
        raise Failure(f"--name {name}: take letters, digits, blanks, dots, slashes and single dashes.")
    return f"<!-- topoviz: {name} -->"


def put_comment(text: str, name: str, variables: Mapping[str, str]) -> str:
    """Write the comment of this name, or write it anew, and say what was done; raises Failure."""
    mark = mark_of(name)
    forge = next((found for find in FORGES if (found := find(variables)) is not None), None)
    if forge is None:
        return "There is no comment: this is no job of GitHub or GitLab."
    if isinstance(forge, str):
        return f"There is no comment: {forge}"
    body = f"{mark}\n{text}"
    try:
        there = next((number for number, its in forge.comments() if its.startswith(mark)), None)
        if there is None:
            forge.add(body)
            return f"The comment is written on {forge.name}."
        forge.change(there, body)
        return f"The comment on {forge.name} is written anew."
    except Refused as refused:
        return f"There is no comment: {refused}"
