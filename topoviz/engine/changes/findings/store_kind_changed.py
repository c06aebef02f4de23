"""A store of the same name that holds its rows in another form."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.row_meaning import has_other_form
from topoviz.engine.explanations.wording import code


def find_changed_kinds(compared: Compared) -> Iterator[Finding]:
    """Find stores whose changelog has rows that the new kind of store cannot read."""
    for change in compared.stores:
        old, new = change.old, change.new
        if old.name != new.name or old.kind is None or new.kind is None or not has_other_form(change):
            continue
        yield Finding(
            "store-kind-changed",
            Level.STATE_LOSS,
            f"The store {code(new.name)} was a {old.kind.value} store and is a {new.kind.value} store now.",
            "Keys of the old rows do not have the form of the new ones: restoring fails, or the store has rows that "
            "mean nothing.",
            "Give the store another name, and fill it by reprocessing the input.",
            "StoreChangelogReader#restore; seen with 2.8.2, 3.9.2 and 4.3.1",
            (old.name,),
            (new.name,),
        )
