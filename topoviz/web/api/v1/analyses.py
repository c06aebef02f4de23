"""`/api/v1/analyses`: submit, look, and cancel."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from topoviz.web.accounts.callers import team_for_writing
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Analysis
from topoviz.web.analyses.selectors import find_analysis, kept_analyses, newest_job
from topoviz.web.analyses.services import cancel_analysis, submit
from topoviz.web.api.v1.archives import ArchiveSubmissionSerializer, TakesArchive, read_form
from topoviz.web.api.v1.authentication import caller_of, must_be_allowed
from topoviz.web.api.v1.histories import (
    RevisionSerializer,
    add_to_history,
    as_its_project_runs,
    history_given,
)
from topoviz.web.api.v1.idempotency import IDEMPOTENCY_KEY, same_each_time
from topoviz.web.api.v1.listed_schemas import ListedAnalysisDocument
from topoviz.web.api.v1.pages import TEAM, of_team, page_document, page_parameters, page_response, parse_id
from topoviz.web.api.v1.parsing import LimitedJSONParser
from topoviz.web.api.v1.schemas import AnalysisDocument, ProblemDocument, ShortDocument, SubmittedDocument
from topoviz.web.api.v1.submissions import submission_given
from topoviz.web.api.v1.uploads import FORM, is_form
from topoviz.web.documents.analyses import address_of, analysis_document, as_posted, short_document, wait_for
from topoviz.web.documents.deletion import delete_unless_in_project
from topoviz.web.documents.listed import listed_documents, with_projects
from topoviz.web.documents.problems import AGAIN, NotFound, Problem
from topoviz.web.documents.projects import reference_to
from topoviz.web.documents.strict import refuse_without_topology
from topoviz.web.documents.throttles import (
    AnalysesThrottle,
    ArchivesThrottle,
    PreviewsThrottle,
    RequestsThrottle,
    VisitorsThrottle,
)
from topoviz.web.documents.waiting import Waiting

WAIT = OpenApiParameter("wait", OpenApiTypes.NUMBER, description="Seconds to wait for the end, at most 20.")
STRICT = OpenApiParameter(
    "strict",
    OpenApiTypes.STR,
    enum=("0", "1"),
    description="1 answers 422 with a problem, instead of 200, to what failed or has the outcome unreadable, empty or "
    "refused. What is merely unsure passes.",
)


SORTS = {"created": "created"}
PROJECT = OpenApiParameter("project", OpenApiTypes.UUID, description="Only what is a revision of this project.")
AnalysisPage = page_document(ListedAnalysisDocument, "AnalysisPage")

SOURCE = OpenApiParameter(
    "source",
    OpenApiTypes.STR,
    enum=("0", "1"),
    description="1 adds the files and settings as they were submitted, as `files` and `settings`.",
)


@dataclass(frozen=True, slots=True)
class _Taken:
    """A submission that is on disk, and what is said of it beside its analysis."""

    analysis: Analysis
    is_new: bool
    said: dict[str, Any]


class AnalysesView(TakesArchive):
    """Submissions."""

    parser_classes = (LimitedJSONParser, MultiPartParser)

    def get_throttles(self) -> list[BaseThrottle]:
        """Count previews apart, and visitors who are new."""
        throttles: list[BaseThrottle] = [RequestsThrottle()]
        if self.request.method == "POST" and caller_of(self.request).team is None:
            throttles.append(VisitorsThrottle())
        if is_form(self.request):
            throttles.append(ArchivesThrottle())
        return throttles

    @extend_schema(
        operation_id="analyses",
        parameters=[*page_parameters(SORTS), PROJECT, TEAM],
        responses={200: AnalysisPage, (422, "application/problem+json"): ProblemDocument},
    )
    def get(self, request: Request) -> Response:
        """List what was submitted and is kept, of all your teams, without previews."""
        kept = of_team(request, kept_analyses(caller_of(request)))
        project = parse_id(request, "project")
        if project is not None:
            # Several revisions of a project may have one program.
            kept = kept.filter(id__in=Analysis.objects.filter(revisions__project=project).values("id"))
        return page_response(request, with_projects(kept), listed_documents, SORTS)

    @extend_schema(
        operation_id="submit",
        parameters=[WAIT, STRICT, IDEMPOTENCY_KEY],
        request={"application/json": RevisionSerializer, FORM: ArchiveSubmissionSerializer},
        responses={
            200: AnalysisDocument,
            202: SubmittedDocument,
            (403, "application/problem+json"): ProblemDocument,
            (404, "application/problem+json"): ProblemDocument,
            (409, "application/problem+json"): ProblemDocument,
            (413, "application/problem+json"): ProblemDocument,
            (422, "application/problem+json"): ProblemDocument,
            (429, "application/problem+json"): ProblemDocument,
        },
    )
    @same_each_time
    def post(self, request: Request) -> Response:
        """Submit files, or an archive of them. The same submission of a team is analyzed once: it has the same id
        ever after. With `project` it becomes a revision of a project, and `revision` in the answer says which.
        """
        waiting, is_strict = Waiting(request, parse_wait(request)), parse_strict(request)
        taken: _Taken | None = waiting.remembered
        if taken is None:
            taken = self._take(request)
            waiting.remember(taken)
            submitted = taken.analysis
        else:
            # Whoever waited may not be in the team any more.
            submitted = callers_analysis(request, taken.analysis.id)
        analysis, job = wait_for(submitted, waiting)
        headers = {"Location": address_of(analysis)}
        if job.is_final or analysis.result is not None or not taken.is_new:
            document = analysis_document(analysis, job)
            if is_strict:
                refuse_without_topology(document)
            return Response(document | taken.said, headers=headers)
        return Response(short_document(analysis, job) | taken.said, status=202, headers=headers | AGAIN)

    def _take(self, request: Request) -> _Taken:
        data, notes = read_form(request) if is_form(request) else (request.data, None)
        serializer = RevisionSerializer(data=data)
        serializer.is_valid(raise_exception=True)
        given = submission_given(serializer.validated_data)
        (PreviewsThrottle() if given.is_preview else AnalysesThrottle()).allow_request(request, self)
        history = history_given(request, serializer.validated_data, writing_team)
        team = writing_team(request) if history is None else history.team
        caller = caller_of(request)
        said: dict[str, Any] = {} if notes is None else {"notes": notes}
        with transaction.atomic():
            submitted = submit(
                team=team,
                submission=as_its_project_runs(history, given.submission),
                source=f"{caller.source or f'visitor:{team.id}'}:{given.editor}".removesuffix(":"),
                user=caller.user,
                is_preview=given.is_preview,
            )
            if history is not None:
                said["revision"] = reference_to(add_to_history(request, history, submitted.analysis))
        return _Taken(submitted.analysis, submitted.is_new, said)


class AnalysisView(APIView):
    """One analysis."""

    @extend_schema(
        operation_id="analysis",
        parameters=[WAIT, STRICT, SOURCE],
        responses={
            200: AnalysisDocument,
            (404, "application/problem+json"): ProblemDocument,
            (422, "application/problem+json"): ProblemDocument,
        },
    )
    def get(self, request: Request, analysis_id: uuid.UUID) -> Response:
        """Give how it stands and, as soon as it is known, its result."""
        waiting, is_strict = Waiting(request, parse_wait(request)), parse_strict(request)
        with_source = parse_switch(request, "source")
        analysis, job = wait_for(callers_analysis(request, analysis_id), waiting)
        document = analysis_document(analysis, job)
        if is_strict:
            refuse_without_topology(document)
        return Response(document | (as_posted(analysis) if with_source else {}))

    @extend_schema(
        operation_id="delete_analysis",
        request=None,
        responses={204: None, **{(status, "application/problem+json"): ProblemDocument for status in (403, 404, 409)}},
    )
    def delete(self, request: Request, analysis_id: uuid.UUID) -> Response:
        """Delete it with its pictures, answers, lag reports and share links; work on it ends.

        A revision of a project stays until that revision is deleted.
        """
        delete_unless_in_project(callers_analysis(request, analysis_id), caller_of(request))
        return Response(status=204)


class CancelView(APIView):
    """The end of work that nobody needs any more."""

    @extend_schema(
        operation_id="cancel",
        request=None,
        responses={202: ShortDocument, (404, "application/problem+json"): ProblemDocument},
    )
    def post(self, request: Request, analysis_id: uuid.UUID) -> Response:
        """Cancel an analysis that has not ended; one that has stays as it is."""
        analysis = callers_analysis(request, analysis_id)
        cancel_analysis(analysis=analysis)
        return Response(short_document(analysis, newest_job(analysis)), status=202)


def writing_team(request: Request) -> Team:
    """Give the team that something new belongs to; raises Problem for somebody who is in none, or only reads there."""
    caller = caller_of(request)
    team = team_for_writing(caller, request.session)
    if team is None:
        raise Problem(403, "no-team", "You are in no team.")
    if caller.team is not None:
        must_be_allowed(request, team)
    return team


def callers_analysis(request: Request, analysis_id: uuid.UUID) -> Analysis:
    """Give the caller's analysis; raises NotFound, also for one of another team, or that the caller may not write."""
    analysis = find_analysis(caller_of(request), analysis_id)
    if analysis is None:
        raise NotFound
    must_be_allowed(request, analysis.team)
    return analysis


