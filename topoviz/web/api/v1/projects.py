"""`/api/v1/projects`: the applications of a team, with their revisions."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.web.api.v1.analyses import callers_analysis, parse_switch, writing_team
from topoviz.web.api.v1.authentication import caller_of, must_be_allowed, must_own
from topoviz.web.api.v1.histories import (
    CommitSerializer,
    History,
    add_to_history,
    no_projects,
    read_as_its_project_runs,
)
from topoviz.web.api.v1.idempotency import IDEMPOTENCY_KEY, answered_once
from topoviz.web.api.v1.pages import page_document, page_parameters, page_response
from topoviz.web.api.v1.project_schemas import (
    OneRevisionDocument,
    ProjectDocument,
    RevisionDocument,
)
from topoviz.web.api.v1.schemas import ProblemDocument
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.calculations.selectors import calculating_job
from topoviz.web.documents.analyses import reason_of
from topoviz.web.documents.calculations import short_calculation_document
from topoviz.web.documents.problems import FieldError, NotFound, Problem
from topoviz.web.documents.projects import (
    address_of_project,
    address_of_revision,
    project_document,
    revision_document,
    revision_documents,
)
from topoviz.web.documents.revision_tasks import counted_tasks
from topoviz.web.projects.commits import Commit
from topoviz.web.projects.models import MAIN, Project, Revision
from topoviz.web.projects.selectors import (
    find_project,
    find_revision,
    latest_of,
    latest_on_main,
    projects_of,
    revisions_of,
)
from topoviz.web.projects.services import (
    NameTaken,
    NoProjects,
    archive_project,
    change_project,
    create_project,
    delete_project,
    delete_revision,
)

PROBLEM: Final = "application/problem+json"
SORTS: Final = {"changed": "changed", "name": "name", "created": "created"}
REVISION_SORTS: Final = {"number": "number"}
NAME = OpenApiParameter("name", OpenApiTypes.STR, description="Those alone whose name has this text in it.")
ARCHIVED = OpenApiParameter(
    "archived", OpenApiTypes.STR, enum=("0", "1"), description="1 gives those in the archive, and no others."
)
TEAM = OpenApiParameter("team", OpenApiTypes.UUID, description="Those of one team alone.")
BRANCH = OpenApiParameter("branch", OpenApiTypes.STR, description="The revisions of one branch alone.")
BRANCH_OF_STORES = OpenApiParameter(
    "branch", OpenApiTypes.STR, description="The branch that is followed; the project's main branch without it."
)
VERDICT = OpenApiParameter("verdict", OpenApiTypes.STR, description="Those with one verdict alone.")


class ProjectSerializer(Strict):
    """A project that is made."""

    name = serializers.CharField(max_length=100, help_text="Its name, which no other project of the team has.")
    main_branch = serializers.CharField(
        max_length=200, default=MAIN, help_text="The branch that is meant where nobody names another."
    )


class ProjectChangeSerializer(Strict):
    """What changes of a project."""

    name = serializers.CharField(max_length=100, required=False, help_text="Another name.")
    main_branch = serializers.CharField(max_length=200, required=False, help_text="Another main branch.")
    archived = serializers.BooleanField(required=False, help_text="Whether it is in the archive.")


class NewRevisionSerializer(Strict):
    """An analysis that becomes a revision."""

    analysis = serializers.UUIDField(help_text="The id of an analysis; a preview is kept by this.")
    vcs = CommitSerializer(required=False, help_text="What version control says about the program.")


class ProjectsView(APIView):
    """Projects."""

    @extend_schema(
        operation_id="projects",
        parameters=[*page_parameters(SORTS, "-changed"), NAME, TEAM, ARCHIVED],
        responses={200: page_document(ProjectDocument, "ProjectsPage"), (422, PROBLEM): ProblemDocument},
    )
    def get(self, request: Request) -> Response:
        """List the projects of all teams of the caller, those that changed last first."""
        is_archived = parse_switch(request, "archived")
        rows = projects_of(caller_of(request)).filter(archived__isnull=not is_archived)
        if name := request.query_params.get("name"):
            rows = rows.filter(name__icontains=name)
        if team := request.query_params.get("team"):
            rows = rows.filter(team=_id_of(team, "team"))
        return page_response(request, rows, project_documents, SORTS, usual="-changed")

    @extend_schema(
        operation_id="create_project",
        parameters=[IDEMPOTENCY_KEY],
        request=ProjectSerializer,
        responses={
            201: ProjectDocument,
            **{(status, PROBLEM): ProblemDocument for status in (403, 409, 422)},
        },
    )
    @answered_once
    def post(self, request: Request) -> Response:
        """Make a project; a submission that names a new one makes it too."""
        caller = caller_of(request)
        if caller.is_visitor:
            raise no_projects()
        if caller.project is not None:
            raise Problem(403, "not-allowed", "This token opens one project, and makes no others.")
        serializer = ProjectSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        try:
            project = create_project(team=writing_team(request), caller=caller, **serializer.validated_data)
        except NoProjects as error:
            raise no_projects() from error
        except NameTaken as error:
            raise name_taken() from error
        return Response(project_document(project, None), status=201, headers={"Location": address_of_project(project)})


class ProjectView(APIView):
    """One project."""

    @extend_schema(operation_id="project", responses={200: ProjectDocument, (404, PROBLEM): ProblemDocument})
    def get(self, request: Request, project_id: uuid.UUID) -> Response:
        """Give a project with its newest revision on the main branch."""
        project = callers_project(request, project_id)
        return Response(project_document(project, latest_on_main(project)))

    @extend_schema(
        operation_id="change_project",
        request=ProjectChangeSerializer,
        responses={200: ProjectDocument, **{(status, PROBLEM): ProblemDocument for status in (403, 404, 409, 422)}},
    )
    def patch(self, request: Request, project_id: uuid.UUID) -> Response:
        """Rename a project, name its main branch, put it into the archive or take it out again."""
        project, caller = callers_project(request, project_id), caller_of(request)
        serializer = ProjectChangeSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        names = {name: given.get(name, getattr(project, name)) for name in ("name", "main_branch")}
        try:
            with transaction.atomic():
                change_project(project=project, caller=caller, **names)
                if given.get("archived", project.archived is not None) != (project.archived is not None):
                    archive_project(project=project, caller=caller, is_archived=given["archived"])
        except NameTaken as error:
            raise name_taken() from error
        return Response(project_document(project, latest_on_main(project)))

    @extend_schema(
        operation_id="delete_project",
        request=None,
        responses={204: None, **{(status, PROBLEM): ProblemDocument for status in (403, 404)}},
    )
    def delete(self, request: Request, project_id: uuid.UUID) -> Response:
        """Delete a project with its programs, their reports and links; owners of its team may."""
        project = callers_project(request, project_id)
        must_own(request, project.team)
        delete_project(project=project, caller=caller_of(request))
        return Response(status=204)


class RevisionsView(APIView):
    """The revisions of a project."""

    @extend_schema(
        operation_id="revisions",
        parameters=[*page_parameters(REVISION_SORTS, "-number"), BRANCH, VERDICT],
        responses={
            200: page_document(RevisionDocument, "RevisionsPage"),
            **{(status, PROBLEM): ProblemDocument for status in (404, 422)},
        },
    )
    def get(self, request: Request, project_id: uuid.UUID) -> Response:
        """List the revisions of a project, the newest first."""
        project = callers_project(request, project_id)
        rows = revisions_of(project)
        for name in ("branch", "verdict"):
            if wanted := request.query_params.get(name):
                rows = rows.filter(**{name: wanted})

        def documents(found: Sequence[Revision]) -> list[dict[str, Any]]:
            return revision_documents(project, found)

        return page_response(request, rows, documents, REVISION_SORTS, usual="-number")

    @extend_schema(
        operation_id="add_revision",
        parameters=[IDEMPOTENCY_KEY],
        request=NewRevisionSerializer,
        responses={
            201: RevisionDocument,
            **{(status, PROBLEM): ProblemDocument for status in (403, 404, 409, 422)},
        },
    )
    @answered_once
    def post(self, request: Request, project_id: uuid.UUID) -> Response:
        """Make an analysis of the same team a revision of a project. What is submitted with `project` is one already.

        The same program at the same commit of a branch is one revision. Where the program says no version of Kafka
        Streams and the project does, it is read once more with that, as another analysis.
        """
        project = callers_project(request, project_id)
        serializer = NewRevisionSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        analysis = callers_analysis(request, given["analysis"])
        if analysis.team_id != project.team_id:
            wrong = "The analysis belongs to another team than the project."
            raise Problem(422, "not-valid", wrong, errors=[FieldError("analysis", wrong)])
        history = History(project.team, project, project.name, Commit(**given.get("vcs", {})))
        with transaction.atomic():
            analysis = read_as_its_project_runs(request, history, analysis)
            revision = add_to_history(request, history, analysis)
        return Response(
            revision_document(revision, project), status=201, headers={"Location": address_of_revision(revision)}
        )


class RevisionView(APIView):
    """One revision."""

    @extend_schema(operation_id="revision", responses={200: OneRevisionDocument, (404, PROBLEM): ProblemDocument})
    def get(self, request: Request, project_id: uuid.UUID, number: int) -> Response:
        """Give a revision, with the comparisons that its verdict rests on."""
        revision = find_revision(caller_of(request), project_id, number)
        if revision is None:
            raise NotFound
        said = {"comparisons": comparisons_of(revision), "tasks": tasks_of(revision)}
        return Response({**revision_document(revision, revision.project), **said})

    @extend_schema(
        operation_id="delete_revision",
        request=None,
        responses={204: None, **{(status, PROBLEM): ProblemDocument for status in (403, 404)}},
    )
    def delete(self, request: Request, project_id: uuid.UUID, number: int) -> Response:
        """Delete a revision with its program, unless another one has that too.

        What was compared with it keeps its verdict, and `compared_with_deleted` says with which number. Notes that were
        written for it go on at the next revision of its branch that has what they are about, or at the one before.
        """
        callers_project(request, project_id)
        revision = find_revision(caller_of(request), project_id, number)
        if revision is None:
            raise NotFound
        delete_revision(revision=revision, caller=caller_of(request))
        return Response(status=204)


def project_documents(projects: Sequence[Project]) -> list[dict[str, Any]]:
    """Give what a list says of projects."""
    latest = latest_of(projects)
    return [project_document(one, latest.get(one.id)) for one in projects]


def comparisons_of(revision: Revision) -> list[dict[str, Any]]:
    """Give the comparisons that the verdict of a revision rests on."""
    found = []
    for one in revision.compared.select_related("calculation").defer("calculation__result").order_by("id"):
        job = calculating_job(one.calculation)
        short = short_calculation_document(one.calculation, job)
        found.append({**short, "topology": one.calculation.topology, "reason": reason_of(job)})
    return found


def tasks_of(revision: Revision) -> list[dict[str, Any]]:
    """Give how many tasks each topology of a revision has, as what is said of its project gives them."""
    return [
        {
            **short_calculation_document(one.calculation, one.job),
            "topology": one.calculation.topology,
            "tasks": one.count,
            "reason": reason_of(one.job),
        }
        for one in counted_tasks(revision)
    ]


def callers_project(request: Request, project_id: uuid.UUID) -> Project:
    """Give the caller's project; raises NotFound, also for one of another team, or that the caller may not write."""
    project = find_project(caller_of(request), project_id)
    if project is None:
        raise NotFound
    must_be_allowed(request, project.team)
    return project


def name_taken() -> Problem:
    """Make the problem of a name that another project has."""
    wrong = "The team has another project of this name."
    return Problem(409, "name-taken", wrong, errors=[FieldError("name", wrong)])


def _id_of(text: str, name: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError as error:
        raise serializers.ValidationError({name: ["This is no id."]}) from error
