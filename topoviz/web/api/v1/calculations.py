"""The addresses that every kind of question about a topology has: to ask, to look, to keep, to draw and to end it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, TypeVar

from django.http import HttpResponse
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from topoviz.rendering.forms.model import ABOUT, Form
from topoviz.web.analyses.drawing import View
from topoviz.web.api.v1.analyses import WAIT, callers_analysis, chosen_topology, parse_wait, result_of
from topoviz.web.api.v1.authentication import caller_of, must_be_allowed
from topoviz.web.api.v1.forms import OPEN, PANEL, THEME, WHOLE, parameters_of, picture_answers, wish_of
from topoviz.web.api.v1.idempotency import IDEMPOTENCY_KEY, same_each_time
from topoviz.web.api.v1.pages import TEAM, of_team, page_document, page_parameters, page_response
from topoviz.web.api.v1.schemas import (
    CalculationDocument,
    NamedCalculationDocument,
    ProblemDocument,
    Shape,
    ShortDocument,
)
from topoviz.web.api.v1.sizes import with_sizes
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.selectors import (
    calculating_job,
    find_calculation,
    kept_calculations,
    named_calculations,
)
from topoviz.web.calculations.services import ask, cancel_calculation, delete_calculation, keep_as
from topoviz.web.documents.calculations import (
    address_of_calculation,
    calculation_document,
    named_calculation_documents,
    short_calculation_document,
    wait_for_calculation,
)
from topoviz.web.documents.files import unless_known
from topoviz.web.documents.pictures import calculation_response, parse_view_of_calculation
from topoviz.web.documents.problems import AGAIN, NotFound
from topoviz.web.documents.throttles import CalculationsThrottle, RequestsThrottle
from topoviz.web.documents.waiting import Waiting

Described = TypeVar("Described", bound=Callable[..., Any])
SORTS = {"created": "created", "name": "name"}
PROBLEM = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Served:
    """A kind of question as the API has it: what it takes and gives, and what is said of it.

    `does` says what asking it does, `picture` what its pictures show; both stand in the description of the API.
    """

    kind: str
    question: type[Strict]
    document: type[CalculationDocument]
    named: type[Shape]
    operation: str
    does: str
    example_name: str
    picture: str
    first_view: str
    picture_parameters: tuple[OpenApiParameter, ...]

    @property
    def plural(self) -> str:
        """The word in its addresses."""
        return f"{self.kind}s"


class NameSerializer(Strict):
    """A name."""

    name = serializers.CharField(max_length=100)


class NamedView(APIView):
    """Answers of a kind that have a name."""

    served: ClassVar[Served]

    def get(self, request: Request, analysis_id: uuid.UUID) -> Response:
        """List those of an analysis that somebody gave a name, the newest first."""
        named = named_calculations(callers_analysis(request, analysis_id), self.served.kind)
        return page_response(request, named, named_calculation_documents, SORTS, items=self.served.plural)


class KeptView(APIView):
    """Answers of a kind that stay, whatever analysis they are about."""

    served: ClassVar[Served]

    def get(self, request: Request) -> Response:
        """List those that stay, of all your teams: they have a name, or a link shows them."""
        kept = of_team(request, kept_calculations(caller_of(request), self.served.kind))
        return page_response(request, kept, named_calculation_documents, SORTS)


class QuestionsView(NamedView):
    """Questions of a kind."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Count questions apart."""
        return [RequestsThrottle(), CalculationsThrottle()]

    @same_each_time
    def post(self, request: Request, analysis_id: uuid.UUID) -> Response:
        """Take a question, wait as long as the caller asked, and give the answer or where it will be."""
        waiting = Waiting(request, parse_wait(request))
        if waiting.remembered is not None:
            return answered(callers_calculation(request, waiting.remembered, self.served.kind), waiting)
        analysis, caller = callers_analysis(request, analysis_id), caller_of(request)
        serializer = self.served.question(data=request.data)
        serializer.is_valid(raise_exception=True)
        question = with_sizes(request, dict(serializer.validated_data))
        topology = question.pop("topology")
        # Too long for a question, which is sent with each answer.
        records = question.pop("records", None)
        chosen_topology(result_of(analysis), topology)
        asked = ask(
            analysis=analysis,
            topology=topology,
            kind=self.served.kind,
            question=question,
            source=caller.source,
            user=caller.user,
            first_view=first_view_of(request, topology, self.served),
            records=records,
        )
        return answered(asked, waiting)


