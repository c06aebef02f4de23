"""Notes on topics, stores and nodes, which stay with them from revision to revision whatever they are called."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.web.accounts.callers import Caller
from topoviz.web.analyses.models import Name, NameKind
from topoviz.web.projects.lines import changes_on, gaps_on, is_on, line_of
from topoviz.web.projects.models import LONGEST_NAME, Change, Note, NoteSort, Project, Revision
from topoviz.web.projects.selectors import READ

MOST_NOTES: Final = 200
MOST_OFFERED: Final = 500
MOST_STEPS: Final = 20_000
"""How many changes are looked through to follow notes; behind more of them, a note goes by its name alone."""

NAMES: Final[dict[str, tuple[NameKind, ...]]] = {
    NoteSort.TOPIC: (NameKind.TOPIC, NameKind.PATTERN, NameKind.REPARTITION),
    NoteSort.STORE: (NameKind.STORE,),
    NoteSort.NODE: (NameKind.NODE,),
}
_SORTS: Final = {
    NoteSort.TOPIC: ("topic", "repartition topic"),
    NoteSort.STORE: ("store", "global store"),
    NoteSort.NODE: ("source", "processor", "sink"),
}
_SORT_OF: Final = {sort: note for note, sorts in _SORTS.items() for sort in sorts}


class NoSuchThing(Exception):
    """The revision has nothing of this name."""


class TooManyNotes(Exception):
    """The project has as many notes as it may."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A note, and what it is about in a revision.

    `name` is what that is called there; empty where it is not there, `gone` being the revision that took it away, where
    that is known. It is followed where `is_followed`, and else found by its name alone.
    """

    note: Note
    name: str
    is_followed: bool
    gone: int | None = None


def find_note(caller: Caller, project: Project, note_id: uuid.UUID) -> Note | None:
    """Give a note of a project that the caller has."""
    found = Note.objects.select_related("revision", "created_by", "project__team")
    return found.filter(id=note_id, project=project, project__team__in=caller.teams).first()


def add_note(*, project: Project, revision: Revision, sort: str, name: str, text: str, caller: Caller) -> Note:
    """Write a note on something that a revision has; raises NoSuchThing and TooManyNotes."""
    if not Name.objects.filter(analysis=revision.analysis_id, kind__in=NAMES[sort], name=name).exists():
        raise NoSuchThing
    if Note.objects.filter(project=project).count() >= MOST_NOTES:
        raise TooManyNotes
    return Note.objects.create(
        project=project, revision=revision, sort=sort, name=name[:LONGEST_NAME], text=text, created_by=caller.user
    )


def change_note(*, note: Note, text: str) -> Note:
    """Write another text."""
    note.text = text
    note.save(update_fields=("text", "changed"))
    return note


def move_notes(revision: Revision) -> None:
    """Have the notes that were written for a revision stand at the nearest one of its branch that has their thing.

    Those of which none has it stay.
    """
    notes = list(Note.objects.filter(revision=revision).select_related("revision"))
    others = Revision.objects.filter(project=revision.project_id, branch=revision.branch, analysis__outcome__in=READ)
    nearest = (
        others.filter(number__gt=revision.number).order_by("number").first(),
        others.filter(number__lt=revision.number).order_by("-number").first(),
    )
    for other in filter(None, nearest):
        for placed in place_notes(revision.project, other, tuple(notes)) if notes else ():
            if placed.name and placed.note in notes:
                Note.objects.filter(id=placed.note.id).update(revision=other, name=placed.name[:LONGEST_NAME])
                notes.remove(placed.note)


def names_for_notes(revision: Revision) -> list[str]:
    """Give what a revision has that notes may be about."""
    kinds = [kind for some in NAMES.values() for kind in some]
    found = Name.objects.filter(analysis=revision.analysis_id, kind__in=kinds).order_by("name")
    return list(found.values_list("name", flat=True).distinct()[:MOST_OFFERED])


def placed_notes(project: Project, revision: Revision) -> list[Placed]:
    """Give all notes of a project with what they are about in a revision, the newest first."""
    found = Note.objects.filter(project=project).select_related("revision", "created_by")
    notes = list(found.order_by("-created", "-id")[:MOST_NOTES])
    return place_notes(project, revision, notes) if notes else []


def place_notes(project: Project, revision: Revision, notes: Sequence[Note]) -> list[Placed]:
    """Follow notes to a revision, forward or back, along the line of its branch; in four queries."""
    line = line_of(project, revision.branch)
    there = {
        (kind, name) for kind, name in Name.objects.filter(analysis=revision.analysis_id).values_list("kind", "name")
    }
    numbers = [*(note.revision.number for note in notes), revision.number]
    rows = Change.objects.filter(
        changes_on(line),
        revision__project=project,
        revision__number__gt=min(numbers),
        revision__number__lte=max(numbers),
        sort__in=[sort for one in {note.sort for note in notes} for sort in _SORTS[NoteSort(one)]],
    ).exclude(fate="kept")
    steps = list(
        rows.order_by("revision__number", "id").values_list("revision__number", "sort", "old_name", "new_name")[
            : MOST_STEPS + 1
        ]
    )
    gaps = list(gaps_on(project, line).values_list("number", flat=True))

    def is_whole(note: Note) -> bool:
        low, high = sorted((note.revision.number, revision.number))
        return _is_whole(note, line, steps) and not any(low < gap <= high for gap in gaps)

    return [_placed(note, revision, steps, there, is_whole=is_whole(note)) for note in notes]


_Step = tuple[int, str, str, str]


def _is_whole(note: Note, line: list[tuple[str, int | None]], steps: Sequence[_Step]) -> bool:
    return is_on(line, note.revision.branch, note.revision.number) and len(steps) <= MOST_STEPS


def _placed(
    note: Note, revision: Revision, steps: Sequence[_Step], there: set[tuple[str, str]], *, is_whole: bool
) -> Placed:
    name, gone = _follow(note, revision.number, steps) if is_whole else (note.name, None)
    is_there = any((kind, name) in there for kind in NAMES[note.sort])
    return Placed(note, name if is_there else "", is_whole, gone)


def _follow(note: Note, to: int, steps: Sequence[_Step]) -> tuple[str, int | None]:
    """Give the name of what a note is about in a revision; empty where it is not there, with the one that took it."""
    name, start, done = note.name, note.revision.number, None
    is_forward = to >= start
    low, high = (start, to) if is_forward else (to, start)
    mine = [one for one in steps if low < one[0] <= high and _SORT_OF[one[1]] == note.sort]
    for number, _, old, new in mine if is_forward else reversed(mine):
        before, after = (old, new) if is_forward else (new, old)
        # All of a revision happens at once: what it renamed is not renamed again by its next row.
        if before == name and number != done:
            if not after:
                return "", number
            name, done = after, number
    return name, None
