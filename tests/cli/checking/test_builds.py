"""What machines that build say of the program: branch, target, commit, pull request."""

import json
from pathlib import Path

import pytest

from tests.cli.checking.conftest import git
from topoviz.cli.checking.ci.build import Build
from topoviz.cli.checking.ci.registry import READERS, find_build

SHA = "0123456789abcdef0123456789abcdef01234567"
GITHUB = {
    "GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "shop/orders", "GITHUB_SERVER_URL": "https://forge.example",
    "GITHUB_SHA": "merge",
}  # fmt: skip
GITLAB = {
    "GITLAB_CI": "true", "CI_PROJECT_URL": "https://forge.example/shop", "CI_COMMIT_SHA": SHA,
    "CI_COMMIT_MESSAGE": "One more", "CI_COMMIT_AUTHOR": "Ann <ann@example.org>",
}  # fmt: skip
MERGE_REQUEST = {
    "CI_MERGE_REQUEST_IID": "17", "CI_MERGE_REQUEST_PROJECT_PATH": "shop/orders",
    "CI_MERGE_REQUEST_SOURCE_PROJECT_PATH": "shop/orders", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "filter",
    "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
}  # fmt: skip
JENKINS = {"JENKINS_URL": "https://jenkins.example/", "GIT_COMMIT": SHA}
AZURE = {"TF_BUILD": "True", "BUILD_SOURCEVERSION": SHA}
BITBUCKET = {
    "BITBUCKET_BUILD_NUMBER": "3", "BITBUCKET_COMMIT": SHA, "BITBUCKET_GIT_HTTP_ORIGIN": "https://forge.example/shop",
    "BITBUCKET_BRANCH": "filter",
}  # fmt: skip

CASES = [
    (GITLAB | {"CI_COMMIT_BRANCH": "main"},
     Build("main", "", SHA, "", f"https://forge.example/shop/-/commit/{SHA}", "One more", "Ann <ann@example.org>")),
    (GITLAB | {"CI_COMMIT_TAG": "v1"},
     Build("refs/tags/v1", "", SHA, "", f"https://forge.example/shop/-/commit/{SHA}", "One more",
           "Ann <ann@example.org>")),
    (GITLAB | MERGE_REQUEST,
     Build("filter", "main", SHA, "!17", "https://forge.example/shop/-/merge_requests/17", "One more",
           "Ann <ann@example.org>")),
    (GITLAB | MERGE_REQUEST | {
        "CI_MERGE_REQUEST_SOURCE_PROJECT_PATH": "bob/orders", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "main",
        "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": "head"},
     Build("bob/orders:main", "main", "head", "!17", "https://forge.example/shop/-/merge_requests/17")),
    (JENKINS | {"BRANCH_NAME": "main"}, Build("main", "", SHA)),
    (JENKINS | {"GIT_BRANCH": "origin/main"}, Build("main", "", SHA)),
    (JENKINS | {"CHANGE_ID": "17", "CHANGE_BRANCH": "filter", "CHANGE_TARGET": "main", "CHANGE_FORK": "bob",
                "CHANGE_URL": "https://forge.example/17"},
     Build("bob:filter", "main", SHA, "#17", "https://forge.example/17")),
    (AZURE | {"BUILD_SOURCEBRANCH": "refs/heads/release/1"}, Build("release/1", "", SHA)),
    (AZURE | {"BUILD_SOURCEBRANCH": "refs/pull/17/merge", "SYSTEM_PULLREQUEST_PULLREQUESTID": "17",
              "SYSTEM_PULLREQUEST_SOURCEBRANCH": "refs/heads/filter",
              "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main", "SYSTEM_PULLREQUEST_SOURCECOMMITID": "head"},
     Build("filter", "main", "head", "#17")),
    (BITBUCKET, Build("filter", "", SHA, "", f"https://forge.example/shop/commits/{SHA}")),
    (BITBUCKET | {"BITBUCKET_PR_ID": "17", "BITBUCKET_PR_DESTINATION_BRANCH": "main"},
     Build("filter", "main", SHA, "#17", "https://forge.example/shop/pull-requests/17")),
    (GITHUB | {"GITHUB_REF": "refs/heads/main", "GITHUB_SHA": SHA},
     Build("main", "", SHA, "", f"https://forge.example/shop/orders/commit/{SHA}")),
    (GITHUB | {"GITHUB_REF": "refs/tags/v1", "GITHUB_SHA": SHA},
     Build("refs/tags/v1", "", SHA, "", f"https://forge.example/shop/orders/commit/{SHA}")),
]  # fmt: skip


@pytest.mark.parametrize(("variables", "build"), CASES)
def test_each_machine_says_it_in_its_own_way(variables, build):
    found = [one for read in READERS if (one := read(variables)) is not None]

    assert found == [build]


def test_another_machine_says_nothing():
    assert [read({}) for read in READERS] == [None] * len(READERS)


@pytest.mark.parametrize(
    ("owner", "branch", "expected"), [("shop/orders", "filter", "filter"), ("bob/orders", "main", "bob/orders:main")]
)
def test_a_pull_request_of_github_is_the_commit_that_was_pushed_and_a_fork_is_not_ours(
    tmp_path, owner, branch, expected
):
    """What is checked out is a merge that nobody has made."""
    event = tmp_path / "event.json"
    head = {"ref": branch, "sha": SHA, "repo": {"full_name": owner}}
    event.write_text(json.dumps({"pull_request": {"number": 17, "head": head, "base": {"ref": "main"}}}))

    (found,) = (one for read in READERS if (one := read(GITHUB | {"GITHUB_EVENT_PATH": str(event)})) is not None)

    assert found == Build(expected, "main", SHA, "#17", "https://forge.example/shop/orders/pull/17")


@pytest.mark.parametrize("repo", [None, {}])
def test_a_branch_of_a_fork_that_was_deleted_is_not_ours(tmp_path, repo):
    event = tmp_path / "event.json"
    head = {"ref": "main", "sha": SHA, "repo": repo}
    event.write_text(json.dumps({"pull_request": {"number": 17, "head": head, "base": {"ref": "main"}}}))

    (found,) = (one for read in READERS if (one := read(GITHUB | {"GITHUB_EVENT_PATH": str(event)})) is not None)

    assert found.branch == "fork:main"


def test_a_commit_is_never_an_option_of_git(repository):
    find_build(JENKINS | {"GIT_COMMIT": "--output=written"}, Path.cwd(), None)

    assert not Path("written").exists()


def test_git_says_what_the_machine_does_not(repository):
    here, sha = Path.cwd(), git("rev-parse", "HEAD")

    assert find_build({}, here, None) == Build("main", "", sha, message="one", author="Ann Other")
    assert find_build({}, here, "other").branch == "other"
    assert find_build(JENKINS | {"GIT_COMMIT": sha, "BRANCH_NAME": "x"}, here, None).message == "one"
    git("checkout", "--detach")
    assert find_build({}, here, None).branch == ""


def test_without_git_there_is_only_what_the_machine_says(tmp_path):
    assert find_build({}, tmp_path, None) == Build()