class AnswerView(APIView):
    """One answer."""

    served: ClassVar[Served]

    def get(self, request: Request, calculation_id: uuid.UUID) -> Response:
        """Give how it stands and, when it is done, the answer."""
        found = callers_calculation(request, calculation_id, self.served.kind)
        return Response(calculation_document(*wait_for_calculation(found, Waiting(request, parse_wait(request)))))

    def patch(self, request: Request, calculation_id: uuid.UUID) -> Response:
        """Keep it under the name that is sent."""
        found = callers_calculation(request, calculation_id, self.served.kind)
        serializer = NameSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        caller = caller_of(request)
        kept = keep_as(calculation=found, name=given["name"], source=caller.source, user=caller.user)
        return Response(calculation_document(kept, calculating_job(kept)))

    def delete(self, request: Request, calculation_id: uuid.UUID) -> Response:
        """Delete it, with all links to it; work on it ends."""
        found = callers_calculation(request, calculation_id, self.served.kind)
        delete_calculation(calculation=found, caller=caller_of(request))
        return Response(status=204)


class CancelCalculationView(APIView):
    """The end of work that nobody needs any more."""

    served: ClassVar[Served]

    def post(self, request: Request, calculation_id: uuid.UUID) -> Response:
        """Cancel one that is not done; one that is stays as it is."""
        found = callers_calculation(request, calculation_id, self.served.kind)
        cancel_calculation(calculation=found)
        return Response(short_calculation_document(found, calculating_job(found)), status=202)


class PictureView(APIView):
    """The picture of an answer in one form."""

    gives_files = True
    served: ClassVar[Served]
    form: ClassVar[Form]

    def get(self, request: Request, calculation_id: uuid.UUID) -> HttpResponse:
        """Give the file, or 304 when the caller has it already."""
        found = callers_calculation(request, calculation_id, self.served.kind)
        view = parse_view_of_calculation(request.query_params, found.topology, self.served.first_view, self.form)
        return unless_known(request, calculation_response(found, view, wish_of(request)))


def first_view_of(request: Request, topology: int, served: Served) -> View | None:
    """Give the view that is drawn with the answer, where one is asked for; raises ValidationError."""
    if "view" not in request.query_params:
        return None
    return parse_view_of_calculation(request.query_params, topology, served.first_view, Form.SVG)


def answered(asked: Calculation, waiting: Waiting) -> Response:
    """Wait for the answer, and give it or where it will be."""
    waiting.remember(asked.id)
    calculation, job = wait_for_calculation(asked, waiting)
    headers = {"Location": address_of_calculation(calculation)}
    if job.is_final:
        return Response(calculation_document(calculation, job), headers=headers)
    return Response(short_calculation_document(calculation, job), status=202, headers=headers | AGAIN)


def callers_calculation(request: Request, calculation_id: uuid.UUID, kind: str) -> Calculation:
    """Give the caller's calculation; raises NotFound, also for one of another team."""
    found = find_calculation(caller_of(request), calculation_id, kind)
    if found is None:
        raise NotFound
    must_be_allowed(request, found.team)
    return found


