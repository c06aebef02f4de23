"""What the API and the pages say of tokens; never the secret itself."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import ApiToken, Scope, Team
from topoviz.web.accounts.services import create_api_token
from topoviz.web.analyses.limits import limits
from topoviz.web.documents.problems import FieldError, Limit, Problem
from topoviz.web.projects.models import Project

Json = dict[str, Any]


def token_documents(tokens: Sequence[ApiToken]) -> list[Json]:
    """Give what a list says of tokens."""
    return [token_document(one) for one in tokens]


def token_document(token: ApiToken) -> Json:
    """Give everything about a token."""
    return {
        "id": str(token.id),
        "url": reverse("api-token", args=(token.id,)),
        "name": token.name,
        "prefix": token.prefix,
        "scope": token.scope,
        "team": str(token.team_id),
        "project": None if token.project is None else {"id": str(token.project.id), "name": token.project.name},
        "created_by": None if token.created_by is None else token.created_by.get_username(),
        "created": token.created.isoformat(),
        "expires": None if token.expires is None else token.expires.isoformat(),
        "last_used": None if token.last_used is None else token.last_used.isoformat(),
        "has_expired": token.expires is not None and token.expires <= timezone.now(),
    }


def new_token(
    *, caller: Caller, team: Team, name: str, scope: Scope, project_id: uuid.UUID | None = None, days: int | None = None
) -> tuple[ApiToken, str]:
    """Make a token of a team that the caller may write in; raises Problem for what cannot be."""
    if project_id is not None and not Project.objects.filter(team=team, id=project_id).exists():
        wrong = FieldError("project", "The team has no such project.")
        raise Problem(422, "not-valid", f"{wrong.field}: {wrong.detail}", errors=[wrong])
    most = limits().tokens
    if ApiToken.objects.filter(team=team, revoked=None).count() >= most:
        raise Problem(
            409, "too-many-tokens", f"A team may have {most:,} tokens.", limit=Limit("tokens", most)
        )  # fmt: skip
    return create_api_token(
        team=team,
        name=name,
        scope=scope,
        created_by=caller.user,
        project_id=project_id,
        expires_in=None if days is None else timedelta(days=days),
        caller=caller,
    )
