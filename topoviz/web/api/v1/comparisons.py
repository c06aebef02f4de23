"""`/api/v1/comparisons`: what changes between two versions, and whether that is safe to deploy."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any, ClassVar, Final

from django.http import HttpResponse
from django.urls import URLPattern, path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from topoviz.engine.changes.deployment import Guarantee, Protocol
from topoviz.rendering.changes.views import ChangeViewName
from topoviz.web.api.v1.analyses import WAIT, parse_wait
from topoviz.web.api.v1.assignments import MOST_TEXT
from topoviz.web.api.v1.authentication import caller_of
from topoviz.web.api.v1.calculations import (
    PROBLEM,
    SORTS,
    NamedView,
    Served,
    answered,
    callers_calculation,
    first_view_of,
    kept_described,
    paths_of,
)
from topoviz.web.api.v1.forms import DOWNLOAD, wish_of
from topoviz.web.api.v1.idempotency import IDEMPOTENCY_KEY, same_each_time
from topoviz.web.api.v1.pages import of_team, page_response
from topoviz.web.api.v1.schemas import (
    ComparisonDocument,
    DrawingDocument,
    NamedComparisonsDocument,
    ProblemDocument,
    ShortDocument,
)
from topoviz.web.api.v1.sides import SideSerializer, analysis_of, find_side, team_of
from topoviz.web.api.v1.sizes import SizesSerializer, with_sizes
from topoviz.web.api.v1.submissions import SourceText
from topoviz.web.calculations.selectors import kept_calculations
from topoviz.web.calculations.services import ask
from topoviz.web.documents.calculations import named_calculation_documents
from topoviz.web.documents.comparisons import CHANGE_FILES, change_file
from topoviz.web.documents.files import unless_known
from topoviz.web.documents.throttles import CalculationsThrottle, RequestsThrottle, VisitorsThrottle
from topoviz.web.documents.waiting import Waiting

_FILES: Final = {
    "md": "The comparison as Markdown for a pull request: at most 60 lines, with a Mermaid picture of what changes.",
    "txt": "The comparison as text.",
    "json": "The comparison as topoviz/change@1.",
}
CHANGE_VIEW = OpenApiParameter(
    "view",
    OpenApiTypes.STR,
    enum=tuple(ChangeViewName),
    description="changes shows both versions in one: all of it, or of a large topology what changes with what stands "
    "beside it; changes-all shows all of it; old and new show one version with its marks.",
)


class DeploymentSerializer(SizesSerializer):
    """How the application runs; where nobody says it, what the programs themselves set holds."""

    application_id = serializers.CharField(
        max_length=249, allow_null=True, default=None, help_text="application.id, which begins the names of topics."
    )
    guarantee = serializers.ChoiceField(
        choices=[(one.value, one.name) for one in Guarantee], allow_null=True, default=None,
        help_text="processing.guarantee of the new version.",
    )  # fmt: skip
    guarantee_before = serializers.ChoiceField(
        choices=[(one.value, one.name) for one in Guarantee], allow_null=True, default=None,
        help_text="processing.guarantee of the old version.",
    )  # fmt: skip
    protocol = serializers.ChoiceField(
        choices=[(one.value, one.name) for one in Protocol], allow_null=True, default=None,
        help_text="group.protocol of the new version.",
    )  # fmt: skip
    protocol_before = serializers.ChoiceField(
        choices=[(one.value, one.name) for one in Protocol], allow_null=True, default=None,
        help_text="group.protocol of the old version.",
    )  # fmt: skip
    partitions = SourceText(
        max_length=MOST_TEXT, default="", help_text="Partition counts, in any form that assignments take."
    )


class ComparisonSerializer(DeploymentSerializer):
    """Two versions, and how the application runs."""

    old = SideSerializer(help_text="The version that is deployed.")
    new = SideSerializer(help_text="The version that is to come.")


COMPARISONS = Served(
    kind="comparison",
    question=ComparisonSerializer,
    document=ComparisonDocument,
    named=NamedComparisonsDocument,
    operation="compare",
    does="Compare two versions.",
    example_name="release 1.4",
    picture="What changes",
    first_view=ChangeViewName.CHANGES,
    picture_parameters=(CHANGE_VIEW,),
)


class ComparisonsView(APIView):
    """Comparisons."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Count questions apart, and visitors who are new."""
        if self.request.method == "GET":
            return [RequestsThrottle()]
        throttles: list[BaseThrottle] = [RequestsThrottle(), CalculationsThrottle()]
        if caller_of(self.request).team is None:
            throttles.append(VisitorsThrottle())
        return throttles

    @kept_described(COMPARISONS)
    def get(self, request: Request) -> Response:
        """List those that stay, of all your teams: they have a name, or a link shows them."""
        kept = of_team(request, kept_calculations(caller_of(request), COMPARISONS.kind))
        return page_response(request, kept, named_calculation_documents, SORTS)

    @extend_schema(
        operation_id=COMPARISONS.operation,
        description="Say what changes from one version to another, whether that is safe to deploy, and what to do. A "
        "version is an analysis, a share link of this server, or files with settings, which are submitted then. "
        "Without a name, the answer is kept for an hour. With `view`, an SVG of it is drawn with the answer.",
        parameters=[WAIT, CHANGE_VIEW, IDEMPOTENCY_KEY],
        request=ComparisonSerializer,
        responses={
            200: ComparisonDocument,
            202: ShortDocument,
            **{(status, PROBLEM): ProblemDocument for status in (404, 413, 422)},
        },
    )
    @same_each_time
    def post(self, request: Request) -> Response:
        """Take two versions, wait as long as the caller asked, and give the answer or where it will be."""
        waiting = Waiting(request, parse_wait(request))
        if waiting.remembered is not None:
            return answered(callers_calculation(request, waiting.remembered, COMPARISONS.kind), waiting)
        serializer = ComparisonSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        question = with_sizes(request, dict(serializer.validated_data))
        sides = {which: question.pop(which) for which in ("old", "new")}
        first_view = first_view_of(request, 0, COMPARISONS)
        # Both are looked at before anything is stored.
        found = {which: find_side(request, self, which, side) for which, side in sides.items()}
        team = team_of(request, found.values())
        old, new = (analysis_of(request, found[which], team) for which in ("old", "new"))
        asked = ask(
            analysis=new,
            old_analysis=old,
            topology=sides["new"]["topology"] or 0,
            kind=COMPARISONS.kind,
            question=question | {f"{which}_topology": side["topology"] for which, side in sides.items()},
            source=caller_of(request).source,
            user=caller_of(request).user,
            first_view=first_view,
        )
        return answered(asked, waiting)


