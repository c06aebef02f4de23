"""What a submission says about its project: its name or id, and what version control knows."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from topoviz.engine.choice.choice import ChosenBy
from topoviz.engine.submission import Submission
from topoviz.rendering.submission_json import submission_from_json
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Analysis
from topoviz.web.analyses.services import submit
from topoviz.web.api.v1.authentication import caller_of, must_be_allowed
from topoviz.web.api.v1.parsing import parse_json
from topoviz.web.api.v1.submissions import Strict, SubmissionSerializer
from topoviz.web.documents.problems import NotFound, Problem
from topoviz.web.projects.commits import UNKNOWN, Commit
from topoviz.web.projects.deployments import usual_version
from topoviz.web.projects.models import Project, Revision
from topoviz.web.projects.selectors import find_project, find_project_named
from topoviz.web.projects.services import Archived, NoProjects, add_revision, project_named

PROJECT = (
    "The name or the id of a project; one of a new name is made. The program becomes a revision of it, is kept, and is "
    "compared with the revision before on its branch."
)


class CommitSerializer(Strict):
    """What version control says about a program."""

    branch = serializers.CharField(
        max_length=200, default="", allow_blank=True, help_text="Its branch; the project's main branch without it."
    )
    commit = serializers.CharField(
        max_length=64, default="", allow_blank=True, help_text="The commit, such as the output of git rev-parse HEAD."
    )
    message = serializers.CharField(
        max_length=2000, default="", allow_blank=True, help_text="The message of the commit."
    )
    author = serializers.CharField(max_length=200, default="", allow_blank=True, help_text="Who made the commit.")
    committed_at = serializers.DateTimeField(
        default=None, allow_null=True, help_text="When it was made, such as 2026-01-31T12:00:00Z."
    )
    pull_request = serializers.CharField(
        max_length=100, default="", allow_blank=True, help_text="The number of the pull request, such as #17."
    )
    url = serializers.URLField(
        max_length=1000, default="", allow_blank=True, help_text="The page of the commit or of the pull request."
    )

    def validate_url(self, url: str) -> str:
        """Take what browsers may open."""
        if url and not url.startswith(("https://", "http://")):
            raise serializers.ValidationError("Give an address that begins with https:// or http://.")
        return url


class HistorySerializer(Strict):
    """The members that make a submission a revision of a project."""

    project = serializers.CharField(max_length=100, required=False, help_text=PROJECT)
    vcs = CommitSerializer(required=False, help_text="What version control says about the program.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse what goes nowhere, or would not stay."""
        if "vcs" in attrs and "project" not in attrs:
            raise serializers.ValidationError({"project": ["Say of which project this is a revision."]})
        if "project" in attrs and attrs.get("preview"):
            raise serializers.ValidationError({"preview": ["A revision is kept: submit it without preview."]})
        return attrs


class RevisionSerializer(HistorySerializer, SubmissionSerializer):
    """Files and settings, and to which project they go."""


class HistoryFormSerializer(Strict):
    """The same in a form."""

    project = serializers.CharField(max_length=100, required=False, help_text=PROJECT)
    vcs = serializers.CharField(required=False, help_text="What version control says, as it stands in a body of JSON.")

    def validate_vcs(self, text: str) -> Any:
        """Read it; what it may say is looked at with the files."""
        try:
            return parse_json(text)
        except ValueError as error:
            raise serializers.ValidationError("This is not JSON.") from error


@dataclass(frozen=True, slots=True)
class History:
    """To which project of which team a program goes, and what is known of its commit.

    There is no `project` where that is new and has a `name` only.
    """

    team: Team
    project: Project | None
    name: str
    commit: Commit = UNKNOWN


def history_given(request: Request, given: dict[str, Any], team_for_new: Callable[[Request], Team]) -> History | None:
    """Find to which project a program goes, and store nothing; raises NotFound and Problem.

    A token of one project needs not name it. None where a program goes to no project.
    """
    caller = caller_of(request)
    named = given.get("project") or (None if caller.project is None else str(caller.project))
    if named is None:
        return None
    if caller.is_visitor:
        raise no_projects()
    commit = Commit(**given.get("vcs", {}))
    if _is_id(named):
        found = find_project(caller, uuid.UUID(named))
        if found is None:
            raise NotFound
        must_be_allowed(request, found.team)
        return History(found.team, found, found.name, commit)
    team = team_for_new(request)
    found = find_project_named(caller, team, named)
    if found is None and caller.project is not None:
        raise NotFound
    return History(team, found, named, commit)


def as_its_project_runs(history: History | None, submission: Submission) -> Submission:
    """Have a program that does not say its version of Kafka Streams read with the one that its project runs with."""
    settings = submission.settings
    if history is None or history.project is None or settings.kafka_version or settings.usual_version:
        return submission
    version = usual_version(history.project)
    return submission if version is None else replace(submission, settings=replace(settings, usual_version=version))


def read_as_its_project_runs(request: Request, history: History, analysis: Analysis) -> Analysis:
    """Give the analysis of the same program at the version of its project, where the program itself says none."""
    if history.project is None or usual_version(history.project) is None:
        return analysis
    submission = submission_from_json(json.loads(analysis.submission))
    wanted = as_its_project_runs(history, submission)
    choice = json.loads(analysis.result or "{}").get("version_choice", {})
    if wanted == submission or choice.get("by") == ChosenBy.BUILD_FILE:
        return analysis
    caller = caller_of(request)
    return submit(team=history.team, submission=wanted, source=caller.source, user=caller.user).analysis


def add_to_history(request: Request, history: History, analysis: Analysis) -> Revision:
    """Make a program a revision; raises Problem. Call this in the transaction of the submission."""
    caller = caller_of(request)
    try:
        project = history.project or project_named(team=history.team, name=history.name, caller=caller)
        return add_revision(project=project, analysis=analysis, caller=caller, commit=history.commit)
    except NoProjects as error:
        raise no_projects() from error
    except Archived as error:
        raise Problem(409, "archived", "This project is in the archive.") from error


def no_projects() -> Problem:
    """Make the problem of somebody who has no account."""
    return Problem(403, "no-projects", "Projects belong to teams of people who sign in.")


def _is_id(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text.lower()
    except ValueError:
        return False
