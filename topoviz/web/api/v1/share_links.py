"""`/api/v1/share-links`: make links that show something to whoever has them, list them, and end them."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from topoviz.web.accounts.callers import Caller
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis
from topoviz.web.api.v1.analyses import callers_analysis
from topoviz.web.api.v1.authentication import caller_of, must_be_allowed
from topoviz.web.api.v1.calculations import callers_calculation
from topoviz.web.api.v1.idempotency import IDEMPOTENCY_KEY, answered_once
from topoviz.web.api.v1.lag_reports import callers_report
from topoviz.web.api.v1.listed_schemas import LinkDocument, ShareLinkDocument
from topoviz.web.api.v1.negotiation import PROBLEM
from topoviz.web.api.v1.pages import ANALYSIS, TEAM, of_team, page_document, page_parameters, page_response, parse_id
from topoviz.web.api.v1.projects import callers_project
from topoviz.web.api.v1.schemas import ProblemDocument
from topoviz.web.api.v1.sides import token_in
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.documents.links import (
    LEAST_PASSWORD,
    MOST_PASSWORD,
    PICTURES,
    SORTS,
    link_documents,
    new_link_document,
)
from topoviz.web.documents.problems import Limit, NotFound, Problem
from topoviz.web.documents.throttles import AnalysesThrottle, RequestsThrottle, SharedThrottle
from topoviz.web.projects.selectors import find_revision, latest_on_main
from topoviz.web.sharing.selectors import find_link_of, find_share_link, links_of
from topoviz.web.sharing.services import TooManyLinks, create_share_link, delete_share_link, remove_share_link

_THINGS = ("analysis", "lag_report", *PICTURES, "project")
"""What a link can show; a revision is named by its project and its number."""

PROJECT = OpenApiParameter(
    "project", OpenApiTypes.UUID, description="Only links to this project, its latest or one of its revisions."
)
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
    simulation = serializers.UUIDField(
        required=False, help_text="What happens to records, instead: the link shows that, its events and its analysis."
    )
    comparison = serializers.UUIDField(
        required=False, help_text="What changes between two versions, instead: the link shows that, and both versions."
    )
    project = serializers.UUIDField(
        required=False,
        help_text="A project, instead: the link always shows the latest on its main branch.",
    )
    revision = serializers.IntegerField(
        required=False, min_value=1, max_value=2**31 - 1,
        help_text="With a project: the number of a revision. The link shows that, its verdict, and what it was "
        "compared with, and stays as it is.",
    )  # fmt: skip
    expires_in_days = serializers.IntegerField(min_value=1, max_value=3650, allow_null=True, default=None)
    expires = serializers.DateTimeField(
        required=False, allow_null=True, default=None, help_text="When the link ends, in place of days."
    )
    password = serializers.CharField(
        required=False, min_length=LEAST_PASSWORD, max_length=MOST_PASSWORD, trim_whitespace=False, write_only=True,
        help_text="What the link asks for. Such a link has a page, and no picture for other sites.",
    )  # fmt: skip

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse what cannot be together, and an end that is over."""
        if len(set(_THINGS) & set(attrs)) != 1:
            raise serializers.ValidationError({"analysis": [f"Name one of {', '.join(_THINGS)}."]})
        if "revision" in attrs and "project" not in attrs:
            raise serializers.ValidationError({"revision": ["Name its project, too."]})
        if attrs["expires"] is not None and attrs["expires_in_days"] is not None:
            raise serializers.ValidationError({"expires": ["Give this or expires_in_days."]})
        if attrs["expires"] is not None and attrs["expires"] <= timezone.now():
            raise serializers.ValidationError({"expires": ["That is over."]})
        return attrs


class ShareLinksView(APIView):
    """Links."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Count what is made as other things that stay: a password takes long to be made unreadable."""
        is_made = self.request.method == "POST"
        return [RequestsThrottle(), AnalysesThrottle()] if is_made else [RequestsThrottle()]

    @extend_schema(
        operation_id="share_links",
        parameters=[*page_parameters(SORTS), ANALYSIS, TEAM, PROJECT],
        responses={200: LinkPage, (422, PROBLEM): ProblemDocument},
    )
    def get(self, request: Request) -> Response:
        """List the links of all your teams: what each shows, and not its address, which is known to nobody."""
        links = of_team(request, links_of(caller_of(request)))
        if (analysis := parse_id(request, "analysis")) is not None:
            links = links.filter(analysis=analysis)
        if (project := parse_id(request, "project")) is not None:
            links = links.filter(Q(project=project) | Q(revision__project=project))
        return page_response(request, links, link_documents, SORTS)

    @extend_schema(
        operation_id="share",
        parameters=[IDEMPOTENCY_KEY],
        request=ShareLinkSerializer,
        responses={201: ShareLinkDocument, **{(status, PROBLEM): ProblemDocument for status in (404, 409)}},
    )
    @answered_once
    def post(self, request: Request) -> Response:
        """Make a link to something that has a result; a preview is kept by this. Address and key are given once.

        What is shown stays as it is, but for a project, of which the link always shows the latest on the main branch.
        """
        serializer = ShareLinkSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        days = given["expires_in_days"]
        try:
            link, token, delete_key = create_share_link(
                **_shared(request, given),
                user=caller_of(request).user,
                source=caller_of(request).source,
                expires_in=None if days is None else timedelta(days=days),
                expires=given["expires"],
                password=given.get("password", ""),
                caller=caller_of(request),
            )
        except TooManyLinks as error:
            most = limits().links
            detail = f"A team may have {most:,} share links."
            raise Problem(409, "too-many-links", detail, limit=Limit("links", most)) from error
        document = new_link_document(link, token, delete_key)
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
        must_be_allowed(request, link.team)
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


def _shared(request: Request, given: dict[str, Any]) -> dict[str, Any]:
    """Find what is to be shared; raises NotFound, or Problem while it has no result."""
    if "project" in given:
        return _of_project(request, given["project"], given.get("revision"))
    if "analysis" in given:
        return {"analysis": _with_result(callers_analysis(request, given["analysis"]))}
    if kind := next((kind for kind in PICTURES if kind in given), None):
        calculation = callers_calculation(request, given[kind], kind)
        if calculation.result is None:
            raise Problem(409, "no-result", "There is nothing to share yet.", "Ask something that has an answer.")
        return {"analysis": calculation.analysis, "calculation": calculation}
    report = callers_report(request, given["lag_report"])
    if report.result is None:
        raise Problem(409, "no-result", "There is nothing to share yet.", "Wait until the report is done.")
    return {"analysis": report.analysis, "lag_report": report}


def _of_project(request: Request, project_id: uuid.UUID, number: int | None) -> dict[str, Any]:
    project = callers_project(request, project_id)
    if number is None:
        if latest_on_main(project) is None:
            nothing = f"Nothing was read on the branch {project.main_branch} of the project so far."
            raise Problem(409, "no-result", nothing, "Hand in a revision of that branch.")
        return {"project": project}
    revision = find_revision(caller_of(request), project.id, number)
    if revision is None:
        raise NotFound
    _with_result(revision.analysis)
    return {"revision": revision}


def _with_result(analysis: Analysis) -> Analysis:
    if analysis.result is None:
        raise Problem(409, "no-result", "There is nothing to share yet.", "Wait until the analysis is done.")
    return analysis
