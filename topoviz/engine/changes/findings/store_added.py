"""A store that the old version did not have."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.side import StoreFacts
from topoviz.engine.explanations.wording import code, listed


def find_added_stores(compared: Compared) -> Iterator[Finding]:
    """Find stores that begin without state."""
    for store in compared.added_stores:
        if store.name in compared.old.stores:
            continue
        topic = compared.deployment.topic(f"{store.name}-changelog")
        makes_topic = store.changelog is not None and store.is_restored_from_source is not True
        yield Finding(
            "store-added",
            Level.STOP_ALL,
            f"The store {code(store.name)} is new.",
            "It begins empty and holds what comes from then on"
            + (f"; {code(topic)} is made when the new version leads the group." if makes_topic else ".")
            + _restored_beside(compared, store),
            "Stop all instances before the new ones start: in a rolling restart, a member of the new version waits for "
            "a changelog that the old leader does not make.",
            "InternalTopicManager#makeReady, by the leader's own topology",
            (),
            (store.name,),
        )


def _restored_beside(compared: Compared, store: StoreFacts) -> str:
    """With exactly-once, a directory in which a store has no offset is thrown away as a whole."""
    if not compared.deployment.guarantee.is_exact or store.is_logged is False or store.is_in_memory:
        return ""
    beside = [
        code(one.new.name)
        for one in compared.kept_stores
        if one.new.sub_topologies & store.sub_topologies and one.new.is_logged is not False
    ]
    return f" With exactly-once, the other stores of its tasks are restored anew: {listed(beside)}." if beside else ""
