"""Search all projects of a caller's teams, in the latest revision on the main branch of each."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import QuerySet

from topoviz.engine.regular_expressions import matches
from topoviz.rendering.applications import Application, joined_by
from topoviz.web.accounts.callers import Caller
from topoviz.web.analyses.models import Analysis, Name, NameKind
from topoviz.web.projects.models import Project, Revision
from topoviz.web.projects.selectors import latest_ids, projects_of

MOST_PROJECTS: Final = 5_000
"""How many projects are looked at: those that changed last."""

MOST_HITS: Final = 500
MOST_TEXTS: Final = 20
"""Programs of which the lines with a text are shown."""

MOST_LINES: Final = 5

KINDS: Final[dict[str, tuple[NameKind, ...]]] = {
    "topic": (NameKind.TOPIC, NameKind.PATTERN, NameKind.REPARTITION, NameKind.CHANGELOG),
    "store": (NameKind.STORE,),
    "node": (NameKind.NODE, NameKind.TOPOLOGY),
}
"""What may be looked for by name."""

TEXT: Final = "text"
WHERE: Final = (*KINDS, TEXT)


@dataclass(frozen=True, slots=True)
class Hit:
    """A name that was found: of what kind it is and, for a topic, what the application does with it."""

    kind: str
    name: str
    reads: bool
    writes: bool


@dataclass(frozen=True, slots=True)
class Use:
    """That an application reads or writes the topic of the very name that was looked for.

    One that reads it by a pattern may do so for all that is known where `is_unsure`: nobody can tell here whether Java
    matches that.
    """

    pattern: str = ""
    is_unsure: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a program in which the text stands."""

    file: str
    number: int
    text: str


@dataclass(slots=True)
class Found:
    """A project in which something was found."""

    project: Project
    revision: Revision
    hits: list[Hit] = field(default_factory=list)
    reads: Use | None = None
    writes: Use | None = None
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Results:
    """What was found, and who reads and writes the topics of the very name that was looked for."""

    query: str
    found: tuple[Found, ...]
    is_cut: bool

    @property
    def readers(self) -> tuple[Found, ...]:
        """Those that read the topic of the very name."""
        return tuple(one for one in self.found if one.reads is not None)

    @property
    def writers(self) -> tuple[Found, ...]:
        """Those that write it."""
        return tuple(one for one in self.found if one.writes is not None)

    @property
    def is_topic(self) -> bool:
        """Tell whether the query is the name of a topic."""
        return any(one.reads is not None or one.writes is not None for one in self.found)


def search(caller: Caller, query: str, where: str = "") -> Results:
    """Look for a text in names, in programs, or in one of both; an empty query finds nothing."""
    if not query:
        return Results(query, (), is_cut=False)
    latest = {one.analysis_id: one for one in _latest(caller)}
    analyses = list(latest)
    found: dict[Any, Found] = {}

    def of(revision: Revision) -> Found:
        return found.setdefault(revision.project_id, Found(revision.project, revision))

    names = list(_names(analyses, query, where)[: MOST_HITS + 1]) if where != TEXT else []
    for name in names[:MOST_HITS]:
        if name.analysis_id in latest:
            _add(of(latest[name.analysis_id]), name, query)
    if where in ("", "topic"):
        is_topic = any(one.reads or one.writes for one in found.values())
        for name in _patterns(analyses):
            is_read = matches(query, name.name)
            if name.analysis_id in latest and (is_read or (is_read is None and is_topic)):
                one = of(latest[name.analysis_id])
                one.reads = one.reads or Use(name.name, is_unsure=is_read is None)
    if where in ("", TEXT):
        for analysis in _with_text(analyses, query):
            of(latest[analysis.id]).lines.extend(_lines(analysis.submission, query))
    ordered = tuple(sorted(found.values(), key=lambda one: (one.project.name.lower(), str(one.project.id))))
    return Results(query, ordered, len(names) > MOST_HITS)


