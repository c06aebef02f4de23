"""What the workbench knows of the project whose revision it shows: its notes, and how it runs."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from topoviz.web.accounts.callers import Caller
from topoviz.web.analyses.models import Analysis
from topoviz.web.documents.notes import placed_document
from topoviz.web.projects.deployments import deployment_of
from topoviz.web.projects.notes import placed_notes
from topoviz.web.projects.selectors import revision_with

Json = dict[str, Any]


def workbench_revision(caller: Caller, analysis: Analysis, *, with_deployment: bool) -> Json | None:
    """Give the newest revision that has this program, with its notes; None where it is in no project of the caller.

    `with_deployment` gives counts and cluster of the project too, which may be long.
    """
    revision = revision_with(caller, analysis)
    if revision is None:
        return None
    project = revision.project
    deployment = deployment_of(project) if with_deployment else None
    return {
        "project": {
            "id": str(project.id),
            "name": project.name,
            "main_branch": project.main_branch,
            "page": reverse("project-page", args=(project.id,)),
        },
        "number": revision.number,
        "page": reverse("revision-page", args=(project.id, revision.number)),
        "notes_url": reverse("api-notes", args=(project.id,)),
        "notes_page": reverse("project-notes", args=(project.id,)),
        "may_write": caller.may_write(project.team),
        "notes": [placed_document(one, revision) for one in placed_notes(project, revision)],
        "deployment": None
        if deployment is None
        else {"partitions": deployment.partitions, "cluster": deployment.cluster},
    }
