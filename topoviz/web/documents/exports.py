"""The archive of everything that a team has, over HTTP."""

from __future__ import annotations

import re

from django.http import StreamingHttpResponse
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.audit.actions import Action
from topoviz.web.audit.services import record
from topoviz.web.projects.exporting import export_pieces

MEDIA_TYPE = "application/zip"


def export_response(caller: Caller, team: Team) -> StreamingHttpResponse:
    """Send the archive as it is written, and write down who took it."""
    record(team=team, caller=caller, action=Action.EXPORTED)
    response = StreamingHttpResponse(export_pieces(team), content_type=MEDIA_TYPE)
    name = re.sub(r"[^a-z0-9]+", "-", team.name.lower()).strip("-")[:60] or "team"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}-{timezone.now():%Y-%m-%d}.zip"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
