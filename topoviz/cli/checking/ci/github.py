"""GitHub Actions, and what is made after it (Gitea, Forgejo): the variables, and the event as a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from topoviz.cli.checking.ci.build import Build, of_fork, short_branch
from topoviz.cli.checking.strangers import member_of, text_of


def read_github(variables: Mapping[str, str]) -> Build | None:
    """Give what its variables say; None on another machine.

    What is checked out for a pull request is a merge that nobody has made; its commit is the one that was pushed.
    """
    if variables.get("GITHUB_ACTIONS") != "true":
        return None
    repository = variables.get("GITHUB_REPOSITORY", "")
    home = f"{variables.get('GITHUB_SERVER_URL', 'https://github.com')}/{repository}"
    pull_request = _pull_request(variables)
    if pull_request is None:
        commit = variables.get("GITHUB_SHA", "")
        branch = short_branch(variables.get("GITHUB_REF", ""))
        return Build(branch, "", commit, url=f"{home}/commit/{commit}" if commit else "")
    # Of a fork that was deleted nothing is left but its branch.
    owner = text_of(pull_request, "head", "repo", "full_name") or "fork"
    branch = text_of(pull_request, "head", "ref") or variables.get("GITHUB_HEAD_REF", "")
    number = pull_request.get("number")
    return Build(
        of_fork(owner, branch) if owner != repository else branch,
        text_of(pull_request, "base", "ref") or variables.get("GITHUB_BASE_REF", ""),
        text_of(pull_request, "head", "sha"),
        f"#{number}" if isinstance(number, int) else "",
        f"{home}/pull/{number}" if isinstance(number, int) else "",
    )


def _pull_request(variables: Mapping[str, str]) -> dict[str, Any] | None:
    try:
        event = json.loads(Path(variables.get("GITHUB_EVENT_PATH", "")).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    found = member_of(event, "pull_request")
    return found if isinstance(found, dict) else None
