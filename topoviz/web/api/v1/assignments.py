"""`/api/v1/analyses/ID/assignments`: which tasks a topology has, and who gets them."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from topoviz.engine.sizing.given import MOST_CPUS, MOST_RECORD_BYTES, MOST_RECORD_MS
from topoviz.rendering.forms.model import ABOUT, Form
from topoviz.web.api.v1.analyses import WAIT, callers_analysis, parse_wait
from topoviz.web.api.v1.authentication import caller_of
from topoviz.web.api.v1.calculations import answer_question, callers_calculation, delete_calculation, take_name
from topoviz.web.api.v1.forms import (
    DOWNLOAD,
    DRAWING_SECONDS,
    FONT,
    OPEN,
    PANEL,
    THEME,
    WHOLE,
    parse_download,
)
from topoviz.web.api.v1.schemas import (
    AssignmentDocument,
    NamedAssignmentsDocument,
    ProblemDocument,
    ShortDocument,
)
from topoviz.web.api.v1.submissions import SourceText, Strict
from topoviz.web.calculations.selectors import calculating_job, named_calculations
from topoviz.web.calculations.services import cancel_calculation
from topoviz.web.documents.calculations import (
    calculation_document,
    named_calculation_document,
    short_calculation_document,
    wait_for_calculation,
)
from topoviz.web.documents.files import unless_known
from topoviz.web.documents.pictures import calculation_response, parse_font, parse_view_of_calculation
from topoviz.web.documents.throttles import CalculationsThrottle, RequestsThrottle

KIND = "assignment"
MOST_TEXT = 2_000_000
MOST_LISTED = 200
PICTURE_FORMS = (Form.SVG, Form.PNG)
FIRST_VIEW = "tasks"
ASSIGNMENT_VIEW = OpenApiParameter(
    "view", OpenApiTypes.STR, description="tasks: which client and thread gets which task."
)


def _out_of(what: str, least: int, most: int) -> dict[str, Any]:
    """Say which numbers are taken, whatever else was sent."""
    sentence = f"This is not {what} from {least:,} to {most:,}."
    return dict.fromkeys(("invalid", "min_value", "max_value", "max_string_length", "overflow"), sentence)


class SizingSerializer(Strict):
    """What is said of machines and records, to reckon what the cluster needs."""

    cpus = serializers.IntegerField(
        min_value=1, max_value=MOST_CPUS, allow_null=True, default=None, help_text="The CPUs of each instance.",
        error_messages=_out_of("a whole number", 1, MOST_CPUS),
    )  # fmt: skip
    record_bytes = serializers.IntegerField(
        min_value=0, max_value=MOST_RECORD_BYTES, allow_null=True, default=None,
        help_text="The bytes of a record with its key.",
        error_messages=_out_of("a whole number", 0, MOST_RECORD_BYTES),
    )  # fmt: skip
    record_ms = serializers.FloatField(
        min_value=0, max_value=MOST_RECORD_MS, allow_null=True, default=None,
        help_text="The milliseconds that a record takes in one task, on a CPU of its own.",
        error_messages=_out_of("a number", 0, MOST_RECORD_MS),
    )  # fmt: skip


class ClusterQuestionSerializer(Strict):
    """What every question about a cluster has."""

    topology = serializers.IntegerField(min_value=0, max_value=9999, default=0, help_text="Which topology, from 0.")
    partitions = SourceText(
        max_length=MOST_TEXT, default="",
        help_text="Partition counts: lines such as orders=4, YAML, JSON, or what kafka-topics.sh --describe prints.",
    )  # fmt: skip
    cluster = SourceText(
        max_length=MOST_TEXT, default="",
        help_text="The clients: YAML or JSON, lines of stream threads in logs, or what kafka-consumer-groups.sh "
        "--describe --members --verbose or kafka-streams-groups.sh --describe --members prints. Without it, the tasks "
        "alone are listed.",
    )  # fmt: skip
    settings = serializers.DictField(
        child=serializers.CharField(max_length=1000), default=dict,
        help_text="Settings of Kafka Streams, consumers and producers by name, such as num.standby.replicas or "
        "main.consumer.max.poll.records; they win over the cluster's own.",
    )  # fmt: skip
    assignor = serializers.CharField(
        max_length=100, allow_null=True, default=None,
        help_text="The assignor by its name; null for the one that the version takes by default.",
    )  # fmt: skip

    def validate_settings(self, given: dict[str, str]) -> dict[str, str]:
        """Refuse far more settings than there are."""
        if len(given) > 50:
            raise serializers.ValidationError("There are at most 50 settings.")
        return given


class AssignmentSerializer(ClusterQuestionSerializer):
    """What is asked."""

    sizing = SizingSerializer(
        allow_null=True, default=None,
        help_text="What is said of machines and records; null where nothing is.",
    )  # fmt: skip


class AssignmentsView(APIView):
    """Questions who gets which task."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Count questions apart."""
        return [RequestsThrottle(), CalculationsThrottle()]

    @extend_schema(
        operation_id="assign",
        parameters=[WAIT],
        request=AssignmentSerializer,
        responses={
            200: AssignmentDocument,
            202: ShortDocument,
            (404, "application/problem+json"): ProblemDocument,
            (409, "application/problem+json"): ProblemDocument,
            (422, "application/problem+json"): ProblemDocument,
        },
    )
    def post(self, request: Request, analysis_id: uuid.UUID) -> Response:
        """Work out the tasks of a topology, and who gets them. Without a name, the answer is kept for an hour."""
        return answer_question(request, analysis_id, KIND, AssignmentSerializer(data=request.data))

    @extend_schema(
        operation_id="assignments",
        responses={200: NamedAssignmentsDocument, (404, "application/problem+json"): ProblemDocument},
    )
    def get(self, request: Request, analysis_id: uuid.UUID) -> Response:
        """List those of an analysis that somebody gave a name, the newest first."""
        named = named_calculations(callers_analysis(request, analysis_id), KIND)
        return Response({"assignments": [named_calculation_document(one) for one in named[:MOST_LISTED]]})


