"""Which machine builds, and what git adds to what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from topoviz.cli.checking.ci.azure import read_azure
from topoviz.cli.checking.ci.bitbucket import read_bitbucket
from topoviz.cli.checking.ci.build import Build
from topoviz.cli.checking.ci.github import read_github
from topoviz.cli.checking.ci.gitlab import read_gitlab
from topoviz.cli.checking.ci.jenkins import read_jenkins
from topoviz.intake.git import branch_of, read_commit

READERS: Final[tuple[Callable[[Mapping[str, str]], Build | None], ...]] = (
    read_github, read_gitlab, read_jenkins, read_azure, read_bitbucket,
)  # fmt: skip


def find_build(variables: Mapping[str, str], here: Path, branch: str | None) -> Build:
    """Give what the machine says, else git; `branch` is one that somebody names, which counts more than either."""
    build = next((found for read in READERS if (found := read(variables)) is not None), None)
    if build is None:
        build = Build(branch_of(here))
    if branch:
        build = replace(build, branch=branch)
    commit = read_commit(build.commit or "HEAD", here)
    if commit is None:
        return build
    return replace(
        build,
        commit=build.commit or commit.id,
        message=build.message or commit.message,
        author=build.author or commit.author,
    )
