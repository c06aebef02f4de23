"""What the API says about projects and their revisions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse

from topoviz.web.documents.analyses import address_of
from topoviz.web.projects.deployments import deployment_of, facts_of
from topoviz.web.projects.models import Project, Revision

Json = dict[str, Any]


def project_document(project: Project, latest: Revision | None) -> Json:
    """Give what there is to say of a project; `latest` is the newest revision on its main branch that was read."""
    return {
        "id": str(project.id),
        "url": address_of_project(project),
        "page": reverse("project-page", args=(project.id,)),
        "team": str(project.team_id),
        "name": project.name,
        "main_branch": project.main_branch,
        "revisions": project.last_number,
        "latest": None if latest is None else revision_document(latest, project),
        "created": project.created.isoformat(),
        "changed": project.changed.isoformat(),
        "archived": _moment(project.archived),
    }


def deployment_document(project: Project) -> Json:
    """Give what is said of how the application of a project runs; null where nobody says it."""
    deployment = deployment_of(project)
    # One that nobody wrote has no time.
    changed: datetime | None = deployment.changed
    return {
        **{name: text or None for name, text in facts_of(deployment).items()},
        "since_revision": None if changed is None else deployment.since,
        "changed": _moment(changed),
    }


def revision_document(revision: Revision, project: Project) -> Json:
    """Give what there is to say of a revision, but for what its verdict rests on."""
    previous = revision.previous
    return {
        "project": str(project.id),
        "number": revision.number,
        "url": address_of_revision(revision),
        "page": reverse("revision-page", args=(revision.project_id, revision.number)),
        "analysis": str(revision.analysis_id),
        "analysis_url": address_of(revision.analysis),
        "outcome": revision.analysis.outcome or None,
        "branch": revision.branch,
        "commit": revision.commit,
        "message": revision.message,
        "author": revision.author,
        "committed_at": _moment(revision.committed_at),
        "pull_request": revision.pull_request,
        "link": revision.url,
        "created": revision.created.isoformat(),
        "compared_with": None if previous is None else previous.number,
        "compared_with_deleted": revision.previous_number if previous is None else None,
        "verdict": revision.verdict or None,
        "verdict_words": revision.said,
    }


def revision_documents(project: Project, revisions: Sequence[Revision]) -> list[Json]:
    """Give what a list says of revisions."""
    return [revision_document(one, project) for one in revisions]


def reference_to(revision: Revision) -> Json:
    """Say in the answer to a submission which revision it is."""
    return {
        "project": str(revision.project_id),
        "number": revision.number,
        "url": address_of_revision(revision),
        "page": reverse("revision-page", args=(revision.project_id, revision.number)),
    }


def address_of_project(project: Project) -> str:
    """Give the address of a project in the API."""
    return reverse("api-project", args=(project.id,))


def address_of_revision(revision: Revision) -> str:
    """Give the address of a revision in the API."""
    return reverse("api-revision", args=(revision.project_id, revision.number))


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
