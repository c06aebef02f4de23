"""`/api/v1/renamed`: copies of analyses with other names, for public questions."""

from __future__ import annotations

from typing import Final

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.web.analyses.renaming import NoTopology, submit_renamed
from topoviz.web.analyses.selectors import newest_job
from topoviz.web.api.v1.analyses import callers_analysis, result_of
from topoviz.web.api.v1.authentication import caller_of
from topoviz.web.api.v1.negotiation import PROBLEM
from topoviz.web.api.v1.schemas import ProblemDocument, Shape, ShortDocument
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.documents.analyses import short_document
from topoviz.web.documents.problems import AGAIN, Problem
from topoviz.web.documents.throttles import AnalysesThrottle, RequestsThrottle

MOST: Final = 2


class RenamedSerializer(Strict):
    """What is to have other names."""

    analyses = serializers.ListField(
        child=serializers.UUIDField(), min_length=1, max_length=MOST,
        help_text="One analysis, or both versions of a comparison: the same name is replaced alike in both.",
    )  # fmt: skip


class RenamedDocument(Shape):
    """Copies with other names, in the order in which they were asked for."""

    analyses = ShortDocument(many=True, help_text="Previews, which are kept when they are shared.")


class RenamedView(APIView):
    """Copies with other names."""

    throttle_classes = (RequestsThrottle, AnalysesThrottle)

    @extend_schema(
        operation_id="replace_names",
        request=RenamedSerializer,
        responses={202: RenamedDocument, **{(status, PROBLEM): ProblemDocument for status in (403, 404, 409, 422)}},
    )
    def post(self, request: Request) -> Response:
        """Make a copy of an analysis, for a public question, with no name of the program in it.

        The copy is what describe() prints, with names such as topic-1 and store-2 in place of all that Kafka Streams
        did not make itself; sources, files, settings and the application id are not in it. Wait for it, and share it.
        """
        caller = caller_of(request)
        if caller.project is not None:
            # What is made here is no revision of the project that the token opens.
            raise PermissionDenied
        serializer = RenamedSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        analyses = [callers_analysis(request, one) for one in serializer.validated_data["analyses"]]
        for one in analyses:
            result_of(one)
        try:
            with transaction.atomic():
                made = submit_renamed(
                    analyses=analyses, source=caller.source or f"visitor:{analyses[0].team_id}", user=caller.user
                )
        except NoTopology as error:
            raise Problem(409, "no-topology", "There is no topology that could be shown.") from error
        document = {"analyses": [short_document(one.analysis, newest_job(one.analysis)) for one in made]}
        return Response(document, status=202, headers=AGAIN)
