"""`/api/v1/share-links`: make a link that shows one analysis to whoever has it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.web.analyses.models import Analysis
from topoviz.web.api.v1.analyses import callers_analysis
from topoviz.web.api.v1.assignments import ASSIGNMENTS
from topoviz.web.api.v1.authentication import caller_of
from topoviz.web.api.v1.calculations import callers_calculation
from topoviz.web.api.v1.comparisons import COMPARISONS
from topoviz.web.api.v1.lag_reports import callers_report
from topoviz.web.api.v1.scenarios import SCENARIOS
from topoviz.web.api.v1.schemas import ProblemDocument, ShareLinkDocument
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.calculations.models import Calculation
from topoviz.web.documents.problems import Problem
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.sharing.services import create_share_link

PICTURES = {
    ASSIGNMENTS.kind: "shared-tasks",
    SCENARIOS.kind: "shared-tasks",
    COMPARISONS.kind: "shared-comparison-svg",
}
"""The addresses of the pictures of what is calculated, by kind."""


class ShareLinkSerializer(Strict):
    """What to share, and for how long."""

    analysis = serializers.UUIDField(required=False)
    lag_report = serializers.UUIDField(required=False, help_text="A lag report instead of an analysis.")
    assignment = serializers.UUIDField(
        required=False, help_text="Who gets which task, instead: the link shows that, and its analysis."
    )
    scenario = serializers.UUIDField(
        required=False, help_text="What happens over time, instead: the link shows that, and its analysis."
    )
    comparison = serializers.UUIDField(
        required=False, help_text="What changes between two versions, instead: the link shows that, and both versions."
    )
    expires_in_days = serializers.IntegerField(min_value=1, max_value=3650, allow_null=True, default=None)


class ShareLinksView(APIView):
    """Links."""

    @extend_schema(
        operation_id="share",
        request=ShareLinkSerializer,
        responses={201: ShareLinkDocument, (404, "application/problem+json"): ProblemDocument},
    )
    def post(self, request: Request) -> Response:
        """Make a link to an analysis with a result; a preview is kept by this. The key is given once."""
        serializer = ShareLinkSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        analysis, report, calculation = _shared(request, given)
        days = given["expires_in_days"]
        token, delete_key = create_share_link(
            analysis=analysis,
            lag_report=report,
            calculation=calculation,
            user=caller_of(request).user,
            source=caller_of(request).source,
            expires_in=None if days is None else timedelta(days=days),
        )
        page = reverse("shared-page", args=(token,))
        svg = f"{page}.svg" if calculation is None else reverse(PICTURES[calculation.kind], args=(token,))
        return Response({"url": page, "svg": svg, "delete_key": delete_key}, status=201)


def _shared(request: Request, given: dict[str, Any]) -> tuple[Analysis, LagReport | None, Calculation | None]:
    """Find what is to be shared; raises ValidationError, NotFound, or Problem while it has no result."""
    if len({"analysis", "lag_report", *PICTURES} & set(given)) != 1:
        raise serializers.ValidationError(
            {"analysis": ["Name an analysis, a lag report, an assignment, a scenario or a comparison."]}
        )
    if "analysis" in given:
        return _with_result(callers_analysis(request, given["analysis"])), None, None
    if kind := next((kind for kind in PICTURES if kind in given), None):
        calculation = callers_calculation(request, given[kind], kind)
        if calculation.result is None:
            raise Problem(409, "no-result", "There is nothing to share yet.", "Ask something that has an answer.")
        return calculation.analysis, None, calculation
    report = callers_report(request, given["lag_report"])
    if report.result is None:
        raise Problem(409, "no-result", "There is nothing to share yet.", "Wait until the report is done.")
    return report.analysis, report, None


def _with_result(analysis: Analysis) -> Analysis:
    if analysis.result is None:
        raise Problem(409, "no-result", "There is nothing to share yet.", "Wait until the analysis is done.")
    return analysis
