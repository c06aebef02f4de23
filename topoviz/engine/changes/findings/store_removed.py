"""A store that the new version does not have.

Its state is given up with the operator, as it was meant to be, and nothing that the new version keeps is lost. So this
is no loss of state: members of both versions only must not work side by side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.matching.thing import Sort, Thing
from topoviz.engine.changes.side import StoreFacts
from topoviz.engine.explanations.wording import code

_MOST_NAMED = 3


def find_removed_stores(compared: Compared) -> Iterator[Finding]:
    """Find stores whose state nobody uses any more."""
    added = _Added(compared.added_stores)
    for store in compared.removed_stores:
        if store.name in compared.new.stores:
            continue
        is_left = store.changelog is not None and store.is_restored_from_source is not True
        topic = compared.deployment.topic(f"{store.name}-changelog")
        others = added.may_be(store) if is_left else ()
        yield Finding(
            "store-removed",
            Level.STATE_LOSS if others else Level.STOP_ALL,
            f"The store {code(store.name)} is gone, with the operator that it belonged to.",
            f"Its own state is given up with it; other stores keep theirs. {code(topic)} stays behind: an old version "
            "that comes back goes on with what is in it, and lacks what came since."
            if is_left
            else "Its own state is given up with it; other stores keep theirs.",
            f"If the state is still wanted, leave the operator in. Else delete {code(topic)} when the old version will "
            "not come back."
            if is_left
            else "If the state is still wanted, leave the operator in.",
            "InternalTopicManager never deletes a topic; StateDirectory never deletes a store of a task that goes on",
            (store.name,),
            is_unsure=bool(others),
            rests_on=(
                f"whether {', '.join(map(code, others))} goes on with {code(store.name)}, under another name and empty",
            )
            if others
            else (),
        )


class _Added:
    """The stores that are new, by what may go on as one of them: names that Kafka Streams made say what for."""

    def __init__(self, stores: Iterable[StoreFacts]) -> None:
        self._numbered: defaultdict[str, list[StoreFacts]] = defaultdict(list)
        self._named: list[StoreFacts] = []
        for store in stores:
            thing = Thing(Sort.STORE, store.name)
            (self._numbered[thing.mark] if thing.is_numbered else self._named).append(store)

    def may_be(self, old: StoreFacts) -> tuple[str, ...]:
        """Give the first few that may be an old one under another name."""
        thing = Thing(Sort.STORE, old.name)
        found = (
            chain(self._numbered.get(thing.mark, ()), self._named)
            if thing.is_numbered
            else chain.from_iterable(self._numbered.values())
        )
        alike = (other.name for other in found if None in (old.kind, other.kind) or old.kind is other.kind)
        return tuple(islice(alike, _MOST_NAMED))
