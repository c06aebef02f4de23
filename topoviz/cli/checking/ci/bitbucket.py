"""Bitbucket Pipelines; it builds no pull requests of forks."""

from __future__ import annotations

from collections.abc import Mapping

from topoviz.cli.checking.ci.build import Build


def read_bitbucket(variables: Mapping[str, str]) -> Build | None:
    """Give what its variables say; None on another machine."""
    if not variables.get("BITBUCKET_BUILD_NUMBER"):
        return None
    commit, number = variables.get("BITBUCKET_COMMIT", ""), variables.get("BITBUCKET_PR_ID", "")
    home, tag = variables.get("BITBUCKET_GIT_HTTP_ORIGIN", ""), variables.get("BITBUCKET_TAG", "")
    page = f"pull-requests/{number}" if number else f"commits/{commit}"
    return Build(
        variables.get("BITBUCKET_BRANCH") or (f"refs/tags/{tag}" if tag else ""),
        variables.get("BITBUCKET_PR_DESTINATION_BRANCH", ""),
        commit,
        f"#{number}" if number else "",
        f"{home}/{page}" if home else "",
    )