def paths_of(
    served: Served, first: type[APIView] = QuestionsView, listing: type[APIView] | None = KeptView
) -> Iterator[URLPattern]:
    """Give the addresses of a kind of question; `first` is the view below an analysis, `listing` that of all."""
    kind, plural = served.kind, served.plural
    one = f"{plural}/<uuid:calculation_id>"
    described = {name: said for name, said in _questions(served).items() if hasattr(first, name)}
    views: dict[str, tuple[type[APIView], dict[str, Any], str]] = {
        f"analyses/<uuid:analysis_id>/{plural}": (first, described, f"api-{plural}"),
        one: (AnswerView, _answer(served), f"api-{kind}"),
        f"{one}/cancel": (CancelCalculationView, _cancel(served), f"api-cancel-{kind}"),
    }
    if listing is not None:
        views[plural] = (listing, {"get": kept_described(served)}, f"api-kept-{plural}")
    for address, (base, described, name) in views.items():
        yield path(address, _view(base, described, served=served), name=name)
    for form in Form:
        view = _view(PictureView, _picture(served, form), served=served, form=form)
        yield path(f"{one}/picture.{form}", view, name=f"api-{kind}-{form}")


def _view(base: type[APIView], described: dict[str, Any], **members: Any) -> Any:
    """Give a view of a kind of question, described as that is."""
    name = f"{members['served'].kind.title()}{members.get('form', '').title()}{base.__name__}"
    view: type[APIView] = type(name, (base,), {**members, "__doc__": base.__doc__})
    return extend_schema_view(**described)(view).as_view()


def _questions(served: Served) -> dict[str, Any]:
    return {
        "post": extend_schema(
            operation_id=served.operation,
            description=f"{served.does} Without a name, the answer is kept for an hour. With `view`, an SVG of it is "
            "drawn with the answer, so that it is there when it is asked for.",
            parameters=[WAIT, *served.picture_parameters, OPEN, WHOLE, PANEL, THEME, IDEMPOTENCY_KEY],
            request=served.question,
            responses={
                200: served.document,
                202: ShortDocument,
                **{(status, PROBLEM): ProblemDocument for status in (404, 409, 422)},
            },
        ),
        "get": extend_schema(
            operation_id=f"{served.plural}_of_analysis",
            parameters=page_parameters(SORTS),
            responses={200: served.named, **{(status, PROBLEM): ProblemDocument for status in (404, 422)}},
        ),
    }


def kept_described(served: Served) -> Callable[[Described], Described]:
    """Describe the list of all that stay of a kind."""
    described: Callable[[Described], Described] = extend_schema(
        operation_id=served.plural,
        parameters=[*page_parameters(SORTS), TEAM],
        responses={200: page_of_kind(served.kind), (422, PROBLEM): ProblemDocument},
    )
    return described


@cache
def page_of_kind(kind: str) -> type[Shape]:
    """Give the shape of a page of answers of a kind."""
    return page_document(NamedCalculationDocument, f"{kind.title()}Page")


def _answer(served: Served) -> dict[str, Any]:
    return {
        "get": extend_schema(
            operation_id=served.kind,
            parameters=[WAIT],
            responses={200: served.document, (404, PROBLEM): ProblemDocument},
        ),
        "patch": extend_schema(
            operation_id=f"keep_{served.kind}",
            description=f'Give it a name (`{{"name": "{served.example_name}"}}`): what has one stays.',
            request=None,
            responses={200: served.document, (422, PROBLEM): ProblemDocument},
        ),
        "delete": extend_schema(operation_id=f"delete_{served.kind}", request=None, responses={204: None}),
    }


def _cancel(served: Served) -> dict[str, Any]:
    return {"post": extend_schema(operation_id=f"cancel_{served.kind}", request=None, responses={202: ShortDocument})}


def _picture(served: Served, form: Form) -> dict[str, Any]:
    about = ABOUT[form]
    return {
        "get": extend_schema(
            operation_id=f"{served.kind}_{form}",
            description=f"{served.picture} as {about.title}. {about.sentence} One that is not there yet is drawn now.",
            parameters=[*served.picture_parameters, *parameters_of(form)],
            responses=picture_answers(form),
        )
    }
