"""What the API and pages say about notes."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from topoviz.web.projects.models import Note, Revision
from topoviz.web.projects.notes import Placed

Json = dict[str, Any]


def note_document(note: Note) -> Json:
    """Give a note as it was written."""
    return {
        "id": str(note.id),
        "url": reverse("api-note", args=(note.project_id, note.id)),
        "sort": note.sort,
        "name": note.name,
        "revision": note.revision.number,
        "text": note.text,
        "author": None if note.created_by is None else note.created_by.get_username(),
        "created": note.created.isoformat(),
        "changed": note.changed.isoformat(),
    }


def placed_document(placed: Placed, revision: Revision) -> Json:
    """Give a note with what it is about in a revision."""
    return {
        **note_document(placed.note),
        "in_revision": revision.number,
        "name_there": placed.name or None,
        "is_followed": placed.is_followed,
        "gone_in": placed.gone,
    }
