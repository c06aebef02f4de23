"""`/api/v1/versions`: which versions of Kafka Streams are known, and how each can be told to optimize."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.engine.optimizer.config import ALL
from topoviz.engine.versions import DEFAULT_VERSION, EXACT_VERSIONS, NEWEST_PATCH, Behaviours, parse_version
from topoviz.web.api.v1.schemas import VersionsDocument


class VersionsView(APIView):
    """Versions."""

    @extend_schema(operation_id="versions", responses={200: VersionsDocument})
    def get(self, request: Request) -> Response:
        """Give the versions, the newest first."""
        return Response(versions_document())


def versions_document() -> dict[str, Any]:
    """Give the default, the versions held against the real library, and every line."""
    lines = sorted(NEWEST_PATCH, reverse=True)
    return {
        "default": DEFAULT_VERSION,
        "exact": list(EXACT_VERSIONS),
        "versions": [_line(f"{major}.{minor}") for major, minor in lines],
    }


def _line(text: str) -> dict[str, Any]:
    behaviours = Behaviours(parse_version(text))
    takes_list = behaviours.has("optimizes_by_list")
    return {
        "version": text,
        "full": str(behaviours.version),
        "is_exact": behaviours.is_exact,
        "optimization": ["none", "all", *(ALL if takes_list else ())],
        "takes_list": takes_list,
    }
