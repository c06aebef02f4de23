"""`/api/v1/lag-reports`: lag histories laid onto a topology."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from topoviz.engine.tasks.reading_counts import BadPartitionCounts, read_partition_counts
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis
from topoviz.web.api.v1.analyses import WAIT, callers_analysis, chosen_topology, parse_wait, result_of
from topoviz.web.api.v1.authentication import caller_of, must_be_allowed
from topoviz.web.api.v1.idempotency import IDEMPOTENCY_KEY, answered_once
from topoviz.web.api.v1.listed_schemas import ListedLagReportDocument
from topoviz.web.api.v1.pages import ANALYSIS, TEAM, of_team, page_document, page_parameters, page_response, parse_id
from topoviz.web.api.v1.pieces import callers_upload
from topoviz.web.api.v1.projects import callers_project
from topoviz.web.api.v1.schemas import LagDaysDocument, LagReportDocument, ProblemDocument, ShortLagReportDocument
from topoviz.web.api.v1.uploads import TakesFiles, uploaded
from topoviz.web.documents.lag_days import days_document
from topoviz.web.documents.lag_report_files import download
from topoviz.web.documents.lag_reports import no_room, report_document, short_report_document
from topoviz.web.documents.listed import listed_report_documents
from topoviz.web.documents.problems import AGAIN, FieldError, Limit, NotFound, Problem
from topoviz.web.documents.throttles import LagReportsThrottle, RequestsThrottle
from topoviz.web.documents.waiting import Waiting
from topoviz.web.lag_reports.announcing import announce
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.lag_reports.selectors import days_of, find_report, job_of, listed_reports
from topoviz.web.lag_reports.services import cancel_report, create_report, delete_report
from topoviz.web.lag_reports.storage import ArrivedFile
from topoviz.web.lag_reports.uploads import Arrived, NoRoom
from topoviz.web.projects.deployments import deployment_of
from topoviz.web.projects.models import Deployment, Project
from topoviz.web.projects.selectors import latest_on_main

SORTS = {"created": "created"}
LagReportPage = page_document(ListedLagReportDocument, "LagReportPage")


class UploadSerializer(serializers.Serializer[Any]):
    """A history and what it is laid onto."""

    analysis = serializers.UUIDField(required=False, help_text="An analysis that is done.")
    project = serializers.UUIDField(
        required=False,
        help_text="Instead of an analysis: the project whose latest revision on the main branch it is. The days of the "
        "history are kept for it, and how it runs says what is not said here.",
    )
    topology = serializers.IntegerField(min_value=0, max_value=9999, default=0)
    partitions = serializers.CharField(
        max_length=200_000, allow_blank=True, default="", help_text="Lines such as orders=4."
    )
    application_id = serializers.CharField(
        max_length=249, allow_blank=True, default="", help_text="The consumer group that is the application."
    )
    taken_at = serializers.DateTimeField(
        required=False, help_text="When a single look was taken that has no time of its own."
    )
    upload = serializers.ListField(
        child=serializers.UUIDField(),
        required=False,
        help_text="The ids of files that arrived in pieces, instead of `file`, or beside it.",
    )
    file = serializers.ListField(
        child=serializers.FileField(allow_empty_file=True, max_length=None),
        required=False,
        help_text="Captures of kafka-consumer-groups.sh, CSV, JSON, Parquet, or metrics of an exporter, as Prometheus "
        "answers, as the exporter shows them, or as Grafana writes CSV.",
    )


class LagReportsView(TakesFiles):
    """Uploads."""

    parser_classes = (MultiPartParser,)

    def most_bytes(self) -> int:
        """Say how large a history may be."""
        return limits().lag_bytes

    def too_large(self) -> Problem:
        """Make the problem of a history that is too large."""
        return Problem(
            413,
            "too-large",
            f"The files of a lag history may have {limits().lag_bytes // 2**20} MiB together.",
            "Upload a shorter time, or fewer topics; or use the command line, which has no such limit.",
            errors=[FieldError("file", "This is too large.")],
            limit=Limit("lag_bytes", limits().lag_bytes),
        )

    def brings_files(self, request: HttpRequest) -> bool:
        """Count whatever comes: nothing else is taken here."""
        return True

    def get_throttles(self) -> list[BaseThrottle]:
        """Count uploads apart."""
        return [LagReportsThrottle()] if self.request.method == "POST" else [RequestsThrottle()]

    @extend_schema(
        operation_id="lag_reports",
        parameters=[*page_parameters(SORTS), ANALYSIS, TEAM],
        responses={200: LagReportPage, (422, "application/problem+json"): ProblemDocument},
    )
    def get(self, request: Request) -> Response:
        """List the lag reports of all your teams."""
        reports = of_team(request, listed_reports(caller_of(request)))
        analysis = parse_id(request, "analysis")
        listed = reports if analysis is None else reports.filter(analysis=analysis)
        return page_response(request, listed, listed_report_documents, SORTS)

    @extend_schema(
        operation_id="upload_lag_history",
        parameters=[IDEMPOTENCY_KEY],
        request={"multipart/form-data": UploadSerializer},
        responses={
            202: ShortLagReportDocument,
            (404, "application/problem+json"): ProblemDocument,
            (413, "application/problem+json"): ProblemDocument,
            (422, "application/problem+json"): ProblemDocument,
            (503, "application/problem+json"): ProblemDocument,
        },
    )
    @answered_once
    def post(self, request: Request) -> Response:
        """Take a history; it is on disk when this answers. The report is made by a worker."""
        if find_spec("pyspark") is None:
            raise Problem(
                503, "no-spark", "This server makes no lag reports: it has no Spark.",
                "Ask the people who run it, or use the command line.",
            )  # fmt: skip
        serializer = UploadSerializer(data=_fields(request))
        serializer.is_valid(raise_exception=True)
        given = serializer.validated_data
        arrived = [_arrived(request, upload) for upload in dict.fromkeys(given.get("upload", ()))]
        files: list[ArrivedFile] = [*arrived, *uploaded(request.FILES.getlist("file"), len(arrived))]
        analysis, project = _of_which(request, given)
        chosen_topology(result_of(analysis), given["topology"])
        runs = Deployment() if project is None else deployment_of(project)
        try:
            report = create_report(
                team=analysis.team,
                analysis=_kept(analysis),
                topology=given["topology"],
                files=files,
                partitions=_partitions(given["partitions"] or runs.partitions),
                application_id=given["application_id"] or runs.application_id,
                taken_at=given.get("taken_at"),
                days_of=None if project is None else project.id,
                source=caller_of(request).source,
                user=caller_of(request).user,
            )
        except NoRoom as error:
            raise no_room() from error
        except OSError as error:
            raise Problem(507, "no-disk", "The files could not be kept.") from error
        return Response(short_report_document(report, job_of(report)), status=202, headers=AGAIN)


class AnnouncementSerializer(serializers.Serializer[Any]):
    """A history that is to come."""

    bytes = serializers.IntegerField(min_value=0, max_value=2**53, help_text="How large its files are together.")


class LagAnnouncementView(APIView):
    """Word of a history that is to come."""

    @extend_schema(
        operation_id="announce_lag_history",
        request=AnnouncementSerializer,
        responses={204: None, (422, "application/problem+json"): ProblemDocument},
    )
    def post(self, request: Request) -> Response:
        """Have Spark start before a history is uploaded, such as while somebody looks for files: 0 bytes where the
        size is not known. It need not be told.
        """
        serializer = AnnouncementSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        announce(serializer.validated_data["bytes"])
        return Response(status=204)


class LagReportView(APIView):
    """One report."""

    @extend_schema(
        operation_id="lag_report",
        parameters=[WAIT],
        responses={200: LagReportDocument, (404, "application/problem+json"): ProblemDocument},
    )
    def get(self, request: Request, report_id: uuid.UUID) -> Response:
        """Give how it stands and, when it is done, the report."""
        report = callers_report(request, report_id)
        waiting = Waiting(request, parse_wait(request))
        while not (job := job_of(report)).is_final and waiting.goes_on(job):
            pass
        report.refresh_from_db(fields=("result",))
        return Response(report_document(report, job))

    @extend_schema(operation_id="delete_lag_report", request=None, responses={204: None})
    def delete(self, request: Request, report_id: uuid.UUID) -> Response:
        """Delete a report with its files and all links to it."""
        delete_report(report=callers_report(request, report_id), caller=caller_of(request))
        return Response(status=204)


class CancelLagReportView(APIView):
    """The end of work that nobody needs any more."""

    @extend_schema(operation_id="cancel_lag_report", request=None, responses={202: ShortLagReportDocument})
    def post(self, request: Request, report_id: uuid.UUID) -> Response:
        """Cancel a report that is not done; one that is stays as it is."""
        report = callers_report(request, report_id)
        cancel_report(report=report)
        return Response(short_report_document(report, job_of(report)), status=202, headers=AGAIN)


class LagReportFileView(APIView):
    """A report as a file."""

    gives_files = True

    @extend_schema(
        operation_id="download_lag_report",
        responses={
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/json"): OpenApiTypes.OBJECT,
            (404, "application/problem+json"): ProblemDocument,
        },
    )
    def get(self, request: Request, report_id: uuid.UUID, what: str) -> HttpResponseBase:
        """Give report.json, tasks.csv, partitions.csv or rejected.csv."""
        return download(callers_report(request, report_id), what)


class LagDaysView(APIView):
    """The days of a project."""

    @extend_schema(
        operation_id="lag_days",
        responses={200: LagDaysDocument, (404, "application/problem+json"): ProblemDocument},
    )
    def get(self, request: Request, project_id: uuid.UUID) -> Response:
        """Give the report over all days that are kept of a project, and what was wrong with what came last."""
        project = callers_project(request, project_id)
        return Response(days_document(days_of(project.id)))


def callers_report(request: Request, report_id: uuid.UUID) -> LagReport:
    """Give the caller's report; raises NotFound, also for one of another team."""
    report = find_report(caller_of(request), report_id)
    if report is None:
        raise NotFound
    must_be_allowed(request, report.team)
    return report