def result_of(analysis: Analysis) -> dict[str, Any]:
    """Give the result; raises Problem while there is none."""
    if analysis.result is None:
        raise Problem(
            409,
            "no-result",
            "There is no result: the analysis has not ended, or ended without one.",
            f"Look at {address_of(analysis)} for how it stands.",
        )
    result: dict[str, Any] = json.loads(analysis.result)
    return result


def chosen_topology(result: dict[str, Any], index: int) -> dict[str, Any]:
    """Give one topology of a result; raises NotFound."""
    topologies: list[dict[str, Any]] = result["topologies"]
    if index >= len(topologies):
        raise NotFound
    return topologies[index]


def parse_strict(request: Request) -> bool:
    """Read whether what brings no topology shall be a problem; raises ValidationError."""
    return parse_switch(request, "strict")


def parse_switch(request: Request, name: str) -> bool:
    """Read a parameter that is 0 or 1; raises ValidationError."""
    given = request.query_params.get(name, "0")
    if given not in ("0", "1"):
        raise serializers.ValidationError({name: ["Give 1 or 0."]})
    return given == "1"


def parse_wait(request: Request, default: float = 0) -> float:
    """Read how long to wait; raises ValidationError."""
    field = serializers.FloatField(min_value=0, max_value=60)
    try:
        return float(field.run_validation(request.query_params.get("wait", default)))
    except serializers.ValidationError as error:
        raise serializers.ValidationError({"wait": ["Give seconds, from 0 to 20."]}) from error
