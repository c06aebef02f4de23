"""`/api/v1/projects/ID/deployment`: how the application of a project runs."""

from __future__ import annotations

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.web.api.v1.authentication import caller_of
from topoviz.web.api.v1.project_schemas import DeploymentDocument
from topoviz.web.api.v1.projects import PROBLEM, callers_project
from topoviz.web.api.v1.schemas import ProblemDocument
from topoviz.web.api.v1.submissions import SourceText, Strict
from topoviz.web.documents.projects import deployment_document
from topoviz.web.projects.deployments import read_fact
from topoviz.web.projects.services import change_deployment


class DeploymentSerializer(Strict):
    """How the application runs; a fact that is empty is not said, and one that is left out stays as it is."""

    application_id = serializers.CharField(
        required=False, allow_blank=True, help_text="application.id, which begins the names of internal topics."
    )
    guarantee = serializers.CharField(
        required=False, allow_blank=True,
        help_text="processing.guarantee: at_least_once, exactly_once or exactly_once_v2.",
    )  # fmt: skip
    protocol = serializers.CharField(required=False, allow_blank=True, help_text="group.protocol: classic or streams.")
    kafka_version = serializers.CharField(
        required=False, allow_blank=True,
        help_text="The version of Kafka Streams, for programs that come from now on and do not say it themselves.",
    )  # fmt: skip
    upgrade = serializers.CharField(
        required=False, allow_blank=True,
        help_text="How new versions come to run: rolling, one instance after another, or all-at-once.",
    )  # fmt: skip
    partitions = SourceText(
        required=False, help_text="Partition counts, in any form that assignments take; at most 500,000 letters."
    )
    cluster = SourceText(
        required=False, help_text="The clients, in any form that assignments take; at most 500,000 letters."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Say of each fact what is wrong with it."""
        facts, wrong = {}, {}
        for name, text in attrs.items():
            try:
                facts[name] = read_fact(name, text)
            except ValueError as error:
                wrong[name] = [str(error)]
        if wrong:
            raise serializers.ValidationError(wrong)
        return facts


class DeploymentView(APIView):
    """How the application of a project runs."""

    @extend_schema(operation_id="deployment", responses={200: DeploymentDocument, (404, PROBLEM): ProblemDocument})
    def get(self, request: Request, project_id: uuid.UUID) -> Response:
        """Give what is said of how the application runs; comparisons of its revisions go by it."""
        return Response(deployment_document(callers_project(request, project_id)))

    @extend_schema(
        operation_id="change_deployment",
        request=DeploymentSerializer,
        responses={200: DeploymentDocument, **{(status, PROBLEM): ProblemDocument for status in (403, 404, 422)}},
    )
    def patch(self, request: Request, project_id: uuid.UUID) -> Response:
        """Say how the application runs. It holds for both sides of a comparison, whatever the programs set.

        The newest revision is compared once more, and older ones stay as they were said.
        """
        project = callers_project(request, project_id)
        serializer = DeploymentSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        facts: dict[str, str] = serializer.validated_data
        change_deployment(project=project, caller=caller_of(request), facts=facts)
        return Response(deployment_document(project))
