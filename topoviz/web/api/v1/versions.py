"""`/api/v1/versions`: which versions of Kafka Streams are known, and how each can be told to optimize."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.web.api.v1.schemas import VersionsDocument
from topoviz.web.documents.versions import versions_document


class VersionsView(APIView):
    """Versions."""

    @extend_schema(operation_id="versions", responses={200: VersionsDocument})
    def get(self, request: Request) -> Response:
        """Give the versions, the newest first."""
        return Response(versions_document())
