"""Lists of the API in pages: `limit`, `cursor` and `sort`, and `next` for the page behind."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from topoviz.web.api.v1.schemas import Shape
from topoviz.web.documents.paging import MOST, USUAL_SIZE, BadCursor, Page, Sorts, page_of

Row = TypeVar("Row", bound=Model)
Json = dict[str, Any]

CURSOR = OpenApiParameter("cursor", OpenApiTypes.STR, description="Where the page begins, as `next` has it.")
LIMIT = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL_SIZE},
    description="How many are given, at most.",
)


ANALYSIS = OpenApiParameter("analysis", OpenApiTypes.UUID, description="Only what is about this analysis.")
TEAM = OpenApiParameter("team", OpenApiTypes.UUID, description="Only what belongs to this team.")


def parse_id(request: Request, name: str) -> uuid.UUID | None:
    """Read a parameter that is an id; raises ValidationError."""
    given = request.query_params.get(name)
    try:
        return None if given is None else uuid.UUID(given)
    except ValueError as error:
        raise serializers.ValidationError({name: ["This is no id."]}) from error


def of_team(request: Request, rows: QuerySet[Row, Row]) -> QuerySet[Row, Row]:
    """Leave of a list what belongs to the team that is asked for; raises ValidationError."""
    team = parse_id(request, "team")
    return rows if team is None else rows.filter(team=team)


def page_parameters(sorts: Sorts, usual: str = "-created") -> list[OpenApiParameter]:
    """Give the parameters that every list has."""
    orders = [f"{sign}{name}" for name in sorts for sign in ("", "-")]
    sort = OpenApiParameter(
        "sort", OpenApiTypes.STR, enum=orders, default=usual, description="The order; - is for the other way round."
    )
    return [LIMIT, CURSOR, sort]


def page_document(item: type[Shape], name: str, items: str = "items") -> type[Shape]:
    """Make the shape of a page of a list."""
    members = {
        items: item(many=True, help_text="The page."),
        "next": serializers.CharField(allow_null=True, help_text="The address of the next page; null on the last."),
        "__doc__": "A page of a list.",
    }
    return type(name, (Shape,), members)


def page_response(
    request: Request,
    rows: QuerySet[Row, Row],
    documents: Callable[[Sequence[Row]], list[Json]],
    sorts: Sorts,
    *,
    usual: str = "-created",
    items: str = "items",
) -> Response:
    """Give the page of a list that is asked for; `documents` says what stands in it of all its rows at once.

    Raises ValidationError for parameters that are not as they must be.
    """
    page = asked_page(request, rows, sorts, usual)
    follows = None if page.next_cursor is None else _address(request, page.next_cursor)
    headers = {} if follows is None else {"Link": f'<{follows}>; rel="next"'}
    return Response({items: documents(page.rows), "next": follows}, headers=headers)


def asked_page(request: Request, rows: QuerySet[Row, Row], sorts: Sorts, usual: str) -> Page[Row]:
    """Read limit, cursor and sort, and give that page; raises ValidationError."""
    given = request.query_params
    sort = given.get("sort", usual)
    if sort.removeprefix("-") not in sorts:
        raise serializers.ValidationError({"sort": [f"Choose {', '.join(sorts)}, with - for the other way round."]})
    limit = given.get("limit", str(USUAL_SIZE))
    if not (limit.isascii() and limit.isdigit() and len(limit) < 4 and 1 <= int(limit) <= MOST):
        raise serializers.ValidationError({"limit": [f"Give a number from 1 to {MOST}."]})
    try:
        return page_of(rows, sorts, sort, cursor=given.get("cursor", ""), size=int(limit))
    except BadCursor as error:
        wrong = "This is no cursor of this list in this order: take it from `next`, or omit it."
        raise serializers.ValidationError({"cursor": [wrong]}) from error


def _address(request: Request, cursor: str) -> str:
    query = {**request.query_params.dict(), "cursor": cursor}
    return f"{request.path}?{urlencode(query)}"
