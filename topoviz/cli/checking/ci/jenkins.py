"""Jenkins: what multibranch pipelines and the Git plugin say."""

from __future__ import annotations

from collections.abc import Mapping

from topoviz.cli.checking.ci.build import Build, of_fork


def read_jenkins(variables: Mapping[str, str]) -> Build | None:
    """Give what its variables say; None on another machine."""
    if not variables.get("JENKINS_URL"):
        return None
    commit, number = variables.get("GIT_COMMIT", ""), variables.get("CHANGE_ID", "")
    if not number:
        named = variables.get("BRANCH_NAME") or variables.get("GIT_BRANCH", "").removeprefix("origin/")
        tag = variables.get("TAG_NAME", "")
        return Build(f"refs/tags/{tag}" if tag else named, "", commit, url=variables.get("BUILD_URL", ""))
    return Build(
        of_fork(variables.get("CHANGE_FORK", ""), variables.get("CHANGE_BRANCH", "")),
        variables.get("CHANGE_TARGET", ""),
        commit,
        f"#{number}",
        variables.get("CHANGE_URL", ""),
    )
