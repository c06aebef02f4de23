"""What the API and pages say about the stores of a project over time."""

from __future__ import annotations

from typing import Any

from topoviz.rendering.changes.words import level_named
from topoviz.web.documents.project_pages import MARKS
from topoviz.web.projects.stores import Store, StoreEvent, Stores

Json = dict[str, Any]

FATES = {
    "added": "Added.",
    "removed": "Removed.",
    "renamed": "Has another name.",
    "moved": "Stands at another place.",
    "kept": "Changed.",
}


def stores_document(stores: Stores) -> Json:
    """Give the stores of a branch with their events."""
    return {
        "branch": stores.branch,
        "first": stores.first,
        "newest": stores.newest,
        "stores": [store_document(one) for one in stores.stores],
        "not_compared": list(stores.gaps),
        "is_cut": stores.is_cut,
    }


def store_document(store: Store) -> Json:
    """Give one store with its events, the newest first."""
    return {
        "name": store.name,
        "names": store.names,
        "is_there": store.is_there,
        "events": [_event(one) for one in reversed(store.events)],
    }


def _event(event: StoreEvent) -> Json:
    return {
        "revision": event.number,
        "message": event.message.partition("\n")[0],
        "at": event.at.isoformat(),
        "fate": event.fate,
        "fate_words": FATES.get(event.fate, event.fate),
        "old": event.old or None,
        "new": event.new or None,
        "level": event.level or None,
        "said": event.said.split("\n") if event.said else [],
    }


def store_shown(store: Store) -> Json:
    """Give what a page shows of a store."""
    document = store_document(store)
    for event in document["events"]:
        level = event["level"]
        event["level_words"] = "" if level is None else level_named(level).words
        event["mark"] = MARKS.get(level, "")
    return {**document, "is_new": bool(store.events) and store.events[0].fate == "added"}
