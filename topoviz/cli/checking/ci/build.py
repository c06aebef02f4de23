"""What a machine that builds says of the program."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Build:
    """The branch of the program, the one into which it shall come, and what else is known; empty where it is not.

    A branch of somebody's fork has that one's name before it: it is none of ours, whatever it is called.
    """

    branch: str = ""
    target: str = ""
    commit: str = ""
    pull_request: str = ""
    url: str = ""
    message: str = ""
    author: str = ""


def of_fork(owner: str, branch: str) -> str:
    """Name a branch of a fork."""
    return f"{owner}:{branch}" if owner and branch else branch


def short_branch(reference: str) -> str:
    """Give the branch of a reference such as refs/heads/main; a tag stays a reference, and is no branch."""
    return reference.removeprefix("refs/heads/")
