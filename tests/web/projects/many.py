"""A team with many revisions, and the lists that must not grow slow with them."""

from __future__ import annotations

import json
from datetime import timedelta

from django.db import connection
from django.utils import timezone

from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Analysis, Job, Kind, Name, Queue, State
from topoviz.web.projects.models import Change, Progress, Project, Revision, Verdict

PROJECTS = 20
PROGRAMS = 10
"""Different programs of a project; most commits change none."""

NAMES = 30
TEXT = json.dumps({"files": [{"name": "Orders.java", "text": "builder.stream();\n" * 200}], "settings": {}})


def fill(team: Team, count: int) -> list[Project]:
    """Make so many revisions in twenty projects, each with names, jobs and changes of stores."""
    now = timezone.now()
    projects = Project.objects.bulk_create(
        Project(team=team, name=f"Project {number}", last_number=count // PROJECTS) for number in range(PROJECTS)
    )
    for project in projects:
        _fill_one(team, project, count // PROJECTS, now)
    if connection.vendor == "postgresql":
        # It plans by what it has counted, and nobody else can count what one transaction has not ended to write.
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return projects


def _fill_one(team, project, count, now):
    programs = Analysis.objects.bulk_create(
        Analysis(
            team=team, submission=TEXT, cache_key=f"{project.id}{number}"[:64], engine_version="1", outcome="complete",
            result='{"topologies": []}',
        )
        for number in range(PROGRAMS)
    )  # fmt: skip
    Job.objects.bulk_create(
        Job(analysis=one, kind=Kind.ANALYZE, queue=Queue.ANALYSES, state=State.DONE) for one in programs
    )
    Name.objects.bulk_create(
        Name(
            analysis=one, topology=0, kind=kind, name=f"{kind}-{number}", reads=number % 2 == 0, writes=number % 3 == 0
        )
        for one in programs
        for kind in ("topic", "store", "node")
        for number in range(NAMES)
    )
    revisions = Revision.objects.bulk_create(
        Revision(
            project=project, analysis=programs[number % PROGRAMS], number=number, commit=f"{number:040x}",
            branch="main" if number % 5 else f"feature-{number % 25}", message=f"Change number {number}",
            committed_at=now - timedelta(hours=count - number), progress=Progress.SETTLED,
            verdict=Verdict.COMPATIBLE if number > 1 else Verdict.FIRST,
        )
        for number in range(1, count + 1)
    )  # fmt: skip
    Change.objects.bulk_create(
        Change(revision=one, topology=0, sort="store", fate="renamed", old_name="store-1", new_name="store-1")
        for one in revisions[::10]
    )


def lists(team: Team, project: Project) -> dict[str, str]:
    """Name every list with its address."""
    number = project.last_number
    return {
        "projects, API": "/api/v1/projects",
        "projects by name, API": "/api/v1/projects?sort=name&name=1",
        "revisions, API": f"/api/v1/projects/{project.id}/revisions",
        "revisions of a branch, API": f"/api/v1/projects/{project.id}/revisions?branch=feature-5",
        "project, API": f"/api/v1/projects/{project.id}",
        "revision, API": f"/api/v1/projects/{project.id}/revisions/{number}",
        "stores, API": f"/api/v1/projects/{project.id}/stores",
        "search for a topic, API": "/api/v1/search?q=topic-6",
        "search in texts, API": "/api/v1/search?q=stream&in=text",
        "projects of a team": f"/t/{team.id}",
        "timeline": f"/p/{project.id}",
        "timeline of a branch": f"/p/{project.id}?branch=main",
        "revision": f"/p/{project.id}/revisions/{number}",
        "stores": f"/p/{project.id}/stores",
        "a store": f"/p/{project.id}/stores?store=store-1",
        "search": "/search?q=topic-6",
        "search without a query": "/search",
    }