def _add(found: Found, name: Name, query: str) -> None:
    hit = Hit(name.kind, name.name, name.reads, name.writes)
    if hit not in found.hits:
        found.hits.append(hit)
    if name.kind == NameKind.TOPIC and name.name == query:
        found.reads = Use() if name.reads else found.reads
        found.writes = Use() if name.writes else found.writes


def _patterns(analyses: Sequence[uuid.UUID]) -> QuerySet[Name]:
    return Name.objects.filter(analysis__in=analyses, kind=NameKind.PATTERN).order_by("id")[:MOST_HITS]


@dataclass(frozen=True, slots=True)
class Landscape:
    """Applications, and the topics that join them."""

    applications: tuple[Application, ...]
    topics: tuple[str, ...]


def landscape(caller: Caller, topic: str = "") -> Landscape:
    """Give all applications with the topics between them; with a topic, those that have to do with it."""
    projects = {one.analysis_id: one.project for one in _latest(caller)}
    rows = Name.objects.filter(analysis__in=list(projects), kind__in=(NameKind.TOPIC, NameKind.PATTERN))
    named: dict[Any, list[Name]] = {}
    for one in rows.order_by("id"):
        if one.analysis_id in projects:
            named.setdefault(projects[one.analysis_id].id, []).append(one)
    title = _titles(projects.values())
    applications = [
        _application(title[project.id], named.get(project.id, []))
        for project in sorted(projects.values(), key=lambda one: one.name.lower())
    ]
    if topic:
        applications = [one for one in applications if topic in one.writes or one.may_read(topic)]
        return Landscape(tuple(applications), joined_by(applications, (topic,)) if applications else ())
    topics = joined_by(applications)
    linked = [one for one in applications if any(name in one.writes or one.may_read(name) for name in topics)]
    return Landscape(tuple(linked), topics)


def _titles(projects: Iterable[Project]) -> dict[Any, str]:
    """Give projects their names, with that of the team where several teams have one."""
    projects = list(projects)
    names = [one.name for one in projects]
    return {one.id: f"{one.name} ({one.team.name})" if names.count(one.name) > 1 else one.name for one in projects}


def _application(title: str, names: list[Name]) -> Application:
    topics = [one for one in names if one.kind == NameKind.TOPIC]
    return Application(
        title,
        frozenset(one.name for one in topics if one.reads),
        frozenset(one.name for one in topics if one.writes),
        frozenset(one.name for one in names if one.kind == NameKind.PATTERN),
    )


def _latest(caller: Caller) -> QuerySet[Revision]:
    ids = latest_ids(projects_of(caller).filter(archived=None).order_by("-changed")[:MOST_PROJECTS])
    found = Revision.objects.filter(id__in=ids).select_related("project__team", "analysis")
    return found.defer("analysis__submission", "analysis__result")


def _names(analyses: Sequence[uuid.UUID], query: str, where: str) -> QuerySet[Name]:
    kinds = KINDS.get(where) or tuple(kind for some in KINDS.values() for kind in some)
    found = Name.objects.filter(analysis__in=analyses, kind__in=kinds, name__icontains=query)
    return found.order_by("name", "id")


def _with_text(analyses: Sequence[uuid.UUID], query: str) -> QuerySet[Analysis]:
    # Submissions are kept as JSON in ASCII.
    written = json.dumps(query)[1:-1]
    found = Analysis.objects.filter(id__in=analyses, submission__icontains=written)
    return found.only("id", "submission").order_by("id")[:MOST_TEXTS]


def _lines(submission: str, query: str) -> list[Line]:
    wanted, found = query.lower(), []
    for file in json.loads(submission)["files"]:
        for number, line in enumerate(file["text"].splitlines(), 1):
            if wanted in line.lower():
                found.append(Line(file["name"], number, line.strip()[:200]))
                if len(found) == MOST_LINES:
                    return found
    return found
