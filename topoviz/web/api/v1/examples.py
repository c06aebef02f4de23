"""`/api/v1/examples`: programs to begin with, each with what it teaches."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.web.api.v1.schemas import ExampleDocument
from topoviz.web.documents.examples import examples_document


class ExamplesView(APIView):
    """The gallery."""

    @extend_schema(operation_id="examples", responses={200: ExampleDocument(many=True)})
    def get(self, request: Request) -> Response:
        """Give the programs with their texts, in the order in which they teach."""
        return Response(examples_document())
