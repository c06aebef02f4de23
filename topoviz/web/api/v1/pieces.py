"""`/api/v1/uploads`: a file that arrives in pieces, and goes on where it was cut off."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from typing import IO, Any, Final

from django.http import UnreadablePostError
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from topoviz.web.analyses.limits import limits
from topoviz.web.api.v1.analyses import writing_team
from topoviz.web.api.v1.authentication import caller_of, must_be_allowed
from topoviz.web.api.v1.idempotency import IDEMPOTENCY_KEY, answered_once
from topoviz.web.api.v1.negotiation import PROBLEM
from topoviz.web.api.v1.schemas import ProblemDocument, UploadDocument
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.documents.lag_reports import no_room, upload_document
from topoviz.web.documents.problems import FieldError, Limit, NotFound, Problem
from topoviz.web.documents.throttles import LagReportsThrottle, RequestsThrottle
from topoviz.web.lag_reports.models import Upload
from topoviz.web.lag_reports.uploads import (
    Busy,
    NoRoom,
    TooMuch,
    WrongOffset,
    append,
    begin_upload,
    delete_upload,
    find_upload,
)

AT_A_TIME: Final = 1024 * 1024
OCTETS: Final = "application/octet-stream"
OFFSET: Final = "Upload-Offset"
OFFSET_PARAMETER = OpenApiParameter(
    OFFSET,
    {"type": "integer", "minimum": 0},
    OpenApiParameter.HEADER,
    required=True,
    description="Where the piece begins: how many bytes have arrived before it.",
)


class OctetsParser(BaseParser):
    """Bytes, which are read as they arrive."""

    media_type = OCTETS

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Give the stream itself."""
        return stream


class NewFileSerializer(Strict):
    """A file that is to come."""

    name = serializers.CharField(max_length=200, help_text="What it is called; for showing only.")
    size = serializers.IntegerField(min_value=1, help_text="How many bytes it has.")


class UploadsView(APIView):
    """Files that are to come."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Count them as uploads of histories."""
        return [LagReportsThrottle()]

    @extend_schema(
        operation_id="begin_upload",
        parameters=[IDEMPOTENCY_KEY],
        request=NewFileSerializer,
        responses={201: UploadDocument, **{(status, PROBLEM): ProblemDocument for status in (403, 413, 422)}},
    )
    @answered_once
    def post(self, request: Request) -> Response:
        """Begin a file of a lag history that is sent in pieces. Send them to its `url`, then name it in a lag report.

        What is not used within a day after its last piece is thrown away.
        """
        serializer = NewFileSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        most = limits().lag_bytes
        if given["size"] > most:
            raise Problem(
                413, "too-large", f"A lag history may have {most // 2**20} MiB.",
                errors=[FieldError("size", "This is too large.")], limit=Limit("lag_bytes", most),
            )  # fmt: skip
        team = writing_team(request)
        source = caller_of(request).source or f"visitor:{team.id}"
        try:
            upload = begin_upload(team=team, source=source, **given)
        except NoRoom as error:
            raise no_room() from error
        return _answer(upload, status=201)


class UploadView(APIView):
    """One file that arrives."""

    parser_classes = (OctetsParser,)

    def get_throttles(self) -> list[BaseThrottle]:
        """Count pieces as requests."""
        return [RequestsThrottle()]

    def most_body(self, content_type: str) -> int:
        """Say how long a piece may be."""
        return limits().upload_piece_bytes

    def too_long(self, content_type: str) -> Problem:
        """Make the problem of a piece that is longer."""
        most = limits().upload_piece_bytes
        return Problem(
            413, "too-large", f"A piece may have {most // 2**20} MiB.", "Send it in smaller pieces.",
            limit=Limit("upload_piece_bytes", most),
        )  # fmt: skip

    @extend_schema(
        operation_id="upload",
        responses={200: UploadDocument, (404, PROBLEM): ProblemDocument},
    )
    def get(self, request: Request, upload_id: uuid.UUID) -> Response:
        """Say how much has arrived; HEAD says it with the header Upload-Offset alone."""
        return _answer(callers_upload(request, upload_id))

    @extend_schema(
        operation_id="send_piece",
        parameters=[OFFSET_PARAMETER],
        request={OCTETS: OpenApiTypes.BINARY},
        responses={
            200: UploadDocument,
            **{(status, PROBLEM): ProblemDocument for status in (403, 404, 409, 413, 415, 422)},
        },
    )
    def patch(self, request: Request, upload_id: uuid.UUID) -> Response:
        """Send a piece, of at most 32 MiB. When this answers, it is on disk.

        A piece that was cut off may have arrived in part: ask how much, and go on from there.
        """
        upload = callers_upload(request, upload_id)
        offset = _offset_of(request)
        body: Any = request.data
        pieces = _read(body) if hasattr(body, "read") else iter(())
        try:
            append(upload=upload, offset=offset, pieces=pieces)
        except WrongOffset as wrong:
            raise Problem(
                409, "wrong-offset", f"{wrong.offset:,} bytes have arrived; the piece begins at {offset:,}.",
                more={"offset": wrong.offset},
            ) from wrong  # fmt: skip
        except TooMuch as error:
            raise Problem(
                413, "too-large", f"The file was said to have {upload.size:,} bytes, and this would be more.",
                limit=Limit("size", upload.size),
            ) from error  # fmt: skip
        except Busy as error:
            raise Problem(409, "piece-arriving", "Another piece of it is arriving.", retry_after=1) from error
        except UnreadablePostError as error:
            raise Problem(400, "not-understood", "The piece was cut off.") from error
        except OSError as error:
            raise Problem(507, "no-disk", "The piece could not be kept.") from error
        upload.refresh_from_db()
        return _answer(upload)

    @extend_schema(
        operation_id="delete_upload",
        request=None,
        responses={204: None, **{(status, PROBLEM): ProblemDocument for status in (403, 404)}},
    )
    def delete(self, request: Request, upload_id: uuid.UUID) -> Response:
        """Throw away what has arrived."""
        delete_upload(callers_upload(request, upload_id).id)
        return Response(status=204)


def callers_upload(request: Request, upload_id: uuid.UUID) -> Upload:
    """Give an upload that the caller has begun; raises NotFound."""
    upload = find_upload(caller_of(request), upload_id)
    if upload is None:
        raise NotFound
    must_be_allowed(request, upload.team)
    return upload


def _offset_of(request: Request) -> int:
    text = request.headers.get(OFFSET, "")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise serializers.ValidationError({OFFSET: ["Say in this header where the piece begins, from 0."]})
    return int(text)


def _read(stream: IO[bytes]) -> Iterator[bytes]:
    while piece := stream.read(AT_A_TIME):
        yield piece


def _answer(upload: Upload, status: int = 200) -> Response:
    document = upload_document(upload)
    headers = {OFFSET: str(upload.offset), "Upload-Length": str(upload.size)}
    return Response(document, status=status, headers=headers | ({"Location": document["url"]} if status == 201 else {}))
