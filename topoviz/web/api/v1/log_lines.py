"""`/api/v1/log-lines/explanations`: what lines of a log mean, and which events of a simulation they belong to."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from topoviz.engine.versions import UnknownVersion, parse_version
from topoviz.web.api.v1.authentication import caller_of
from topoviz.web.api.v1.calculations import PROBLEM
from topoviz.web.api.v1.openapi import EXPLAINED_LOG
from topoviz.web.api.v1.schemas import ProblemDocument
from topoviz.web.api.v1.simulations import SIMULATIONS
from topoviz.web.api.v1.submissions import SourceText, Strict
from topoviz.web.calculations.selectors import find_calculation
from topoviz.web.documents.log_lines import MOST_LINES, MOST_TEXT, explained_document
from topoviz.web.documents.problems import NotFound
from topoviz.web.documents.throttles import CalculationsThrottle, RequestsThrottle


class LogLinesSerializer(Strict):
    """What is asked of a log."""

    text = SourceText(
        max_length=MOST_TEXT,
        help_text=f"Lines of a log in any layout; {MOST_LINES} are explained, without frames of stack traces.",
    )
    kafka_version = serializers.CharField(
        max_length=20, allow_null=True, default=None,
        help_text="The version that printed it, such as 3.9; without it that of the simulation, else any.",
    )  # fmt: skip
    simulation = serializers.UUIDField(
        allow_null=True, default=None, help_text="A simulation whose events the lines are looked for in."
    )
    after = serializers.IntegerField(
        min_value=-1, max_value=10**9, default=-1, help_text="Only events of it behind the one of this number."
    )

    def validate_kafka_version(self, text: str | None) -> str | None:
        """Refuse versions that are not known."""
        try:
            return None if text is None else str(parse_version(text))
        except UnknownVersion as error:
            raise serializers.ValidationError(str(error)) from error


class ExplanationsView(APIView):
    """Explanations of lines."""

    # It is asked with a body, and changes nothing: whoever may only read may ask.
    permission_classes = ()

    def get_throttles(self) -> list[BaseThrottle]:
        """Count them as questions about a topology are counted."""
        return [RequestsThrottle(), CalculationsThrottle()]

    @extend_schema(
        operation_id="explain_log_lines",
        request=LogLinesSerializer,
        responses={
            (200, "application/json"): EXPLAINED_LOG,
            **{(status, PROBLEM): ProblemDocument for status in (404, 422)},
        },
    )
    def post(self, request: Request) -> Response:
        """Say what lines of a log mean: who prints them, since when, where to look, and what is not known.

        With a simulation, each line has the events that it belongs to. Nothing is kept.
        """
        serializer = LogLinesSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        simulation = None
        if given["simulation"] is not None:
            simulation = find_calculation(caller_of(request), given["simulation"], SIMULATIONS.kind)
            if simulation is None:
                raise NotFound
        version = None if given["kafka_version"] is None else parse_version(given["kafka_version"])
        return Response(explained_document(given["text"], version, simulation, given["after"]))
