"""`/api/v1/share-links`: make a link that shows one analysis to whoever has it."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.web.accounts.callers import Caller
from topoviz.web.analyses.models import Analysis
from topoviz.web.api.v1.analyses import callers_analysis
from topoviz.web.api.v1.assignments import ASSIGNMENTS
from topoviz.web.api.v1.authentication import caller_of, must_be_allowed
from topoviz.web.api.v1.calculations import callers_calculation
from topoviz.web.api.v1.comparisons import COMPARISONS
from topoviz.web.api.v1.idempotency import IDEMPOTENCY_KEY, answered_once
from topoviz.web.api.v1.lag_reports import callers_report
from topoviz.web.api.v1.listed_schemas import LinkDocument, ShareLinkDocument
from topoviz.web.api.v1.negotiation import PROBLEM
from topoviz.web.api.v1.pages import ANALYSIS, page_document, page_parameters, page_response, parse_id
from topoviz.web.api.v1.scenarios import SCENARIOS
from topoviz.web.api.v1.schemas import ProblemDocument
from topoviz.web.api.v1.sides import token_in
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.calculations.models import Calculation
from topoviz.web.documents.listed import link_document, listed_link_documents
from topoviz.web.documents.problems import NotFound, Problem
from topoviz.web.documents.throttles import SharedThrottle
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.sharing.selectors import find_link_of, find_share_link, links_of
from topoviz.web.sharing.services import create_share_link, delete_share_link, remove_share_link

PICTURES = {
    ASSIGNMENTS.kind: "shared-tasks",
    SCENARIOS.kind: "shared-tasks",
    COMPARISONS.kind: "shared-comparison-svg",
}
"""The addresses of the pictures of what is calculated, by kind."""

SORTS = {"created": "created"}
LinkPage = page_document(LinkDocument, "LinkPage")


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
        operation_id="share_links",
        parameters=[*page_parameters(SORTS), ANALYSIS],
        responses={200: LinkPage, (422, PROBLEM): ProblemDocument},
    )
    def get(self, request: Request) -> Response:
        """List the links of all your teams: what each shows, and not its address, which is known to nobody."""
        links = links_of(caller_of(request))
        analysis = parse_id(request, "analysis")
        return page_response(
            request, links if analysis is None else links.filter(analysis=analysis), listed_link_documents, SORTS
        )

    @extend_schema(
        operation_id="share",
        parameters=[IDEMPOTENCY_KEY],
        request=ShareLinkSerializer,
        responses={201: ShareLinkDocument, (404, "application/problem+json"): ProblemDocument},
    )
    @answered_once
    def post(self, request: Request) -> Response:
        """Make a link to an analysis with a result; a preview is kept by this. The key is given once."""
        serializer = ShareLinkSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        analysis, report, calculation = _shared(request, given)
        days = given["expires_in_days"]
        link, token, delete_key = create_share_link(
            analysis=analysis,
            lag_report=report,
            calculation=calculation,
            user=caller_of(request).user,
            source=caller_of(request).source,
            expires_in=None if days is None else timedelta(days=days),
            caller=caller_of(request),
        )
        page = reverse("shared-page", args=(token,))
        svg = f"{page}.svg" if calculation is None else reverse(PICTURES[calculation.kind], args=(token,))
        document = {**link_document(link), "url": page, "svg": svg, "delete_key": delete_key}
        return Response(document, status=201, headers={"Location": document["manage"]})


class ShareLinkView(APIView):
    """One link, as its team sees it."""

    @extend_schema(
        operation_id="delete_share_link",
        request=None,
        responses={204: None, **{(status, PROBLEM): ProblemDocument for status in (403, 404)}},
    )
    def delete(self, request: Request, link_id: uuid.UUID) -> Response:
        """Delete a link of your team; nobody can open it from then on."""
        link = find_link_of(caller_of(request), link_id)
        if link is None:
            raise NotFound
        must_be_allowed(request, link.analysis.team)
        remove_share_link(link=link, caller=caller_of(request))
        return Response(status=204)


class KeySerializer(Strict):
    """A link and its key."""

    url = serializers.CharField(max_length=2000, help_text="The address of the link, such as /s/TOKEN.")
    delete_key = serializers.CharField(max_length=200, help_text="The key that was shown when it was made.")


class DeleteWithKeyView(APIView):
    """The end of a link for whoever has its key: the key is all that is asked for."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = (SharedThrottle,)

    @extend_schema(
        operation_id="delete_share_link_with_key",
        request=KeySerializer,
        responses={204: None, **{(status, PROBLEM): ProblemDocument for status in (403, 404, 422)}},
        auth=[],
    )
    def post(self, request: Request) -> Response:
        """Delete a link with the key that was given when it was made. This needs no token, only the key."""
        serializer = KeySerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        link = find_share_link(token_in(given["url"]))
        if link is None:
            raise NotFound
        if not delete_share_link(link=link, delete_key=given["delete_key"], caller=Caller(None)):
            raise Problem(403, "wrong-key", "This is not the key of this link.")
        return Response(status=204)


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
