"""Files for builds, ready to copy: for machines that build, for tests that write a topology, and for git."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent
_PLACE: Final = r"(?P<before>TOPOVIZ_{0}(?::| =) |\n  {1}:\n    description: .*\n    default: )"
"""A variable, or an input of an action."""
_VALUE: Final = r"(?P<value>\$\{\{ vars\.\w+ \}\}|\"\"|'')"
_INDEX: Final = re.compile(_PLACE.format("INDEX", "index") + _VALUE)
_SERVER: Final = re.compile(_PLACE.format("SERVER", "server") + _VALUE)


@dataclass(frozen=True, slots=True)
class Snippet:
    """A file to copy: its name here, what it is, where it goes, and a sentence about it."""

    name: str
    title: str
    file: str
    goes_to: str
    sentence: str

    @property
    def text(self) -> str:
        """The text as it stands in the package."""
        return (_FOLDER / self.file).read_text(encoding="utf-8")

    def with_server(self, root: str) -> str:
        """Give the text with the address of a server, which has the wheel and keeps the history."""
        server = root.rstrip("/")
        with_index = _INDEX.sub(lambda found: f"{found['before']}{_quoted(found, f'{server}/simple/')}", self.text)
        return _SERVER.sub(lambda found: f"{found['before']}{_quoted(found, server)}", with_index)


def _quoted(found: re.Match[str], text: str) -> str:
    sign = "'" if found["value"] == "''" else '"'
    return f"{sign}{text}{sign}"


SNIPPETS: Final = (
    Snippet(
        "github", "GitHub Actions", "github/workflow.yml", ".github/workflows/topoviz.yml",
        "A workflow: the check, and one comment in each pull request, which the next push writes anew. A pull request "
        "from a fork gets the summary of the job instead.",
    ),
    Snippet(
        "github-action", "GitHub Actions, as a step", "github/action.yml", ".github/actions/topoviz/action.yml",
        "A composite action, for repositories with several modules.",
    ),
    Snippet(
        "gitlab", "GitLab", "gitlab/topoviz.gitlab-ci.yml", "topoviz.gitlab-ci.yml",
        "A job, with the result among the tests of the merge request.",
    ),
    Snippet("jenkins", "Jenkins", "jenkins/Jenkinsfile", "Jenkinsfile", "A multibranch pipeline."),
    Snippet(
        "junit", "A test that writes the topology", "maven/TopologyTextTest.java",
        "src/test/java/shop/TopologyTextTest.java",
        "Where the program cannot be read as it stands, or what runs counts alone: a test writes what describe() "
        "prints into topology.txt, which is committed and given to the check in place of the sources.",
    ),
    Snippet("maven", "With Maven", "maven/pom.xml", "pom.xml", "What the test needs, in two places."),
    Snippet("gradle", "With Gradle", "gradle/build.gradle.kts", "build.gradle.kts", "What it needs, and a task."),
    Snippet(
        "pre-commit", "Before a commit", "git/pre-commit", ".git/hooks/pre-commit",
        "A hook of git: what lies in the folder is compared with the last commit.",
    ),
    Snippet(
        "pre-commit-config", "With pre-commit", "git/pre-commit-config.yaml", ".pre-commit-config.yaml",
        "The same for those who use pre-commit.",
    ),
)  # fmt: skip


def snippet_named(name: str) -> Snippet | None:
    """Find one by its name."""
    return next((one for one in SNIPPETS if one.name == name), None)
