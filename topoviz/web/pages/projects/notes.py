"""The notes of a project, at the latest revision on main."""

from __future__ import annotations

import uuid

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from topoviz.web.accounts.callers import Caller
from topoviz.web.documents.notes import placed_document
from topoviz.web.pages.projects.guard import around, for_members, not_there
from topoviz.web.projects.models import NoteSort, Project
from topoviz.web.projects.notes import (
    MOST_NOTES,
    NoSuchThing,
    TooManyNotes,
    add_note,
    find_note,
    names_for_notes,
    placed_notes,
)
from topoviz.web.projects.selectors import latest_on_main


class NoteForm(forms.Form):
    """A note on something of the latest revision."""

    sort = forms.ChoiceField(label="About a", choices=[(one.value, one.value) for one in NoteSort])
    name = forms.CharField(
        label="Its name", max_length=500, widget=forms.TextInput(attrs={"list": "names", "autocomplete": "off"})
    )
    text = forms.CharField(label="What there is to say", max_length=4000, widget=forms.Textarea(attrs={"rows": 4}))


@require_http_methods(["GET", "HEAD", "POST"])
@for_members
def notes_page(request: HttpRequest, *, caller: Caller, project: Project) -> HttpResponse:
    """Show the notes, and write another."""
    revision = latest_on_main(project)
    form = NoteForm(request.POST or None)
    if request.method == "POST" and revision is not None and form.is_valid():
        try:
            add_note(project=project, revision=revision, caller=caller, **form.cleaned_data)
        except NoSuchThing:
            sort = form.cleaned_data["sort"]
            form.add_error("name", f"Revision {revision.number} has no {sort} of this name.")
        except TooManyNotes:
            form.add_error(None, f"A project may have {MOST_NOTES} notes. Delete those that nobody needs.")
        else:
            return redirect("project-notes", project_id=project.id)
    placed = [] if revision is None else [placed_document(one, revision) for one in placed_notes(project, revision)]
    context = {
        **around(caller, project),
        "form": form,
        "revision": revision,
        "notes": placed,
        "names": [] if revision is None else names_for_notes(revision),
    }
    return render(request, "projects/notes.html", context, status=422 if form.errors else 200)


@require_POST
@for_members
def delete_note_page(request: HttpRequest, *, caller: Caller, project: Project, note_id: uuid.UUID) -> HttpResponse:
    """Delete a note."""
    note = find_note(caller, project, note_id)
    if note is None:
        return not_there(request)
    note.delete()
    messages.success(request, "The note is deleted.")
    return redirect("project-notes", project_id=project.id)
