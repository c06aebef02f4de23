"""What the API and the pages say of share links; the address of one is given once, with the key that deletes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from topoviz.web.accounts.callers import Caller
from topoviz.web.accounts.models import Team
from topoviz.web.documents.paging import page_or_first
from topoviz.web.sharing.models import ShareLink
from topoviz.web.sharing.selectors import links_of

Json = dict[str, Any]

LEAST_PASSWORD: Final = 8
MOST_PASSWORD: Final = 128

ON_A_PAGE: Final = 50
SORTS: Final = {"created": "created", "used": "used"}

ORDERS: Final = {
    "-created": "newest first",
    "created": "oldest first",
    "-used": "last opened first",
    "used": "longest not opened first",
}

KINDS: Final = {
    "analysis": "Program",
    "revision": "Revision",
    "latest": "Latest on main",
    "comparison": "Comparison",
    "assignment": "Partitions and cluster",
    "scenario": "What happens over time",
    "simulation": "What happens to records",
    "lag_report": "Lag report",
}

PICTURES: Final = {
    "assignment": "shared-tasks",
    "scenario": "shared-tasks",
    "simulation": "shared-tasks",
    "comparison": "shared-comparison",
}
"""The addresses of the pictures of what is calculated, by kind; the form of the picture follows."""

_VIEWS: Final = {"assignment": "tasks", "scenario": "tasks", "simulation": "run", "comparison": "compare"}
"""The view of the workbench for each kind."""


def link_documents(links: Sequence[ShareLink]) -> list[Json]:
    """Give what a list says of links: what they lead to, and not their addresses, which nobody knows any more."""
    return [link_document(one) for one in links]


def link_document(link: ShareLink) -> Json:
    """Give what is known of a link."""
    calculated = None if link.calculation is None else link.calculation.kind
    project = link.project or (None if link.revision is None else link.revision.project)
    return {
        "id": str(link.id),
        "manage": reverse("api-share-link", args=(link.id,)),
        "team": str(link.team_id),
        "kind": kind_of(link),
        "analysis": None if link.analysis_id is None else str(link.analysis_id),
        "lag_report": None if link.lag_report_id is None else str(link.lag_report_id),
        **{one: str(link.calculation_id) if calculated == one else None for one in PICTURES},
        "project": None if project is None else str(project.id),
        "revision": None if link.revision is None else link.revision.number,
        "has_password": bool(link.password),
        "created": link.created.isoformat(),
        "created_by": None if link.created_by is None else link.created_by.get_username(),
        "expires": None if link.expires is None else link.expires.isoformat(),
        "has_expired": link.has_expired,
        "last_used": None if link.last_used is None else link.last_used.isoformat(),
    }


def new_link_document(link: ShareLink, token: str, delete_key: str) -> Json:
    """Give a new link with its addresses; one with a password has none for other sites."""
    return {**link_document(link), **addresses_of(link, token), "delete_key": delete_key}


def addresses_of(link: ShareLink, token: str) -> Json:
    """Give what can be copied of a link: its page and, unless it has a password, what other sites show of it."""
    page = reverse("shared-page", args=(token,))
    elsewhere = {
        "svg": f"{_picture(link)}-svg",
        "png": f"{_picture(link)}-png",
        "badge": "shared-badge",
        "embed": "shared-embed",
    }
    others = {name: None if link.password else reverse(route, args=(token,)) for name, route in elsewhere.items()}
    return {"url": page, **others}


def kind_of(link: ShareLink) -> str:
    """Say in one word what a link shows."""
    if link.project_id is not None:
        return "latest"
    if link.revision_id is not None:
        return "revision"
    if link.lag_report_id is not None:
        return "lag_report"
    return "analysis" if link.calculation is None else link.calculation.kind


def links_context(caller: Caller, team: Team, parameters: Mapping[str, str]) -> Json:
    """Give one page of a team's links, filtered and in the order that is asked for."""
    kind, state = parameters.get("kind", ""), parameters.get("state", "")
    sort = parameters.get("sort", "")
    sort = sort if sort in ORDERS else "-created"
    everything = links_of(caller).filter(team=team)
    rows = _of_kind(everything, kind)
    now = timezone.now()
    if state == "valid":
        rows = rows.filter(Q(expires=None) | Q(expires__gt=now))
    elif state == "over":
        rows = rows.filter(expires__lte=now)
    page = page_or_first(rows, SORTS, sort, cursor=parameters.get("cursor", ""), size=ON_A_PAGE)
    chosen = {"kind": kind, "state": state, "sort": sort}
    return {
        "links": [_row(one) for one in page.rows],
        "chosen": chosen,
        "kinds": KINDS,
        "orders": ORDERS,
        "next": None if page.next_cursor is None else urlencode({**chosen, "cursor": page.next_cursor}),
        "has_links": bool(page.rows) or everything.exists(),
    }


def _of_kind(rows: QuerySet[ShareLink], kind: str) -> QuerySet[ShareLink]:
    match kind:
        case "latest":
            return rows.exclude(project=None)
        case "revision":
            return rows.exclude(revision=None)
        case "lag_report":
            return rows.exclude(lag_report=None)
        case "assignment" | "scenario" | "simulation" | "comparison":
            return rows.filter(calculation__kind=kind)
        case "analysis":
            return rows.filter(lag_report=None, calculation=None, revision=None, project=None)
        case _:
            return rows


def _row(link: ShareLink) -> Json:
    """Give what a line of the list says of a link."""
    return {
        "link": link,
        "kind": KINDS[kind_of(link)],
        "name": _name(link),
        "page": _page(link),
    }


def _name(link: ShareLink) -> str:
    if link.project is not None:
        return link.project.name
    if link.revision is not None:
        return f"{link.revision.project.name}, revision {link.revision.number}"
    program: str = getattr(link, "first_name", None) or "a program"
    return link.calculation.name or program if link.calculation is not None else program


def _page(link: ShareLink) -> str:
    if link.project_id is not None:
        return reverse("project-page", args=(link.project_id,))
    if link.revision is not None:
        return reverse("revision-page", args=(link.revision.project_id, link.revision.number))
    if link.lag_report_id is not None:
        return reverse("lag-report-page", args=(link.lag_report_id,))
    page = reverse("analysis-page", args=(link.analysis_id,))
    if link.calculation is None:
        return page
    return f"{page}?view={_VIEWS[link.calculation.kind]}"


def _picture(link: ShareLink) -> str:
    return "shared" if link.calculation is None else PICTURES[link.calculation.kind]
