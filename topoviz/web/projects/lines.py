"""The revisions that lead to one: those of its branch, and before them those of the branch that it comes from."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from topoviz.web.projects.models import Project, Revision, Verdict
from topoviz.web.projects.selectors import COMPARABLE

Line = list[tuple[str, int | None]]
"""Branches, each with the number of the last of its revisions that leads there; None for all of them."""


def line_of(project: Project, branch: str) -> Line:
    """Give the branches that lead to the newest revision of a branch."""
    if branch == project.main_branch:
        return [(branch, None)]
    first = Revision.objects.filter(project=project, branch=branch, previous__isnull=False).order_by("number")
    came_from = first.values_list("previous__branch", "previous__number").first()
    if came_from is None or came_from[0] == branch:
        return [(branch, None)]
    return [(branch, None), (came_from[0], came_from[1])]


def is_on(line: Line, branch: str, number: int) -> bool:
    """Tell whether a revision is on a line."""
    return any(branch == one and (last is None or number <= last) for one, last in line)


def revisions_on(line: Line) -> Q:
    """Choose the revisions that are on a line."""
    wanted = Q()
    for branch, last in line:
        wanted |= Q(branch=branch) if last is None else Q(branch=branch, number__lte=last)
    return wanted


def changes_on(line: Line) -> Q:
    """Choose the changes of the revisions that are on a line."""
    wanted = Q()
    for branch, last in line:
        one = Q(revision__branch=branch)
        wanted |= one if last is None else one & Q(revision__number__lte=last)
    return wanted


def comparable_on(project: Project, line: Line) -> QuerySet[Revision]:
    """Give the revisions of a line that can be compared with others, the first one first."""
    found = Revision.objects.filter(revisions_on(line), project=project, analysis__outcome__in=COMPARABLE)
    return found.order_by("number")


def gaps_on(project: Project, line: Line) -> QuerySet[Revision]:
    """Give the revisions of a line of which nobody knows what became of things in them, the first one first.

    They were not compared with the one before, or that was deleted.
    """
    is_lost = Q(previous=None, previous_number__isnull=False)
    return comparable_on(project, line).filter(Q(verdict=Verdict.NOT_COMPARED) | is_lost)
