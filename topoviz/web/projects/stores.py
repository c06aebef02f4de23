"""What happened to the stores of a project over time, from what each comparison said became of them.

A store is followed by what comparisons matched, whatever it is called: one that got another name is one store.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from topoviz.web.analyses.models import Name, NameKind
from topoviz.web.projects.lines import changes_on, comparable_on, gaps_on, line_of
from topoviz.web.projects.models import Change, Project
from topoviz.web.projects.selectors import newest_read, revisions_of

SORTS: Final = ("store", "global store")
MOST_EVENTS: Final = 5_000
"""How many changes of stores are looked through; of a longer history the oldest are passed over, and that is said."""

MOST_GAPS: Final = 20


@dataclass(frozen=True, slots=True)
class StoreEvent:
    """What became of a store in one revision."""

    number: int
    message: str
    at: datetime
    fate: str
    old: str
    new: str
    level: str
    said: str


@dataclass(slots=True)
class Store:
    """A store with its events, the oldest first; `name` is what it is called now, or was called last."""

    name: str
    is_there: bool = True
    events: list[StoreEvent] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """Every name that it had, the newest first."""
        said = (name for event in reversed(self.events) for name in (event.new, event.old) if name)
        return list(dict.fromkeys((self.name, *said)))


@dataclass(frozen=True, slots=True)
class Stores:
    """The stores of a branch: those of its newest revision that was read, and those that are gone.

    `gaps` are the numbers of revisions that nobody compared with the one before, or whose one before was deleted: what
    happened there is not known.
    """

    branch: str
    first: int | None
    newest: int | None
    stores: tuple[Store, ...]
    gaps: tuple[int, ...]
    is_cut: bool

    def called(self, name: str) -> list[Store]:
        """Give the stores that have or had a name, those that are there first."""
        return [one for one in self.stores if name == one.name] or [one for one in self.stores if name in one.names]


def stores_of(project: Project, branch: str = "") -> Stores:
    """Follow the stores of a branch, from the main branch on where it comes from there; in a handful of queries."""
    branch = branch or project.main_branch
    line = line_of(project, branch)
    newest = newest_read(revisions_of(project).filter(branch=branch))
    if newest is None:
        return Stores(branch, None, None, (), (), is_cut=False)
    rows = Change.objects.filter(changes_on(line), revision__project=project, sort__in=SORTS)
    found = list(
        rows.order_by("-revision__number", "-id").values_list(
            "revision__number", "revision__message", "revision__committed_at", "revision__created", "fate", "old_name",
            "new_name", "level", "said",
        )[: MOST_EVENTS + 1]
    )  # fmt: skip
    events = [
        StoreEvent(number, message, committed or created, fate, old, new, level, said)
        for number, message, committed, created, fate, old, new, level, said in reversed(found[:MOST_EVENTS])
    ]
    there = list(
        Name.objects.filter(analysis=newest.analysis_id, kind=NameKind.STORE)
        .order_by("id")
        .values_list("name", flat=True)
    )
    first = comparable_on(project, line).values_list("number", flat=True).first()
    gaps = tuple(gaps_on(project, line).values_list("number", flat=True)[:MOST_GAPS])
    stores = tuple(_follow(there, events))
    return Stores(branch, first, newest.number, stores, gaps, len(found) > MOST_EVENTS)


def _follow(there: Iterable[str], events: Iterable[StoreEvent]) -> list[Store]:
    """Put events together that are about one store; `there` are the names in the newest revision."""
    live: dict[str, Store] = {}
    gone: list[Store] = []
    by_revision: dict[int, list[StoreEvent]] = {}
    for event in events:
        by_revision.setdefault(event.number, []).append(event)
    for together in by_revision.values():
        # Two stores may exchange their names: all of a revision happens at once.
        before = {
            event.old: live.pop(event.old) if event.old in live else Store(event.old) for event in together if event.old
        }
        for event in together:
            store = before[event.old] if event.old else Store(event.new)
            store.events.append(event)
            if event.new:
                store.name = event.new
                live[event.new] = store
            else:
                store.is_there = False
                gone.append(store)
    now = [live.pop(name) if name in live else Store(name) for name in dict.fromkeys(there)]
    for store in live.values():
        # Something between was not compared: it was there once, and is not now.
        store.is_there = False
    return [*now, *live.values(), *reversed(gone)]
