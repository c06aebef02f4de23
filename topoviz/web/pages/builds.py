"""What to copy into a repository, so that builds and pull requests say what a change does."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from topoviz.snippets import SNIPPETS

CODES: Final = (
    (0, "The change does not reach the level."),
    (1, "Kafka Streams refuses the program."),
    (2, "The program cannot be read, has no topology, or something was asked wrongly."),
    (3, "Something is not known, and you asked to fail then."),
    (4, "The change reaches the level at which the step fails, or may reach it."),
    (5, "It took longer than ten seconds, or than the variable TOPOVIZ_FUSE says, and was ended."),
    (6, "The server did not do its part, and you asked to fail then."),
)


@require_safe
def builds_page(request: HttpRequest) -> HttpResponse:
    """Show every file, with the address of this server in it."""
    base = request.build_absolute_uri("/").rstrip("/")
    shown = [{"text": one.with_server(base), "about": one} for one in SNIPPETS]
    context = {"snippets": shown, "index": request.build_absolute_uri(reverse("simple-index")), "codes": CODES}
    return render(request, "help/ci.html", context)
