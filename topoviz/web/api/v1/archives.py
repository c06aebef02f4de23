"""Archives: `/api/v1/archives` says what of one is looked at, and `/api/v1/analyses` takes one for the files in it.

The upload lies on disk until the request ends, and is read by a process that is limited and killed.
"""

from __future__ import annotations

from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from django.core.files.uploadedfile import TemporaryUploadedFile
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from topoviz.intake.apart import read_archive_apart
from topoviz.intake.choice import Taken
from topoviz.intake.reading import BadArchive, TooMuch
from topoviz.intake.room import Room
from topoviz.web.analyses.limits import limits
from topoviz.web.api.v1.histories import HistoryFormSerializer
from topoviz.web.api.v1.parsing import parse_json
from topoviz.web.api.v1.schemas import ArchiveDocument, ProblemDocument
from topoviz.web.api.v1.submissions import HowSerializer, Strict
from topoviz.web.api.v1.uploads import FORM, TakesFiles
from topoviz.web.documents.problems import FieldError, Limit, Problem
from topoviz.web.documents.throttles import ArchivesThrottle, RequestsThrottle

CALLED = "The archive"
ONE_MODULE = "Send one module of it, or its sources alone: git archive HEAD src pom.xml."

_turns = BoundedSemaphore(limits().archives_at_once)


class ArchiveSerializer(Strict):
    """An archive."""

    archive = serializers.FileField(
        allow_empty_file=True,
        error_messages={"required": "There is no archive.", "invalid": "Send it as a file, such as -F archive=@FILE."},
        help_text="A zip or a tar, packed or not, of at most 20 MB; what it is, its content says, and not its name.",
    )


class ArchiveSubmissionSerializer(HistoryFormSerializer, HowSerializer, ArchiveSerializer):
    """An archive, settings, and to which project it goes."""

    settings = serializers.CharField(default="{}", help_text="The settings, as they stand in a body of JSON.")

    def validate_settings(self, text: str) -> Any:
        """Read the settings; what they may say is looked at with the files."""
        try:
            return parse_json(text)
        except ValueError as error:
            raise serializers.ValidationError("This is not JSON.") from error


class TakesArchive(TakesFiles):
    """A view that takes forms with an archive."""

    def most_bytes(self) -> int:
        """Say how large an archive may be."""
        return limits().archive_bytes

    def too_large(self) -> Problem:
        """Make the problem of an archive that is too large."""
        most = limits().archive_bytes
        return Problem(
            413, "too-large", f"An archive may have {most // 2**20} MB.", ONE_MODULE,
            errors=[FieldError("archive", "This is too large.")], limit=Limit("archive_bytes", most),
        )  # fmt: skip


class ArchivesView(TakesArchive):
    """Archives that are only looked into."""

    parser_classes = (MultiPartParser,)
    throttle_classes = (RequestsThrottle, ArchivesThrottle)

    @extend_schema(
        operation_id="read_archive",
        request={FORM: ArchiveSerializer},
        responses={
            200: ArchiveDocument,
            (413, "application/problem+json"): ProblemDocument,
            (422, "application/problem+json"): ProblemDocument,
            (429, "application/problem+json"): ProblemDocument,
        },
    )
    def post(self, request: Request) -> Response:
        """Give the programs, build files and configuration in an archive, and what is left out. Nothing is kept."""
        taken = read_upload(_given(request, ArchiveSerializer)["archive"])
        return Response({"files": _files(taken), "notes": taken.notes})


def read_form(request: Request) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Read a form with an archive: what a body of JSON would say, and notes; raises ValidationError and Problem."""
    given = _given(request, ArchiveSubmissionSerializer)
    taken = read_upload(given.pop("archive"))
    return {**given, "files": _files(taken)}, taken.notes


def read_upload(upload: TemporaryUploadedFile) -> Taken:
    """Read an archive that has arrived; raises Problem with the reason when nothing comes of it."""
    at_most = limits()
    room = Room(at_most.files, at_most.total_bytes, at_most.file_bytes, at_most.name_length)
    if not _turns.acquire(timeout=at_most.archive_turn_seconds):
        raise Problem(503, "busy", "Many archives are being read.", retry_after=at_most.archive_turn_seconds)
    try:
        with Path(upload.temporary_file_path()).open("rb") as archive:
            taken = read_archive_apart(archive, CALLED, room, at_most.archive_seconds)
    except TooMuch as error:
        raise Problem(
            413, "too-large", error.sentence, ONE_MODULE, errors=[FieldError("archive", error.sentence)]
        ) from error
    except BadArchive as error:
        raise Problem(422, "no-archive", str(error), errors=[FieldError("archive", str(error))]) from error
    finally:
        _turns.release()
    if not taken.files:
        detail = " ".join((f"{CALLED} holds no program: no source, no build file and no configuration.", *taken.notes))
        raise Problem(422, "no-program", detail)
    return taken


def _given(request: Request, form: type[Strict]) -> dict[str, Any]:
    if len(request.FILES.getlist("archive")) > 1:
        raise serializers.ValidationError({"archive": ["Send one archive at a time."]})
    fields: dict[str, Any] = request.POST.dict()
    serializer = form(data=fields | request.FILES.dict())
    serializer.is_valid(raise_exception=True)
    given: dict[str, Any] = serializer.validated_data
    return given


def _files(taken: Taken) -> list[dict[str, str]]:
    return [{"name": file.name, "text": file.text} for file in taken.files]
