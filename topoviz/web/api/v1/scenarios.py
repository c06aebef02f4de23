"""`/api/v1/analyses/ID/scenarios`: what happens to tasks when instances start, stop, die and come back."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from topoviz.web.api.v1.analyses import WAIT, parse_wait
from topoviz.web.api.v1.assignments import MOST_TEXT, ClusterQuestionSerializer
from topoviz.web.api.v1.calculations import answer_question, callers_calculation, delete_calculation, take_name
from topoviz.web.api.v1.schemas import ProblemDocument, ScenarioDocument, ShortDocument
from topoviz.web.api.v1.submissions import SourceText
from topoviz.web.calculations.selectors import calculating_job
from topoviz.web.documents.calculations import calculation_document, wait_for_calculation
from topoviz.web.documents.throttles import CalculationsThrottle, RequestsThrottle

KIND = "scenario"


class ScenarioSerializer(ClusterQuestionSerializer):
    """What is asked."""

    events = SourceText(
        max_length=MOST_TEXT,
        help_text="The scenario, in YAML or JSON: events such as {at: 10m, kill: b}, and rates, sizes and a seed. It "
        "may have the cluster too.",
    )


class ScenariosView(APIView):
    """Questions what happens to tasks over time."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Count questions apart."""
        return [RequestsThrottle(), CalculationsThrottle()]

    @extend_schema(
        operation_id="play_scenario",
        parameters=[WAIT],
        request=ScenarioSerializer,
        responses={
            200: ScenarioDocument,
            202: ShortDocument,
            (404, "application/problem+json"): ProblemDocument,
            (409, "application/problem+json"): ProblemDocument,
            (422, "application/problem+json"): ProblemDocument,
        },
    )
    def post(self, request: Request, analysis_id: uuid.UUID) -> Response:
        """Work out every step of a scenario. Without a name, the answer is kept for an hour."""
        return answer_question(request, analysis_id, KIND, ScenarioSerializer(data=request.data))


class ScenarioView(APIView):
    """One answer."""

    @extend_schema(
        operation_id="scenario",
        parameters=[WAIT],
        responses={200: ScenarioDocument, (404, "application/problem+json"): ProblemDocument},
    )
    def get(self, request: Request, calculation_id: uuid.UUID) -> Response:
        """Give how it stands and, when it is done, the answer."""
        found = callers_calculation(request, calculation_id, KIND)
        return Response(calculation_document(*wait_for_calculation(found, parse_wait(request))))

    @extend_schema(
        operation_id="keep_scenario",
        request=None,
        responses={200: ScenarioDocument, (422, "application/problem+json"): ProblemDocument},
    )
    def patch(self, request: Request, calculation_id: uuid.UUID) -> Response:
        """Give it a name (`{"name": "b dies"}`): what has one stays."""
        found = take_name(request, callers_calculation(request, calculation_id, KIND))
        return Response(calculation_document(found, calculating_job(found)))

    @extend_schema(operation_id="delete_scenario", request=None, responses={204: None})
    def delete(self, request: Request, calculation_id: uuid.UUID) -> Response:
        """Delete it."""
        return delete_calculation(request, calculation_id, KIND)
