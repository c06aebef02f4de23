"""`/api/v1/analyses/ID/topology.FORM`: take what was found out as text, as JSON, and as a picture in any form."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from topoviz.rendering.forms.model import ABOUT, Form
from topoviz.rendering.places.model import Panel
from topoviz.web.api.v1.analyses import WAIT, callers_analysis, parse_wait, result_of
from topoviz.web.api.v1.authentication import caller_of
from topoviz.web.api.v1.schemas import DrawingDocument, ProblemDocument
from topoviz.web.documents.files import describe_file, result_file, unless_known
from topoviz.web.documents.pictures import FONTS, Wish, drawn_response, parse_font, parse_view
from topoviz.web.documents.waiting import Waiting

VIEW = OpenApiParameter(
    "view",
    OpenApiTypes.STR,
    description="plan, plan-optimized, before-after, topology, overview, sub-topology:N, or around:KEY:STEPS: what is "
    "at most 1 to 9 steps from something.",
)
OPEN = OpenApiParameter(
    "open",
    OpenApiTypes.STR,
    description="Keys of what must not be folded away, with commas between them, at most 60; see data-open in a "
    "picture. r5 is node 5, p5 operator 5 of the plan, t5 a topic, s5 a store, g5 sub-topology 5.",
)
WHOLE = OpenApiParameter("whole", OpenApiTypes.STR, enum=("0", "1"), description="1 folds nothing.")
PANEL = OpenApiParameter(
    "panel", OpenApiTypes.STR, enum=tuple(Panel), description="How large the place is that the picture is for."
)
TOPOLOGY = OpenApiParameter("topology", OpenApiTypes.INT, description="Which topology, from 0.")
THEME = OpenApiParameter(
    "theme", OpenApiTypes.STR, enum=("auto", "light", "dark"), description="Colours; auto follows the reader's system."
)
DOWNLOAD = OpenApiParameter(
    "download", OpenApiTypes.STR, enum=("0", "1"), description="1 makes a browser keep the file and not show it."
)
FONT = OpenApiParameter(
    "font", OpenApiTypes.STR, enum=FONTS,
    description="Whether the SVG carries its letters. `none` is for pages that have the font.",
)  # fmt: skip
DRAWING_SECONDS = 2


class FileView(APIView):
    """Something of an analysis as a file, with a name that says what is inside."""

    gives_files = True

    def make(self, request: Request, analysis_id: uuid.UUID, *, is_download: bool) -> HttpResponse:
        """Give the file."""
        raise NotImplementedError

    def get(self, request: Request, analysis_id: uuid.UUID) -> HttpResponse:
        """Give the file, or 304 when the caller has it already."""
        response = self.make(request, analysis_id, is_download=parse_download(request.query_params))
        return unless_known(request, response)


@extend_schema_view(
    get=extend_schema(
        operation_id="topology_txt",
        description="What Topology.describe() prints; what is not certain has a question mark.",
        parameters=[TOPOLOGY, DOWNLOAD],
        responses={(200, "text/plain"): str, (422, "application/problem+json"): ProblemDocument},
    )
)
class TextFileView(FileView):
    """The text of describe()."""

    def make(self, request: Request, analysis_id: uuid.UUID, *, is_download: bool) -> HttpResponse:
        """Give what Topology.describe() prints."""
        result = result_of(callers_analysis(request, analysis_id))
        return describe_file(result, parse_topology(request), is_download=is_download)


@extend_schema_view(
    get=extend_schema(
        operation_id="topology_json",
        description="The result as topoviz/analysis@1; with `topology`, with that topology alone.",
        parameters=[TOPOLOGY, DOWNLOAD],
        responses={200: OpenApiTypes.OBJECT},
    )
)
class JsonFileView(FileView):
    """The whole result."""

    def make(self, request: Request, analysis_id: uuid.UUID, *, is_download: bool) -> HttpResponse:
        """Give the result."""
        result = result_of(callers_analysis(request, analysis_id))
        topology = parse_topology(request) if "topology" in request.query_params else None
        return result_file(result, topology, is_download=is_download)


class FormView(FileView):
    """A view of a topology in one form."""

    form: Form

    def make(self, request: Request, analysis_id: uuid.UUID, *, is_download: bool) -> HttpResponse:
        """Give a view; one that is not there yet is drawn now."""
        analysis = callers_analysis(request, analysis_id)
        return drawn_response(
            analysis,
            result_of(analysis),
            parse_view(request.query_params, form=self.form),
            wish_of(request),
        )


def wish_of(request: Request) -> Wish:
    """Read how a picture is wished for; raises ValidationError."""
    return Wish(
        Waiting(request, parse_wait(request, DRAWING_SECONDS)),
        caller_of(request).source,
        parse_download(request.query_params),
        parse_font(request.query_params),
    )


def parameters_of(form: Form) -> list[OpenApiParameter]:
    """Give the parameters of every view that has this form."""
    about = ABOUT[form]
    parameters = [DOWNLOAD, WAIT]
    parameters += [OPEN, WHOLE] if about.is_folded else []
    parameters += [PANEL] if about.has_panel else []
    parameters += [THEME] if about.has_theme else []
    return [*parameters, *([FONT] if form is Form.SVG else [])]


def picture_answers(form: Form) -> dict[Any, Any]:
    """Describe what comes of asking for a picture in a form."""
    about = ABOUT[form]
    return {
        (200, about.media_type): OpenApiTypes.STR if about.is_text else OpenApiTypes.BINARY,
        (202, "application/json"): OpenApiResponse(DrawingDocument, description="It is being drawn: ask again."),
        (404, "application/problem+json"): ProblemDocument,
        (422, "application/problem+json"): ProblemDocument,
    }


def form_view(form: Form) -> Callable[..., HttpResponseBase]:
    """Give the view of one form, described as that form is."""
    about = ABOUT[form]
    folded = "folded where it is not opened" if about.is_folded else "with nothing folded"
    described = extend_schema(
        operation_id=f"topology_{form}",
        description=f"A view as {about.title}, {folded}. {about.sentence} One that is not there yet is drawn now.",
        parameters=[VIEW, TOPOLOGY, *parameters_of(form)],
        responses=picture_answers(form),
    )
    view: type[FormView] = type(f"{form.title()}FormView", (FormView,), {"form": form, "__doc__": FormView.__doc__})
    return extend_schema_view(get=described)(view).as_view()


def parse_download(parameters: Any) -> bool:
    """Read whether a file is to be kept; raises ValidationError."""
    asked = parameters.get("download", "0")
    if asked not in ("0", "1"):
        raise serializers.ValidationError({"download": ["Give 1 for a file to keep, or omit it."]})
    return bool(asked == "1")


def parse_topology(request: Request) -> int:
    """Read which topology is meant; raises ValidationError."""
    return parse_view(request.query_params).topology
