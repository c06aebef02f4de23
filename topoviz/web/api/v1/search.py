"""`/api/v1/search`: topics, stores, nodes and texts in all projects, and the applications joined by topics."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from topoviz.rendering.places.model import Panel
from topoviz.rendering.style import Theme
from topoviz.web.api.v1.analyses import parse_switch
from topoviz.web.api.v1.authentication import caller_of
from topoviz.web.api.v1.forms import DOWNLOAD, FONT, PANEL, THEME
from topoviz.web.api.v1.project_schemas import SearchDocument
from topoviz.web.api.v1.schemas import ProblemDocument
from topoviz.web.documents.files import unless_known
from topoviz.web.documents.pictures import FONTS
from topoviz.web.documents.searches import picture_of_applications, results_document
from topoviz.web.documents.throttles import DrawingsThrottle, RequestsThrottle
from topoviz.web.projects.search import WHERE, search

PROBLEM = "application/problem+json"
QUERY = OpenApiParameter(
    "q", OpenApiTypes.STR, required=True, description="What to look for; letters in either case are the same."
)
IN = OpenApiParameter(
    "in", OpenApiTypes.STR, enum=WHERE, description="Look in one of these alone; in all of them without it."
)
TOPIC = OpenApiParameter(
    "topic", OpenApiTypes.STR, description="Those applications alone that read or write this topic."
)


class SearchSerializer(serializers.Serializer[Any]):
    """What is looked for."""

    q = serializers.CharField(max_length=500)
    where = serializers.ChoiceField(choices=WHERE, default="")


class PictureSerializer(serializers.Serializer[Any]):
    """Which picture is wanted."""

    topic = serializers.CharField(max_length=500, default="", allow_blank=True)
    panel = serializers.ChoiceField(choices=list(Panel), default=Panel.USUAL)
    theme = serializers.ChoiceField(choices=list(Theme), default=Theme.AUTO)
    font = serializers.ChoiceField(choices=FONTS, default=FONTS[0])


class SearchView(APIView):
    """A search."""

    @extend_schema(
        operation_id="search",
        parameters=[QUERY, IN],
        responses={200: SearchDocument, (422, PROBLEM): ProblemDocument},
    )
    def get(self, request: Request) -> Response:
        """Look for a topic, a store, a node or a text in the latest revision on main of all projects of my teams.

        Where it is the name of a topic, each project says whether it reads or writes it. Projects in the archive are
        not looked at.
        """
        given = request.query_params.dict()
        serializer = SearchSerializer(
            data={"q": given.get("q", ""), **({"where": given["in"]} if "in" in given else {})}
        )
        if not serializer.is_valid():
            named = {{"where": "in"}.get(name, name): errors for name, errors in serializer.errors.items()}
            raise serializers.ValidationError(named)
        asked: dict[str, Any] = serializer.validated_data
        return Response(results_document(search(caller_of(request), asked["q"], asked["where"])))


class ApplicationsView(APIView):
    """The picture of applications joined by topics."""

    gives_files = True

    def get_throttles(self) -> list[BaseThrottle]:
        """Count drawings apart."""
        return [RequestsThrottle(), DrawingsThrottle()]

    @extend_schema(
        operation_id="applications_svg",
        parameters=[TOPIC, PANEL, THEME, FONT, DOWNLOAD],
        responses={(200, "image/svg+xml"): OpenApiTypes.STR, (422, PROBLEM): ProblemDocument},
    )
    def get(self, request: Request) -> HttpResponse:
        """Draw the applications of my teams and the topics that join them: who writes what others read."""
        serializer = PictureSerializer(data=request.query_params)
        serializer.is_valid(raise_exception=True)
        asked: dict[str, Any] = serializer.validated_data
        response = picture_of_applications(
            caller_of(request),
            asked["topic"],
            panel=Panel(asked["panel"]),
            theme=Theme(asked["theme"]),
            is_download=parse_switch(request, "download"),
            carries_font=asked["font"] == FONTS[0],
        )
        return unless_known(request, response)