class AssignmentView(APIView):
    """One answer."""

    @extend_schema(
        operation_id="assignment",
        parameters=[WAIT],
        responses={200: AssignmentDocument, (404, "application/problem+json"): ProblemDocument},
    )
    def get(self, request: Request, calculation_id: uuid.UUID) -> Response:
        """Give how it stands and, when it is done, the answer."""
        found = callers_calculation(request, calculation_id, KIND)
        return Response(calculation_document(*wait_for_calculation(found, parse_wait(request))))

    @extend_schema(
        operation_id="keep_assignment",
        request=None,
        responses={200: AssignmentDocument, (422, "application/problem+json"): ProblemDocument},
    )
    def patch(self, request: Request, calculation_id: uuid.UUID) -> Response:
        """Give it a name (`{"name": "three instances"}`): what has one stays."""
        found = take_name(request, callers_calculation(request, calculation_id, KIND))
        return Response(calculation_document(found, calculating_job(found)))

    @extend_schema(operation_id="delete_assignment", request=None, responses={204: None})
    def delete(self, request: Request, calculation_id: uuid.UUID) -> Response:
        """Delete it, with all links to it."""
        return delete_calculation(request, calculation_id, KIND)


class CancelAssignmentView(APIView):
    """The end of work that nobody needs any more."""

    @extend_schema(operation_id="cancel_assignment", request=None, responses={202: ShortDocument})
    def post(self, request: Request, calculation_id: uuid.UUID) -> Response:
        """Cancel one that is not done; one that is stays as it is."""
        found = callers_calculation(request, calculation_id, KIND)
        cancel_calculation(calculation=found)
        return Response(short_calculation_document(found, calculating_job(found)), status=202)


class PictureView(APIView):
    """The picture of an answer in one form."""

    gives_files = True
    form: Form

    def get(self, request: Request, calculation_id: uuid.UUID) -> HttpResponse:
        """Give the file, or 304 when the caller has it already."""
        found = callers_calculation(request, calculation_id, KIND)
        response = calculation_response(
            found,
            parse_view_of_calculation(request.query_params, found.topology, FIRST_VIEW, self.form),
            seconds=parse_wait(request, DRAWING_SECONDS),
            source=caller_of(request).source,
            is_download=parse_download(request.query_params),
            carries_font=parse_font(request.query_params),
        )
        return unless_known(request, response)


def picture_view(form: Form) -> Callable[..., HttpResponseBase]:
    """Give the picture of an answer in one form, described as that form is."""
    about = ABOUT[form]
    described = extend_schema(
        operation_id=f"assignment_{form}",
        description=f"Who gets which task as {about.title}. One that is not there yet is drawn now.",
        parameters=[ASSIGNMENT_VIEW, OPEN, WHOLE, PANEL, THEME, DOWNLOAD, WAIT, *([FONT] if form is Form.SVG else [])],
        responses={
            (200, about.media_type): OpenApiTypes.STR if about.is_text else OpenApiTypes.BINARY,
            202: OpenApiResponse(description="It is being drawn: ask again."),
            (404, "application/problem+json"): ProblemDocument,
            (422, "application/problem+json"): ProblemDocument,
        },
    )
    view: type[PictureView] = type(f"{form.title()}PictureView", (PictureView,), {"form": form, "__doc__": "A file."})
    return extend_schema_view(get=described)(view).as_view()
