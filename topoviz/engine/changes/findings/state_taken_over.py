"""A store whose numbered name another store had before: it goes on with rows that are not its own."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.matching.thing import Sort, Thing
from topoviz.engine.explanations.wording import code


def find_taken_over_state(compared: Compared) -> Iterator[Finding]:
    """Find names that both versions have for different stores."""
    partners = compared.matching.old_of
    for name, store in compared.new.stores.items():
        before = partners.get(Thing(Sort.STORE, name))
        had = compared.old.stores.get(name)
        if had is None or (before is not None and before.old.name == name):
            continue
        is_sure = before is not None and before.evidence.is_sure
        yield Finding(
            "state-taken-over",
            Level.STATE_LOSS,
            f"{code(name)} is the name of another store now: Kafka Streams gave the number to another operator.",
            f"The new store is restored from {code(compared.deployment.topic(f'{name}-changelog'))}, which has the "
            "rows of the other one: wrong results without an error, or errors when a row is read.",
            "Give both stores names of their own that the old version does not use, or reset the application and "
            "reprocess the input.",
            "ProcessorStateManager#storeChangelogTopic",
            (name,),
            (store.name,),
            is_unsure=not is_sure,
            rests_on=() if is_sure else ("which operator goes on as which: several are alike",),
        )
