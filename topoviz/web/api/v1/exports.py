"""`/api/v1/teams/ID/export` and `/import`: everything that a team has as one archive, and taking one in."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from topoviz.web.accounts.models import Team
from topoviz.web.analyses.limits import limits
from topoviz.web.api.v1.authentication import caller_of, must_own
from topoviz.web.api.v1.idempotency import IDEMPOTENCY_KEY, answered_once
from topoviz.web.api.v1.project_schemas import ImportedDocument
from topoviz.web.api.v1.schemas import ProblemDocument
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.api.v1.uploads import FORM, TakesFiles
from topoviz.web.documents.exports import MEDIA_TYPE, export_response
from topoviz.web.documents.problems import FieldError, Limit, NotFound, Problem
from topoviz.web.documents.throttles import ArchivesThrottle, RequestsThrottle
from topoviz.web.projects.importing import BadImport, StillImporting, import_archive
from topoviz.web.projects.services import NameTaken

PROBLEM = "application/problem+json"


class ImportSerializer(Strict):
    """An archive that a server exported."""

    archive = serializers.FileField(
        allow_empty_file=True,
        error_messages={"required": "There is no archive.", "invalid": "Send it as a file, such as -F archive=@FILE."},
        help_text="The zip, of at most 100 MB.",
    )


class ExportView(APIView):
    """The archive of a team."""

    gives_files = True

    def get_throttles(self) -> list[BaseThrottle]:
        """Count archives apart."""
        return [RequestsThrottle(), ArchivesThrottle()]

    @extend_schema(
        operation_id="export_team",
        responses={
            (200, MEDIA_TYPE): OpenApiTypes.BINARY,
            **{(status, PROBLEM): ProblemDocument for status in (403, 404)},
        },
    )
    def get(self, request: Request, team_id: uuid.UUID) -> StreamingHttpResponse:
        """Give everything that a team has as one zip: histories, programs, results and notes. Its owners may.

        README.txt in it says what is where, and what is not in it.
        """
        return export_response(caller_of(request), _owned_team(request, team_id))


class ImportView(TakesFiles):
    """Taking an archive in."""

    parser_classes = (MultiPartParser,)
    throttle_classes = (RequestsThrottle, ArchivesThrottle)

    def most_bytes(self) -> int:
        """Say how large an archive may be."""
        return limits().import_bytes

    def too_large(self) -> Problem:
        """Make the problem of an archive that is too large."""
        most = limits().import_bytes
        return Problem(
            413, "too-large", f"An archive of a team may have {most // 2**20} MB.",
            "Import fewer projects at a time.", errors=[FieldError("archive", "This is too large.")],
            limit=Limit("import_bytes", most),
        )  # fmt: skip

    @extend_schema(
        operation_id="import_team",
        parameters=[IDEMPOTENCY_KEY],
        request={FORM: ImportSerializer},
        responses={
            201: ImportedDocument,
            **{(status, PROBLEM): ProblemDocument for status in (403, 404, 409, 413, 422)},
        },
    )
    @answered_once
    def post(self, request: Request, team_id: uuid.UUID) -> Response:
        """Take the projects, revisions, programs and notes of an archive into a team, all or nothing. Its owners may.

        Programs are analyzed again, and revisions compared.
        """
        team = _owned_team(request, team_id)
        serializer = ImportSerializer(data=request.POST.dict() | request.FILES.dict())
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        try:
            with Path(given["archive"].temporary_file_path()).open("rb") as archive:
                taken = import_archive(team=team, caller=caller_of(request), archive=archive)
        except BadImport as error:
            raise Problem(422, "bad-import", str(error), errors=[FieldError("archive", str(error))]) from error
        except StillImporting as error:
            raise Problem(409, "still-importing", str(error)) from error
        except NameTaken as error:
            wrong = f"The team has a project called {error} already. Give it another name first; nothing was taken in."
            raise Problem(409, "name-taken", wrong) from error
        document = {name: getattr(taken, name) for name in ("projects", "revisions", "programs", "notes")}
        return Response(document, status=201)


def _owned_team(request: Request, team_id: uuid.UUID) -> Team:
    """Give a team of which the caller is an owner; raises NotFound, and another Problem for its other members."""
    caller = caller_of(request)
    team = next((one for one in caller.teams if one.pk == team_id and not one.is_anonymous), None)
    if team is None:
        raise NotFound
    must_own(request, team)
    return team
