"""`/api/v1/projects/ID/notes`: notes on topics, stores and nodes, which stay with them from revision to revision."""

from __future__ import annotations

import uuid
from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from topoviz.web.api.v1.authentication import caller_of, must_be_allowed
from topoviz.web.api.v1.idempotency import IDEMPOTENCY_KEY, answered_once
from topoviz.web.api.v1.project_schemas import NoteDocument, NotesDocument
from topoviz.web.api.v1.projects import PROBLEM, callers_project
from topoviz.web.api.v1.schemas import ProblemDocument
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.documents.notes import note_document, placed_document
from topoviz.web.documents.problems import FieldError, Limit, NotFound, Problem
from topoviz.web.projects.models import Note, NoteSort, Project, Revision
from topoviz.web.projects.notes import (
    MOST_NOTES,
    NoSuchThing,
    TooManyNotes,
    add_note,
    change_note,
    find_note,
    placed_notes,
)
from topoviz.web.projects.selectors import find_revision, latest_on_main

MOST_TEXT: Final = 4_000
REVISION = OpenApiParameter(
    "revision", OpenApiTypes.INT, description="The number of the revision; the latest on main without it."
)


class NoteTextSerializer(Strict):
    """The text of a note."""

    text = serializers.CharField(max_length=MOST_TEXT, help_text="What there is to say.")


class NoteSerializer(NoteTextSerializer):
    """A note on something."""

    sort = serializers.ChoiceField(choices=NoteSort.values, help_text="What it is about.")
    name = serializers.CharField(max_length=500, help_text="What that is called in the revision.")
    revision = serializers.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False,
        help_text="The number of the revision; the latest on main without it.",
    )  # fmt: skip


class NotesView(APIView):
    """The notes of a project."""

    @extend_schema(
        operation_id="notes",
        parameters=[REVISION],
        responses={200: NotesDocument, **{(status, PROBLEM): ProblemDocument for status in (404, 422)}},
    )
    def get(self, request: Request, project_id: uuid.UUID) -> Response:
        """Give all notes of a project, the newest first, each with what it is about in a revision."""
        project = callers_project(request, project_id)
        field = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
        given = request.query_params.get("revision")
        try:
            number = None if given is None else field.run_validation(given)
        except serializers.ValidationError as error:
            raise serializers.ValidationError({"revision": error.detail}) from error
        revision = _revision(request, project, number)
        if revision is None:
            return Response({"revision": None, "notes": []})
        placed = [placed_document(one, revision) for one in placed_notes(project, revision)]
        return Response({"revision": revision.number, "notes": placed})

    @extend_schema(
        operation_id="add_note",
        parameters=[IDEMPOTENCY_KEY],
        request=NoteSerializer,
        responses={201: NoteDocument, **{(status, PROBLEM): ProblemDocument for status in (403, 404, 409, 422)}},
    )
    @answered_once
    def post(self, request: Request, project_id: uuid.UUID) -> Response:
        """Write a note on a topic, a store or a node. It stays with that in other revisions, whatever it is called."""
        project = callers_project(request, project_id)
        serializer = NoteSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        revision = _revision(request, project, given.get("revision"))
        if revision is None:
            raise Problem(409, "no-result", "No revision on the main branch was read so far.")
        try:
            note = add_note(
                project=project, revision=revision, sort=given["sort"], name=given["name"], text=given["text"],
                caller=caller_of(request),
            )  # fmt: skip
        except NoSuchThing as error:
            wrong = f"Revision {revision.number} has no {given['sort']} of this name."
            raise Problem(422, "not-valid", wrong, errors=[FieldError("name", wrong)]) from error
        except TooManyNotes as error:
            limit = Limit("notes", MOST_NOTES)
            raise Problem(409, "too-many-notes", f"A project may have {MOST_NOTES} notes.", limit=limit) from error
        document = note_document(note)
        return Response(document, status=201, headers={"Location": document["url"]})


class NoteView(APIView):
    """One note."""

    @extend_schema(operation_id="note", responses={200: NoteDocument, (404, PROBLEM): ProblemDocument})
    def get(self, request: Request, project_id: uuid.UUID, note_id: uuid.UUID) -> Response:
        """Give a note as it was written."""
        return Response(note_document(_note(request, project_id, note_id)))

    @extend_schema(
        operation_id="change_note",
        request=NoteTextSerializer,
        responses={200: NoteDocument, **{(status, PROBLEM): ProblemDocument for status in (403, 404, 422)}},
    )
    def patch(self, request: Request, project_id: uuid.UUID, note_id: uuid.UUID) -> Response:
        """Write another text."""
        note = _note(request, project_id, note_id)
        serializer = NoteTextSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response(note_document(change_note(note=note, text=serializer.validated_data["text"])))

    @extend_schema(
        operation_id="delete_note",
        request=None,
        responses={204: None, **{(status, PROBLEM): ProblemDocument for status in (403, 404)}},
    )
    def delete(self, request: Request, project_id: uuid.UUID, note_id: uuid.UUID) -> Response:
        """Delete a note."""
        _note(request, project_id, note_id).delete()
        return Response(status=204)


def _note(request: Request, project_id: uuid.UUID, note_id: uuid.UUID) -> Note:
    note = find_note(caller_of(request), callers_project(request, project_id), note_id)
    if note is None:
        raise NotFound
    must_be_allowed(request, note.project.team)
    return note


def _revision(request: Request, project: Project, number: int | None) -> Revision | None:
    """Give the revision that is meant, or the latest on main; None where there is none of that, else NotFound."""
    if number is None:
        return latest_on_main(project)
    found = find_revision(caller_of(request), project.id, number)
    if found is None:
        raise NotFound
    return found