class ChangeFileView(APIView):
    """A comparison as a file."""

    gives_files = True
    ending: ClassVar[str]

    def get(self, request: Request, calculation_id: uuid.UUID) -> HttpResponse:
        """Give the file, or 304 when the caller has it already."""
        found = callers_calculation(request, calculation_id, COMPARISONS.kind)
        return unless_known(request, change_file(found, self.ending, wish_of(request)))


def comparison_paths() -> Iterator[URLPattern]:
    """Give the addresses of comparisons."""
    yield path("comparisons", ComparisonsView.as_view(), name="api-compare")
    yield from paths_of(COMPARISONS, NamedView, None)
    for ending in CHANGE_FILES:
        address = f"comparisons/<uuid:calculation_id>/change.{ending}"
        yield path(address, _file_view(ending), name=f"api-change-{ending}")


def _file_view(ending: str) -> Any:
    said = extend_schema(
        operation_id=f"change_{ending}",
        description=_FILES[ending],
        parameters=[DOWNLOAD, WAIT],
        responses={
            (200, CHANGE_FILES[ending]): OpenApiTypes.OBJECT if ending == "json" else OpenApiTypes.STR,
            **({(202, "application/json"): DrawingDocument} if ending == "md" else {}),
            **{(status, PROBLEM): ProblemDocument for status in (404, 409, 422)},
        },
    )
    view: type[APIView] = type(f"Change{ending.title()}View", (ChangeFileView,), {"ending": ending})
    return extend_schema_view(get=said)(view).as_view()
