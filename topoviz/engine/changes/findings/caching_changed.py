"""A store whose cache was switched on or off."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.explanations.wording import code


def find_changed_caching(compared: Compared) -> Iterator[Finding]:
    """Find stores that pass on more updates, or fewer."""
    for change in compared.kept_stores:
        before, now = change.old.settings.is_cached, change.new.settings.is_cached
        if before is None or now is None or before == now:
            continue
        yield Finding(
            "caching-changed",
            Level.NOTE,
            f"The store {code(change.new.name)} has {'a cache now' if now else 'no cache any more'}.",
            "Of several updates of a key, only the last one is passed on at each commit, or when the cache is full."
            if now
            else "Each update is passed on and written to the changelog: more records leave the operator.",
            "Nothing is to be done for the state. See to it that what reads the results can take them.",
            "StoreBuilder#withCachingEnabled; statestore.cache.max.bytes",
            (change.old.name,),
            (change.new.name,),
        )
