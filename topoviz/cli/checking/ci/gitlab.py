"""GitLab CI: pipelines of branches, of merge requests, and of what a merge would give."""

from __future__ import annotations

from collections.abc import Mapping

from topoviz.cli.checking.ci.build import Build, of_fork


def read_gitlab(variables: Mapping[str, str]) -> Build | None:
    """Give what its variables say; None on another machine."""
    if variables.get("GITLAB_CI") != "true":
        return None
    named = {name: variables.get(f"CI_{name}", "") for name in _NAMES}
    commit = named["MERGE_REQUEST_SOURCE_BRANCH_SHA"] or named["COMMIT_SHA"]
    # Of a merge that nobody has made, message and author are the machine's.
    is_own = commit == named["COMMIT_SHA"]
    message, author = (named["COMMIT_MESSAGE"], named["COMMIT_AUTHOR"]) if is_own else ("", "")
    home, number = named["PROJECT_URL"], named["MERGE_REQUEST_IID"]
    if not number:
        tag = f"refs/tags/{named['COMMIT_TAG']}" if named["COMMIT_TAG"] else ""
        url = f"{home}/-/commit/{commit}" if home and commit else ""
        return Build(named["COMMIT_BRANCH"] or tag, "", commit, "", url, message, author)
    source, branch = named["MERGE_REQUEST_SOURCE_PROJECT_PATH"], named["MERGE_REQUEST_SOURCE_BRANCH_NAME"]
    home = named["MERGE_REQUEST_PROJECT_URL"] or home
    return Build(
        branch if source == named["MERGE_REQUEST_PROJECT_PATH"] else of_fork(source, branch),
        named["MERGE_REQUEST_TARGET_BRANCH_NAME"],
        commit,
        f"!{number}",
        f"{home}/-/merge_requests/{number}" if home else "",
        message,
        author,
    )


_NAMES = (
    "COMMIT_AUTHOR", "COMMIT_BRANCH", "COMMIT_MESSAGE", "COMMIT_SHA", "COMMIT_TAG", "MERGE_REQUEST_IID",
    "MERGE_REQUEST_PROJECT_PATH", "MERGE_REQUEST_PROJECT_URL", "MERGE_REQUEST_SOURCE_BRANCH_NAME",
    "MERGE_REQUEST_SOURCE_BRANCH_SHA", "MERGE_REQUEST_SOURCE_PROJECT_PATH", "MERGE_REQUEST_TARGET_BRANCH_NAME",
    "PROJECT_URL",
)  # fmt: skip
