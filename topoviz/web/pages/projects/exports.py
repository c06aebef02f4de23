"""Taking everything that a team has along, and taking it in elsewhere."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import TemporaryUploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.quotas import QuotaUsedUp
from topoviz.web.documents.exports import export_response
from topoviz.web.pages.teams.guard import for_owners, frame
from topoviz.web.projects.importing import BadImport, StillImporting, import_archive
from topoviz.web.projects.services import NameTaken


class ImportForm(forms.Form):
    """An archive that a server exported."""

    archive = forms.FileField(
        label="The archive", allow_empty_file=True, widget=forms.FileInput(attrs={"accept": ".zip,application/zip"})
    )

    def clean_archive(self) -> TemporaryUploadedFile:
        """Refuse what is too large."""
        archive: TemporaryUploadedFile = self.cleaned_data["archive"]
        if (archive.size or 0) > limits().import_bytes:
            raise forms.ValidationError(f"An archive may have {limits().import_bytes // 2**20} MB.")
        return archive


@require_safe
@for_owners
def export_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponseBase:
    """Send the archive."""
    return export_response(caller, team)


@require_http_methods(["GET", "HEAD", "POST"])
@for_owners
def import_page(request: HttpRequest, *, caller: Caller, team: Team) -> HttpResponse:
    """Show how to take everything along, and take an archive in."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            taken = import_archive(team=team, caller=caller, archive=form.cleaned_data["archive"])
        except (BadImport, StillImporting) as error:
            form.add_error("archive", str(error))
        except NameTaken as error:
            form.add_error("archive", f"The team has a project called {error} already. Give it another name first.")
        except QuotaUsedUp:
            form.add_error("archive", "The team keeps as much as it may, so this has no room. Nothing was taken in.")
        else:
            what = f"{taken.projects} projects, {taken.revisions} revisions and {taken.programs} programs"
            messages.success(request, f"Taken in: {what}. The programs are being analyzed.")
            return redirect("team", team_id=team.id)
    shown = {**frame(caller, team), "form": form, "megabytes": limits().import_bytes // 2**20}
    return render(request, "projects/import.html", shown, status=422 if form.errors else 200)
