"""What the first page of a team shows: its projects, and the programs that are kept without one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlencode

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.documents.paging import page_or_first
from topoviz.web.documents.project_pages import row_of
from topoviz.web.projects.selectors import kept_programs, latest_of, projects_of

Json = dict[str, Any]

ON_A_PAGE: Final = 50
MOST_KEPT: Final = 20
SORTS: Final = {"changed": "changed", "name": "name"}


def projects_context(caller: Caller, team: Team, parameters: Mapping[str, str]) -> Json:
    """Give one page of a team's projects, filtered and in the order that is asked for, and its kept programs."""
    is_archived, name = parameters.get("archived") == "1", parameters.get("name", "").strip()
    sort = "name" if parameters.get("sort") == "name" else "-changed"
    everything = projects_of(caller).filter(team=team)
    rows = everything.filter(archived__isnull=not is_archived)
    if name:
        rows = rows.filter(name__icontains=name)
    page = page_or_first(rows, SORTS, sort, cursor=parameters.get("cursor", ""), size=ON_A_PAGE)
    latest = latest_of(page.rows)
    chosen = {"sort": sort.removeprefix("-"), "name": name, "archived": "1" if is_archived else ""}
    kept = list(kept_programs(team)[: MOST_KEPT + 1])
    return {
        "projects": [
            {"project": one, "latest": row_of(latest[one.id]) if one.id in latest else None} for one in page.rows
        ],
        "chosen": chosen,
        "next": None if page.next_cursor is None else urlencode({**chosen, "cursor": page.next_cursor}),
        "has_projects": bool(page.rows) or everything.exists(),
        "kept": [{"id": one.id, "created": one.created, "name": _name(one.first_name)} for one in kept[:MOST_KEPT]],
        "has_more_kept": len(kept) > MOST_KEPT,
    }


def _name(topology: str | None) -> str:
    return topology or "A program"
