"""A store that the new version does not have."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level


def find_removed_stores(compared: Compared) -> Iterator[Finding]:
    """Find stores whose state nobody uses any more."""
    for store in compared.removed_stores:
        if store.name in compared.new.stores:
            continue
        is_left = store.changelog is not None and store.is_restored_from_source is not True
        topic = compared.deployment.topic(f"{store.name}-changelog")
        yield Finding(
            "store-removed",
            Level.STOP_ALL,
            f"The store {store.name} is gone, with the operator that it belonged to.",
            f"Its state is not used any more. {topic} stays behind." if is_left else "Its state is not used any more.",
            f"Delete {topic} when the old version will not come back." if is_left else "Nothing is to be done for it.",
            "InternalTopicManager never deletes a topic",
            (store.name,),
            is_unsure=bool(compared.added_stores),
            rests_on=("whether an added store goes on with it",) if compared.added_stores else (),
        )
