"""Deleting what a team has, and what cannot be deleted, in words for pages and API alike."""

from __future__ import annotations

from topoviz.web.accounts.callers import Caller
from topoviz.web.analyses.models import Analysis
from topoviz.web.analyses.services import InProject, delete_analysis
from topoviz.web.documents.problems import Problem


def why_not_deleted(analysis: Analysis) -> Problem | None:
    """Say why an analysis cannot be deleted; None where it can."""
    return _in_project() if analysis.revisions.exists() else None


def delete_unless_in_project(analysis: Analysis, caller: Caller) -> None:
    """Delete an analysis with all that was made of it; raises Problem for a revision of a project."""
    try:
        delete_analysis(analysis=analysis, caller=caller)
    except InProject as error:
        raise _in_project() from error


def _in_project() -> Problem:
    return Problem(409, "in-a-project", "It is a revision of a project, whose history needs it.")