def _of_which(request: Request, given: Mapping[str, Any]) -> tuple[Analysis, Project | None]:
    """Give what the history is laid onto; raises NotFound, and Problem where a project has no revision yet."""
    if ("analysis" in given) == ("project" in given):
        raise serializers.ValidationError({"analysis": ["Give an analysis or a project."]})
    if "analysis" in given:
        return callers_analysis(request, given["analysis"]), None
    project = callers_project(request, given["project"])
    latest = latest_on_main(project)
    if latest is None:
        raise Problem(
            409, "no-result", "The project has no revision on its main branch that was read.",
            "Hand in a revision first.",
        )  # fmt: skip
    return latest.analysis, project


def _fields(request: Request) -> Mapping[str, Any]:
    given: Mapping[str, Any] = request.POST
    names = ("analysis", "project", "topology", "partitions", "application_id", "taken_at")
    may_be_blank = ("analysis", "project", "taken_at")
    several = {"file": request.FILES.getlist("file"), "upload": request.POST.getlist("upload")}
    return {
        **{name: given[name] for name in names if name in given and (given[name] or name not in may_be_blank)},
        **{name: found for name, found in several.items() if found},
    }


def _arrived(request: Request, upload_id: uuid.UUID) -> Arrived:
    """Give a file that came in pieces; raises NotFound, or Problem while it is not whole."""
    upload = callers_upload(request, upload_id)
    if upload.offset < upload.size:
        missing = f"{upload.offset:,} of {upload.size:,} bytes of {upload.name} have arrived."
        raise Problem(409, "not-whole", missing, errors=[FieldError("upload", "It is not whole.")])
    return Arrived(upload)


def _kept(analysis: Analysis) -> Analysis:
    if analysis.is_preview:
        raise Problem(409, "not-kept", "A preview keeps no reports.")
    return analysis


def _partitions(text: str) -> str:
    try:
        read_partition_counts(text)
    except BadPartitionCounts as error:
        raise serializers.ValidationError({"partitions": [str(error)]}) from error
    return text
