"""The page that says how everything here is, and the answer for machines."""

from __future__ import annotations

import os

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from topoviz.web.health.database import database_answers
from topoviz.web.health.everything import look_at_everything
from topoviz.web.health.part import State

# Looking starts a few other programs. Reloading the page fast shall not start them again and again.
SECONDS_KEPT = 5


@require_safe
@never_cache
def health_page(request: HttpRequest) -> HttpResponse:
    """Show every part with what to do about it."""
    parts = caches["local"].get_or_set("health", lambda: look_at_everything(os.environ), SECONDS_KEPT)
    missing = sum(part.state is not State.READY for part in parts or ())
    return render(request, "health/page.html", {"parts": parts, "missing": missing, "seconds_kept": SECONDS_KEPT})


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when the database answers, else 503."""
    healthy = database_answers()
    answer = {"status": "ok" if healthy else "trouble", "database": "ok" if healthy else "no answer"}
    return JsonResponse(answer, status=200 if healthy else 503)
